import { Readable } from 'node:stream'
import {
  type ErrorCode,
  errorCatalogue,
  graphqlLimits,
  graphqlSchema,
  graphqlScopes,
} from '@stationmaster/contract'
import { valueIn } from '@stationmaster/units'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buildSchema, type ExecutionResult, execute, GraphQLError, parse, validate } from 'graphql'
import { z } from 'zod'
import { languageOf } from '../general/language.ts'
import { type Admit, type Caller, requireScope } from '../http/caller.ts'
import { Failure } from '../http/failure.ts'
import { pacedJson } from '../jobs/paced.ts'
import { Turns } from '../jobs/turns.ts'
import { schemaRead } from '../schema/schema-read.ts'
import { costOf, tokensMost } from './graphql-limits.ts'

/** What every resolver is given. */
export interface GraphqlContext {
  caller: Caller
}

/** The fields of `Query` by name; a long list is answered `paced`. */
export type Queries = Readonly<Record<string, (given: never, context: GraphqlContext) => Promise<unknown>>>

const longest = 20_000
/** Queries of more values run one at a time, so that their answers are never in memory together. */
const smallMost = 50_000

const bodySchema = z.object({
  query: z.string().min(1).max(longest),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().max(200).nullish(),
})

/** Each field of `Query` with the scope that an API key needs for it, checked before anything is read. */
const guarded = (queries: Queries): Queries =>
  Object.fromEntries(
    Object.entries(queries).map(([name, resolve]) => [
      name,
      async (given: never, context: GraphqlContext) => {
        requireScope(context.caller, valueIn(scopes, name))
        return resolve(given, context)
      },
    ]),
  )
const scopes = new Map(Object.entries(graphqlScopes))

/** Which scope it needs depends on the query. */
const anyScope = { scope: 'open', placed: true } as const

/** Serves POST /api/graphql; who calls needs a bearer token or an API key, and every error carries `extensions.code`. */
export function serveGraphql(
  app: FastifyInstance,
  { admit, queries }: { admit: Admit; queries: Queries },
): void {
  const schema = buildSchema(graphqlSchema)
  const rootValue = guarded(queries)
  const turns = new Turns()
  app.post('/api/graphql', { bodyLimit: 4 * longest }, async (request, reply) => {
    const { caller } = await admit(request, reply, anyScope)
    const { query, variables, operationName } = schemaRead(bodySchema, request.body)
    const context: GraphqlContext = { caller }
    const errorsOf = (errors: readonly Error[]) => errors.map((error) => failureOf(error, request))

    const refuse = (errors: readonly Error[]) =>
      reply.code(400).send({ data: null, errors: errorsOf(errors) })
    let cost: number
    const variableValues = variables ?? {}
    const operation = operationName ?? undefined
    let document: ReturnType<typeof parse>
    try {
      document = parse(query, { maxTokens: tokensMost })
      const errors = validate(schema, document)
      if (errors.length > 0) return refuse(errors)
      cost = costOf(document, variableValues, operation, graphqlLimits)
    } catch (error) {
      return refuse([error as Error])
    }

    const run = async (): Promise<ExecutionResult> =>
      execute({
        schema,
        document,
        rootValue,
        contextValue: context,
        variableValues,
        ...(operation === undefined ? {} : { operationName: operation }),
      })
    const { data, errors } = cost > smallMost ? await turns.take(run) : await run()
    if (data === undefined) return refuse(errors ?? [])
    const answer = errors ? { data, errors: errorsOf(errors) } : { data }
    if (cost <= smallMost) return answer
    return reply.type('application/json; charset=utf-8').send(Readable.from(pacedJson(answer)))
  })
}

interface GraphqlFailure {
  message: string
  path?: readonly (string | number)[]
  extensions: { code: ErrorCode; details?: unknown }
}

function failureOf(error: Error, request: FastifyRequest): GraphqlFailure {
  const { path, originalError, extensions } = error as Partial<GraphQLError>
  const language = languageOf(request.headers['accept-language'])
  const where = path ? { path } : {}
  const answerOf = (failure: Failure) => ({
    message: failure.textIn(language),
    ...where,
    extensions: failure.extensions,
  })
  const code = (extensions as { code?: ErrorCode } | undefined)?.code
  if (code && code in errorCatalogue) return answerOf(new Failure(code, extensions?.details))
  if (error instanceof Failure) return answerOf(error)
  // what graphql itself refuses comes from no field: the query is wrong
  if (!path && error instanceof GraphQLError)
    return { message: error.message, extensions: { code: 'request.invalid' } }
  request.log.error({ err: originalError ?? error }, 'a GraphQL field failed')
  return answerOf(new Failure('server.failed'))
}
