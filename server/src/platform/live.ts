import type { LiveSignal } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyReply } from 'fastify'
import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import type { Rest } from './http.ts'

const coalesceMs = 250
const commentMs = 20 * SECOND_MS
const scopeMs = 60 * SECOND_MS
/** a reader that has not taken this much is dropped: it comes back and reads everything anew */
const behindMost = 256 * 1024

type Listener = (signals: readonly LiveSignal[]) => void

/** Carries signals of change to whoever listens in this process; equal ones within 250 ms are told once. */
export class LiveBus {
  readonly #listeners = new Set<Listener>()
  readonly #readers = new Map<() => void, number>()
  #waiting = new Map<string, LiveSignal>()
  #timer: NodeJS.Timeout | undefined

  publish(signal: LiveSignal): void {
    if (this.#listeners.size === 0) return
    this.#waiting.set(`${signal.topic} ${signal.id}`, signal)
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#tell(), coalesceMs).unref()
  }

  /** Calls the listener with every signal, several at a time, until the answered function is called. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Notes that a manager reads the signals, and how to end that, until the answered function is called. */
  reads(managerId: number, end: () => void): () => void {
    this.#readers.set(end, managerId)
    return () => this.#readers.delete(end)
  }

  /** Ends what a manager reads here: the screens come back at once, with what the manager may see by now. */
  dismiss(managerId: number): void {
    for (const [end, reader] of this.#readers) if (reader === managerId) end()
  }

  #tell(): void {
    const signals = [...this.#waiting.values()]
    this.#waiting = new Map()
    this.#timer = undefined
    for (const listener of this.#listeners) listener(signals)
  }
}

/** The locations whose signals a caller receives; null: all of them. */
export type ScopeOf = (caller: Caller) => Promise<ReadonlySet<number> | null>

/** Serves GET /api/v1/live: server-sent events, a comment every 20 s, until the token expires or the server closes. */
export function liveRoute(
  { app, authenticate }: Rest,
  { bus, clock, scopeOf }: { bus: LiveBus; clock: Clock; scopeOf: ScopeOf },
): void {
  const open = new Set<FastifyReply>()
  app.addHook('preClose', async () => {
    for (const reply of open) reply.raw.end()
  })
  app.get('/api/v1/live', { schema: { hide: true } as object }, async (request, reply) => {
    const { caller, expiresAt } = await authenticate(request.headers.authorization)
    let scope = await scopeOf(caller)
    const out = reply.raw
    reply.hijack()
    // a hijacked answer loses what the plugins have set
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) out.setHeader(name, value)
    out.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    out.write(': hello\n\n')
    open.add(reply)

    const write = (text: string) => {
      if (out.writableLength > behindMost) out.destroy()
      else out.write(text)
    }
    const forget = bus.subscribe((signals) => {
      const visible = scope === null ? signals : signals.filter(({ locationId }) => scope?.has(locationId))
      if (visible.length > 0) write(visible.map((signal) => `data: ${JSON.stringify(signal)}\n\n`).join(''))
    })
    const leave = bus.reads(caller.id, () => out.end())
    const comment = setInterval(() => write(': still here\n\n'), commentMs)
    const refresh = setInterval(() => {
      // who may not see anything any more, or whose scope cannot be read, has to sign in again
      authenticate(request.headers.authorization)
        .then(({ caller: present }) => scopeOf(present))
        .then(
          (fresh) => {
            scope = fresh
          },
          () => out.end(),
        )
    }, scopeMs)
    // setTimeout holds at most 2^31 - 1 ms; an access token lives a day
    const expiry = setTimeout(() => out.end(), Math.max(0, expiresAt.getTime() - clock.now().getTime()))
    out.on('close', () => {
      forget()
      leave()
      clearInterval(comment)
      clearInterval(refresh)
      clearTimeout(expiry)
      open.delete(reply)
    })
  })
}
