import type { Call } from '@stationmaster/contract'
import type { z } from 'zod'
import { errorOf } from './api-error.ts'
import { learnServerTime } from './server-clock.ts'
import { authorizedFetch } from './tokens.ts'
import { type Parts, urlOf } from './url-of.ts'

type Part<K extends string, S extends z.ZodType> = [z.input<S>] extends [undefined]
  ? unknown
  : undefined extends z.input<S>
    ? { [key in K]?: z.input<S> }
    : { [key in K]: z.input<S> }

/** What a call takes: params, query and body, each only where the contract has it. */
export type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Part<'params', P> &
  Part<'query', Q> &
  Part<'body', B>

/** A page of a list with the total of x-total-count. */
export interface Counted<T> {
  items: T
  total: number
}

/** Makes a call of the contract with the session's token; throws ApiError on every 4xx, 5xx or missing answer. */
export async function request<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
>(call: Call<P, Q, B, A>, input: Input<P, Q, B>, signal?: AbortSignal): Promise<z.output<A>> {
  return read(call, await send(call, input, signal))
}

/** As request, for a list whose total stands in x-total-count. */
export async function requestCounted<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
>(call: Call<P, Q, B, A>, input: Input<P, Q, B>, signal?: AbortSignal): Promise<Counted<z.output<A>>> {
  const answer = await send(call, input, signal)
  return { items: await read(call, answer), total: Number(answer.headers.get('x-total-count') ?? 0) }
}

async function read<A extends z.ZodType>(call: Call<z.ZodType, z.ZodType, z.ZodType, A>, answer: Response) {
  if (answer.status === 204) return undefined as z.output<A>
  return (call.text ? await answer.text() : await answer.json()) as z.output<A>
}

async function send(call: Call, input: unknown, signal?: AbortSignal): Promise<Response> {
  const parts = input as Parts
  const init: RequestInit = { method: call.method }
  if (signal) init.signal = signal
  if (parts.body !== undefined) {
    init.body = JSON.stringify(parts.body)
    init.headers = { 'content-type': 'application/json' }
  }
  const answer = await authorizedFetch(`/api/v1/${urlOf(call.path, parts)}`, init)
  learnServerTime(answer.headers.get('date'), Date.now())
  if (!answer.ok) throw await errorOf(answer)
  return answer
}
