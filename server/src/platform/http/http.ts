import type { Readable } from 'node:stream'
import {
  type Call,
  callRule,
  type ErrorAnswer,
  type ErrorCode,
  errorCatalogue,
  idsIn,
  type MarkedField,
  markedFields,
  type Subject,
  subjects,
} from '@stationmaster/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isAway } from '../database/database-fault.ts'
import { type Download, sendDownload } from '../downloads/downloads.ts'
import { languageOf } from '../general/language.ts'
import type { ReadHandler, Reads } from '../general/reads.ts'
import { isStorable } from '../statements/storable.ts'
import type { AnswerOnce } from './answered-requests.ts'
import type { Admit, Caller, DriverCaller } from './caller.ts'
import type { DriverOf } from './driver-calls.ts'
import { Failure } from './failure.ts'
import { KeptAnswer } from './kept-answer.ts'
import { bySecret } from './secret-calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the address that the request came from, as the proxies before the server report it (`proxies.ts`) */
    readonly remoteAddress: string
  }
}

/** Which of some ids, all of one subject, are of what the caller may see. */
export type ListSeen = (
  caller: Caller,
  subject: Subject,
  ids: readonly (number | string)[],
) => Promise<readonly (number | string)[]>

/** The REST plugin's Fastify instance, with what `route` needs. */
export interface Rest {
  app: FastifyInstance
  admit: Admit
  driverOf: DriverOf
  listSeen: ListSeen
  answerOnce: AnswerOnce
  reads: Reads
}

export interface Received<P, Q, B> {
  params: P
  query: Q
  body: B
  /** Reading it in a public call throws auth.required. */
  caller: Caller
  /** In a driver's call; there is none in any other. */
  driver: DriverCaller
  remoteAddress: string
  request: FastifyRequest
  /** Sets a header of a good answer. */
  setHeader(name: string, value: string): void
}

/**
 * A counted list is answered as its page and the total, a cursored one as a part of it and where to go on; a text may be
 * answered as a stream.
 */
export type Answered<A> = A extends readonly (infer T)[]
  ? A | KeptAnswer | { items: T[]; total: number } | { items: T[]; next: string | null }
  : A extends string
    ? A | Readable | KeptAnswer
    : A | KeptAnswer

type HandlerOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = (
  received: Received<z.output<P>, z.output<Q>, z.output<B>>,
) => Promise<Answered<z.output<A>>> | (undefined extends z.output<A> ? Promise<void> : never)

const errorSchema = z
  .object({
    error: z.string(),
    code: z.enum(Object.keys(errorCatalogue) as [ErrorCode]),
    details: z.unknown().optional(),
  })
  .describe('What went wrong')

const callers = new WeakMap<FastifyRequest, Caller>()
const drivers = new WeakMap<FastifyRequest, DriverCaller>()

/**
 * Serves a call of the contract under /api/v1: its route, validation, role guard, the scope of the ids in its body, and its
 * OpenAPI entry. `allows` narrows the contract's roles where the configuration decides.
 */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  { app, admit, driverOf, answerOnce, listSeen, reads }: Rest,
  call: Call<P, Q, B, A>,
  handler: HandlerOf<P, Q, B, A>,
  allows: (caller: Caller) => boolean = () => true,
): void {
  reads.add(call, handler as unknown as ReadHandler, allows)
  const rule = { ...callRule(call), settingUp: isOfAccount(call) }
  const idFields = !isOfStaff(call) ? [] : markedFields(call.body).filter(({ narrows }) => !narrows)
  app.route({
    method: call.method,
    url: `/api/v1/${call.path.replaceAll(/\{(\w{1,40})\}/g, ':$1')}`,
    schema: schemaOf(call),
    ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
    ...(call.bySecret ? bySecret : {}),
    onRequest: async (request, reply) => {
      if (request.url.includes('%00')) throw unstorable('url')
      if (call.roles === 'public') return
      if (call.roles === 'driver') {
        const driver = await driverOf(request)
        if (!driver) throw new Failure('auth.required')
        drivers.set(request, driver)
        return
      }
      const { caller } = await admit(request, reply, rule)
      if (!call.roles.includes(caller.role) || !allows(caller))
        throw new Failure(caller.key?.within ? 'key.narrowed' : 'auth.forbidden')
      callers.set(request, caller)
    },
    handler: async (request, reply) => {
      const { params, query, body } = request
      if (idFields.length > 0) await refuseUnseen(listSeen, callerOf(request), idFields, body)
      const act = (): Promise<unknown> =>
        handler({
          params: params as z.output<P>,
          query: query as z.output<Q>,
          body: body as z.output<B>,
          get caller() {
            return callerOf(request)
          },
          // of a driver's call alone, which is let in with one
          driver: drivers.get(request) as DriverCaller,
          remoteAddress: request.remoteAddress,
          request,
          setHeader: (name, value) => void reply.header(name, value),
        })
      const key = takesKey(call) ? request.headers['idempotency-key'] : undefined
      const answer =
        typeof key === 'string'
          ? await answerOnce(
              { ...sentUnder(callerOf(request), key), content: [call.path, params, query, body] },
              act,
            )
          : await act()
      return answer instanceof KeptAnswer ? answer.send(request, reply) : send(reply, call, answer)
    },
  })
}

/** Calls back before the answer to each call by which somebody of the staff has changed something, or may have. */
export function hearChanges(app: FastifyInstance, changed: (managerId: number) => void): void {
  app.addHook('onSend', async (request) => {
    const caller = request.method === 'GET' ? undefined : callers.get(request)
    if (caller) changed(caller.id)
  })
}

/** Throws the `not_found` of the first id in a body whose subject the caller may not see, as if there were none. */
async function refuseUnseen(
  listSeen: ListSeen,
  caller: Caller,
  fields: readonly MarkedField[],
  body: unknown,
): Promise<void> {
  for (const field of fields) {
    const ids = [...new Set(idsIn(body, field))]
    if (ids.length === 0) continue
    const seen = await listSeen(caller, field.subject, ids)
    if (seen.length < ids.length) throw new Failure(subjects[field.subject])
  }
}

/** A call that makes or begins something and carries an idempotency key is done once, however often it is sent. */
const takesKey = (call: Call): boolean =>
  call.method === 'POST' && isOfStaff(call) && !call.upload && !call.answersSecret

/** An idempotency key is whoever sends it: a person's, or an API key's. No header can hold a space. */
const sentUnder = ({ id, key: apiKey }: Caller, key: string) => ({
  managerId: id,
  key: apiKey ? `api-key ${apiKey.id} ${key}` : key,
})

/** Whether people of the network call it, each within the scope of their role. */
const isOfStaff = ({ roles }: Call): boolean => roles !== 'public' && roles !== 'driver'

const keyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional()
    .describe(
      'One of your own for one wish: sent again with it, the call is answered as before and not done again',
    ),
})

/** Calls about the own account are open before its second factor is set up. */
const isOfAccount = ({ path }: Call): boolean => path.startsWith('auth/')

function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (!caller) throw new Failure('auth.required')
  return caller
}

function send(reply: FastifyReply, call: Call, answer: unknown): FastifyReply {
  reply.code(call.status ?? 200)
  if (call.status === 204) return reply.send()
  if (call.cacheSeconds) reply.header('cache-control', `private, max-age=${call.cacheSeconds}`)
  if (call.file)
    return reply
      .type(call.file.type)
      .header('content-disposition', `attachment; filename="${call.file.name}"`)
      .send(answer)
  if (call.download) return sendDownload(reply, answer as Download)
  if (call.text) return reply.type('text/plain; charset=utf-8').send(answer)
  if (call.counted) {
    const { items, total } = answer as { items: unknown[]; total: number }
    return reply.header('x-total-count', total).send(items)
  }
  if (call.cursored) {
    const { items, next } = answer as { items: unknown[]; next: string | null }
    return (next === null ? reply : reply.header('x-next-cursor', next)).send(items)
  }
  return reply.send(answer)
}

const mediaTypeOf = ({ file, download }: Call): string =>
  download ? 'application/octet-stream' : (file?.type.split(';')[0] ?? 'text/plain')

const takesNothing = (schema: z.ZodType): boolean => schema instanceof z.ZodUndefined

function schemaOf(call: Call): FastifySchema {
  const good =
    call.text || call.file || call.download
      ? { content: { [mediaTypeOf(call)]: { schema: call.answer } } }
      : call.status === 204
        ? z.undefined().describe('Nothing')
        : call.type
          ? { content: { [call.type]: { schema: call.answer } } }
          : call.answer
  return {
    summary: call.summary,
    tags: [call.path.split('/')[0] ?? ''],
    operationId: `${call.method.toLowerCase()}_${call.path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    ...guardOf(call),
    ...(takesNothing(call.params) ? {} : { params: call.params }),
    ...(takesNothing(call.query) ? {} : { querystring: call.query }),
    ...(takesNothing(call.body) ? {} : { body: call.body }),
    ...(takesKey(call) ? { headers: keyHeader } : {}),
    ...(call.upload ? { consumes: ['multipart/form-data'] } : {}),
    response: { [call.status ?? 200]: good, '4xx': errorSchema, '5xx': errorSchema },
  } as FastifySchema
}

/** Who may call, as the OpenAPI document says it. */
function guardOf(call: Call): { security?: object[]; description?: string } {
  const { roles } = call
  if (roles === 'public') return { security: [] }
  if (roles === 'driver') return { security: [{ driver: [] }], description: 'For: the driver themselves.' }
  const forRoles = `For: ${roles.join(', ')}.`
  const { scope, placed } = callRule(call)
  if (scope === 'person') return { description: `${forRoles} No API key opens it.` }
  const all = placed ? '' : ' that is not narrowed to locations'
  return {
    security: [{ bearer: [] }, { apiKey: [scope] }],
    description: `${forRoles} Scope of an API key${all}: \`${scope}\`.`,
  }
}

/** Codes of failures that Fastify and its plugins raise themselves. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.invalid',
}

/** The answer for a thrown error: its code, or server.failed without any detail of its cause. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const part = (error as { validationContext?: string }).validationContext
    return new Failure(
      'request.invalid',
      error.validation.map(({ instancePath, message }) => ({
        path: instancePath.slice(1).replaceAll('/', '.') || (part ?? ''),
        message: message ?? '',
      })),
    )
  }
  if (isAway(error)) return new Failure('server.not_ready')
  const { code, statusCode } = error as Partial<FastifyError>
  if (statusCode === 429) return new Failure('request.too_many')
  const known = code === undefined ? undefined : frameworkCodes[code]
  if (known) return new Failure(known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Failure('request.invalid')
  return new Failure('server.failed')
}

/** The body of a failed answer, in the language that the request asks for. */
export function errorAnswer(failure: Failure, request: FastifyRequest): ErrorAnswer {
  const { code, details } = failure
  const error = failure.textIn(languageOf(request.headers['accept-language']))
  return { error, code, ...(details === undefined ? {} : { details }) }
}

/** Tells every failure in the one shape of the contract; what is not ours to tell is logged with the request's id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error)
    if (failure.status >= 500 && failure.code === 'server.failed')
      request.log.error({ err: error }, 'a call failed')
    const seconds = (failure.details as { retry_after_seconds?: number } | undefined)?.retry_after_seconds
    if (failure.status === 429 && seconds !== undefined) reply.header('retry-after', seconds)
    return reply
      .code(failure.status)
      .type('application/json; charset=utf-8')
      .serializer((answer: unknown) => JSON.stringify(answer))
      .send(errorAnswer(failure, request))
  })
}

/** What JSON can say and no text of the database can hold: a zero character, half a character. */
export const unstorable = (path = 'body') =>
  new Failure('request.invalid', [
    { path, message: 'A zero character, or half a character, cannot be kept.' },
  ])
const escaped = /\\u(?:0000|d[89a-f])/i

/** JSON bodies, where an empty one is none: `stop` and `reset` are sent with an empty body. */
export function takeJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    let value: unknown
    try {
      value = JSON.parse(text as string)
    } catch {
      return done(new Failure('request.invalid', [{ path: 'body', message: 'The body is not JSON.' }]))
    }
    if (escaped.test(text as string) && !isStorable(value)) return done(unstorable())
    done(null, value)
  })
}
