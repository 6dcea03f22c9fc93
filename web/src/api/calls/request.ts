import type { Call } from '@stationmaster/contract'
import { learnServerTime } from '../live/server-clock.ts'
import { authorizedFetch } from '../tokens.ts'
import { errorOf } from './api-error.ts'
import type { Idempotency } from './idempotency.ts'
import { type Parts, urlOf } from './url-of.ts'

type Schema = Call['params']
type InputOf<S extends Schema> = S['_zod']['input']
type AnswerOf<S extends Schema> = S['_zod']['output']

type Part<K extends string, S extends Schema> = [InputOf<S>] extends [undefined]
  ? unknown
  : undefined extends InputOf<S>
    ? { [key in K]?: InputOf<S> }
    : { [key in K]: InputOf<S> }

/** What a call takes: params, query and body, each only where the contract has it. */
export type Input<P extends Schema, Q extends Schema, B extends Schema> = Part<'params', P> &
  Part<'query', Q> &
  Part<'body', B> & {
    /** see useChange */
    idempotency?: Idempotency
  }

/** A page of a list with the total of x-total-count. */
export interface Counted<T> {
  items: T
  total: number
}

/** Makes a call of the contract with the session's token; throws ApiError on every 4xx, 5xx or missing answer. */
export async function request<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  call: Call<P, Q, B, A>,
  input: Input<P, Q, B>,
  signal?: AbortSignal,
): Promise<AnswerOf<A>> {
  return read(call, await send(call, input, signal))
}

/** As request, for a list whose total stands in x-total-count. */
export async function requestCounted<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  call: Call<P, Q, B, A>,
  input: Input<P, Q, B>,
  signal?: AbortSignal,
): Promise<Counted<AnswerOf<A>>> {
  const answer = await send(call, input, signal)
  return { items: await read(call, answer), total: Number(answer.headers.get('x-total-count') ?? 0) }
}

/** As request, for a part of a list without an end; `next` is where to go on, null at the end. */
export async function requestCursored<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  call: Call<P, Q, B, A>,
  input: Input<P, Q, B>,
  signal?: AbortSignal,
): Promise<{ items: AnswerOf<A>; next: string | null }> {
  const answer = await send(call, input, signal)
  return { items: await read(call, answer), next: answer.headers.get('x-next-cursor') }
}

async function read<A extends Schema>(call: Call<Schema, Schema, Schema, A>, answer: Response) {
  if (answer.status === 204) return undefined as AnswerOf<A>
  return (call.text || call.file ? await answer.text() : await answer.json()) as AnswerOf<A>
}

async function send(call: Call, input: unknown, signal?: AbortSignal): Promise<Response> {
  const { idempotency, ...parts } = input as Parts & { idempotency?: Idempotency }
  const url = urlOf(call.path, parts)
  const headers = new Headers()
  const init: RequestInit = { method: call.method, headers }
  if (signal) init.signal = signal
  if (parts.body !== undefined) {
    init.body = JSON.stringify(parts.body)
    headers.set('content-type', 'application/json')
  }
  if (idempotency) headers.set('idempotency-key', idempotency.keyOf(`${url} ${init.body ?? ''}`))
  const answer = await authorizedFetch(`/api/v1/${url}`, init)
  learnServerTime(answer.headers.get('date'), Date.now())
  if (!answer.ok) throw await errorOf(answer)
  return answer
}
