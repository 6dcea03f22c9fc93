import type { LiveSignal } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyReply } from 'fastify'
import type { Rest } from '../http/http.ts'
import type { Clock } from './clock.ts'

const coalesceMs = 250
const commentMs = 20 * SECOND_MS
const scopeMs = 60 * SECOND_MS
/** a reader that is this far behind is dropped: it connects again and reads everything again */
const behindMost = 256 * 1024

/** A manager's id, or a word for what is no manager. */
type ReaderId = number | string

type Listener = (signals: readonly LiveSignal[]) => void

/** Carries signals of change to the listeners in this process; equal ones within 250 ms are sent once. */
export class LiveBus {
  readonly #listeners = new Set<Listener>()
  readonly #readers = new Map<() => void, ReaderId>()
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

  /** Notes that somebody reads the signals, and how to end that, until the answered function is called. */
  reads(reader: ReaderId, end: () => void): () => void {
    this.#readers.set(end, reader)
    return () => this.#readers.delete(end)
  }

  /** Ends what somebody reads here: the screens come back at once, with what they may see by now. */
  dismiss(dismissed: ReaderId): void {
    for (const [end, reader] of this.#readers) if (reader === dismissed) end()
  }

  #tell(): void {
    const signals = [...this.#waiting.values()]
    this.#waiting = new Map()
    this.#timer = undefined
    for (const listener of this.#listeners) listener(signals)
  }
}

/** Who reads the signals. */
export interface LiveReader {
  id: ReaderId
  /** the locations whose signals they receive; null: all of them */
  scope: ReadonlySet<number> | null
  /** null: once they are turned away */
  expiresAt: Date | null
}

/** Reads the Authorization header; throws where it is nobody's who may read. */
export type Admit = (authorization: string | undefined) => Promise<LiveReader>

/** Serves GET /api/v1/live: server-sent events, a comment every 20 s, until the token expires or the server closes. */
export function liveRoute(
  { app }: Pick<Rest, 'app'>,
  { bus, clock, admit }: { bus: LiveBus; clock: Clock; admit: Admit },
): void {
  const open = new Set<FastifyReply>()
  app.addHook('preClose', async () => {
    for (const reply of open) reply.raw.end()
  })
  app.get('/api/v1/live', { schema: { hide: true } as object }, async (request, reply) => {
    const { id, expiresAt, ...admitted } = await admit(request.headers.authorization)
    let { scope } = admitted
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
    const leave = bus.reads(id, () => out.end())
    const comment = setInterval(() => write(': still here\n\n'), commentMs)
    const refresh = setInterval(() => {
      // who may not see anything any more, or whose scope cannot be read, has to sign in again
      admit(request.headers.authorization).then(
        (present) => {
          scope = present.scope
        },
        () => out.end(),
      )
    }, scopeMs)
    // setTimeout holds at most 2^31 - 1 ms; an access token lives a day
    const expiry =
      expiresAt && setTimeout(() => out.end(), Math.max(0, expiresAt.getTime() - clock.now().getTime()))
    out.on('close', () => {
      forget()
      leave()
      clearInterval(comment)
      clearInterval(refresh)
      if (expiry) clearTimeout(expiry)
      open.delete(reply)
    })
  })
}
