import { type ErrorCode, errorCatalogue, graphqlSchema } from '@stationmaster/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ASTVisitor, GraphQLError, Kind, type ValidationContext } from 'graphql'
import mercurius, { type IResolvers } from 'mercurius'
import { z } from 'zod'
import type { Authenticate, Caller } from './caller.ts'
import { Failure } from './failure.ts'
import { languageOf } from './language.ts'

/** What every resolver is given. */
export interface GraphqlContext {
  caller: Caller
}

declare module 'mercurius' {
  interface MercuriusContext extends GraphqlContext {}
}

const deepest = 8
const rootFieldsMost = 10
const longest = 20_000

const bodySchema = z.object({
  query: z.string().min(1).max(longest),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().max(200).nullish(),
})

/** Serves POST /api/graphql; who calls needs a bearer token, and every error carries `extensions.code`. */
export async function serveGraphql(
  app: FastifyInstance,
  { authenticate, resolvers }: { authenticate: Authenticate; resolvers: IResolvers },
): Promise<void> {
  await app.register(mercurius, {
    schema: graphqlSchema,
    resolvers,
    routes: false,
    graphiql: false,
    jit: 2,
    cache: 200,
    queryDepth: deepest,
    validationRules: [fewRootFields],
  })
  app.post('/api/graphql', { bodyLimit: 4 * longest }, async (request, reply) => {
    const { caller } = await authenticate(request.headers.authorization)
    const body = bodySchema.safeParse(request.body)
    if (!body.success) {
      const details = body.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      throw new Failure('request.invalid', details)
    }
    const { query, variables, operationName } = body.data
    const context: GraphqlContext = { caller }
    try {
      const { data, errors } = await app.graphql(
        query,
        { ...context },
        variables ?? {},
        operationName ?? undefined,
      )
      if (!errors || errors.length === 0) return { data }
      return { data, errors: errors.map((error) => tell(error, request)) }
    } catch (error) {
      reply.code(400)
      const errors = (error as { errors?: readonly Error[] }).errors ?? [error as Error]
      return { data: null, errors: errors.map((one) => tell(one, request)) }
    }
  })
}

/** Aliases make one small query ask for the same list a thousand times. */
function fewRootFields(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: ({ selectionSet: { selections } }) => {
      if (selections.length <= rootFieldsMost && selections.every(({ kind }) => kind === Kind.FIELD)) return
      context.reportError(
        new GraphQLError(`A query asks for at most ${rootFieldsMost} fields, each by its name.`),
      )
    },
  }
}

interface Told {
  message: string
  path?: readonly (string | number)[]
  extensions: { code: ErrorCode; details?: unknown }
}

function tell(error: Error, request: FastifyRequest): Told {
  // told by its shape: what arrives is an error, an error of another copy of graphql, or what is left of one as an object
  const { path, originalError, extensions, statusCode } = error as Partial<GraphQLError> & {
    statusCode?: number
  }
  const language = languageOf(request.headers['accept-language'])
  const where = path ? { path } : {}
  const told = (failure: Failure) => ({
    message: failure.textIn(language),
    ...where,
    extensions: failure.extensions,
  })
  const code = (extensions as { code?: ErrorCode } | undefined)?.code
  if (code && code in errorCatalogue) return told(new Failure(code, extensions?.details))
  if (error instanceof Failure) return told(error)
  // what graphql itself refuses comes from no field: the query is wrong
  if (!path && ('locations' in error || statusCode === 400))
    return { message: error.message, extensions: { code: 'request.invalid' } }
  request.log.error({ err: originalError ?? error }, 'a GraphQL field failed')
  return told(new Failure('server.failed'))
}
