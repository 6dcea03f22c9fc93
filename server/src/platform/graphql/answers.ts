import { Readable } from 'node:stream'
import {
  type ErrorCode,
  errorCatalogue,
  graphqlLimits,
  graphqlSchema,
  graphqlScopes,
} from '@stationmaster/contract'
import { valueIn } from '@stationmaster/units'
import type { FastifyRequest } from 'fastify'
import { buildSchema, type ExecutionResult, execute, GraphQLError, parse, validate } from 'graphql'
import { isAway } from '../database/database-fault.ts'
import { languageOf } from '../general/language.ts'
import { requireScope } from '../http/caller.ts'
import { Failure } from '../http/failure.ts'
import { pacedJson } from '../jobs/paced.ts'
import { Turns } from '../jobs/turns.ts'
import type { Answer, GraphqlContext, Queries } from './graphql.ts'
import { costOf, tokensMost } from './graphql-limits.ts'

/** Queries of more values run one at a time, so that their answers are never in memory together. */
const smallMost = 50_000

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

/** What answers queries by our schema. */
export function openAnswers(queries: Queries): Answer {
  const schema = buildSchema(graphqlSchema)
  const rootValue = guarded(queries)
  const turns = new Turns()
  return async ({ query, variables, operationName }, contextValue, { request, reply }) => {
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
        contextValue,
        variableValues,
        ...(operation === undefined ? {} : { operationName: operation }),
      })
    const { data, errors } = cost > smallMost ? await turns.take(run) : await run()
    if (data === undefined) return refuse(errors ?? [])
    const answer = errors ? { data, errors: errorsOf(errors) } : { data }
    if (cost <= smallMost) return answer
    return reply.type('application/json; charset=utf-8').send(Readable.from(pacedJson(answer)))
  }
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
  const cause = originalError ?? error
  if (isAway(cause)) return answerOf(new Failure('server.not_ready'))
  request.log.error({ err: cause }, 'a GraphQL field failed')
  return answerOf(new Failure('server.failed'))
}
