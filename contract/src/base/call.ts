import { z } from 'zod'
import { offsetMost } from './bounds.ts'
import type { Role } from './enums.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One REST call: drives the route, its validation, its role guard, the OpenAPI document and the typed client. */
export interface Call<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Below /api/v1/, with {name} for parameters. */
  path: string
  summary: string
  /** Who may call it; 'public' needs no token, 'driver' the token of a driver's own account, which opens no other call. */
  roles: readonly Role[] | 'public' | 'driver'
  params: P
  query: Q
  body: B
  answer: A
  /** Status of a successful answer; default: 200. */
  status?: 200 | 201 | 204
  /** Media type of a successful answer; default: JSON. */
  type?: string
  /** The answer is plain text, not JSON. */
  text?: boolean
  /** The answer is a file to keep: its media type, and the name that it is offered under. */
  file?: { type: string; name: string }
  /** The answer is a file whose type and name the server tells. */
  download?: true
  /** The largest body in bytes; default: 1 MiB. */
  bodyLimit?: number
  /** The answer is a list whose total stands in x-total-count. */
  counted?: boolean
  /** The answer is a part of a list without an end; x-next-cursor says where to go on, absent at the end. */
  cursored?: boolean
  /** For how many seconds the caller may keep a good answer. */
  cacheSeconds?: number
  /** Who may call is who holds a secret in it that nobody guesses, of a link: a good one is never refused for what others try. */
  bySecret?: true
  /** Its answer holds a secret that nothing keeps, so it is answered once, without an idempotency key. */
  answersSecret?: true
  /** One file is sent as multipart/form-data instead of a JSON body. */
  upload?: boolean
}

const nothing = z.undefined()

/** Describes a call; parts that are left out take nothing. */
export function call<
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof nothing,
  A extends z.ZodType = typeof nothing,
>(
  described: Omit<Call<P, Q, B, A>, 'params' | 'query' | 'body' | 'answer'> & {
    params?: P
    query?: Q
    body?: B
    answer?: A
  },
): Call<P, Q, B, A> {
  return { params: nothing, query: nothing, body: nothing, answer: nothing, ...described } as unknown as Call<
    P,
    Q,
    B,
    A
  >
}

export const idParams = z.object({ id: z.coerce.number().int().positive() })
export const textIdParams = z.object({ id: z.string().min(1).max(48) })

/** limit and offset of a list; the largest page is the caller's to set. */
export const page = (defaultLimit: number, maxLimit: number) => ({
  limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit),
  offset: z.coerce.number().int().min(0).max(offsetMost).default(0),
})

/** An instant in the interface: ISO 8601 in UTC. */
export const instant = z.string()
