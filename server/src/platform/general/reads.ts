import type { Call } from '@stationmaster/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { Failure } from '../http/failure.ts'

/** What a call that reads may look at. */
interface Reading {
  params: unknown
  query: unknown
  body: undefined
  caller: Caller
  readonly driver: never
  remoteAddress: string
  request: FastifyRequest
  setHeader(): void
}

export type ReadHandler = (received: Reading) => Promise<unknown>

interface Reader {
  handler: ReadHandler
  allows(caller: Caller): boolean
}

/** Answers reading calls of the interface to the server itself, as somebody: with their role, their scope and nothing more. */
export class Reads {
  readonly #readers = new Map<Call, Reader>()

  add(call: Call, handler: ReadHandler, allows: (caller: Caller) => boolean): void {
    if (call.method === 'GET') this.#readers.set(call, { handler, allows })
  }

  /** The answer of a call, as its schema writes it; undefined: the caller sees no such thing. */
  async as(caller: Caller, call: Call, params: object): Promise<unknown> {
    const reader = this.#readers.get(call)
    if (!reader) throw new Error(`Nobody serves ${call.path}.`)
    if (!mayCall(caller, call) || !reader.allows(caller)) return undefined
    const query = call.query.safeParse({})
    try {
      const answer = await reader.handler({
        params: call.params.parse(params),
        query: query.success ? query.data : undefined,
        body: undefined,
        caller,
        get driver(): never {
          throw new Failure('auth.required')
        },
        remoteAddress: '',
        // of a request, calls that read look at its language alone
        request: { headers: {} } as FastifyRequest,
        setHeader: () => undefined,
      })
      return call.answer.parse(answer)
    } catch (error) {
      if (error instanceof Failure && error.status < 500) return undefined
      throw error
    }
  }
}

export const mayCall = ({ role }: Pick<Caller, 'role'>, { roles }: Call): boolean =>
  Array.isArray(roles) && roles.includes(role)
