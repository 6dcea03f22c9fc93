import type { LiveRereading, LiveSignal } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Rest } from '../http/http.ts'
import { type NodeBus, noBus } from '../nodes/bus.ts'
import type { Clock } from './clock.ts'

const coalesceMs = 250
const commentMs = 20 * SECOND_MS
const scopeMs = 60 * SECOND_MS
const longestMs = 2 ** 31 - 1
/** a reader that is this far behind is dropped: it connects again and reads everything again */
const behindMost = 256 * 1024

/** A manager's id, or a word for what is no manager. */
type ReaderId = number | string

type Listener = (signals: readonly LiveSignal[]) => void

/** Without contact with the other servers the screens here read everything again this often, the first time at once. */
const rereadMs = 8 * SECOND_MS

/**
 * Carries signals of change to the listeners of all servers; equal ones within 250 ms are sent once. While the other servers cannot be
 * reached, screens are signaled to read everything again from the database, at once and every eight seconds.
 */
export class LiveBus {
  /** each with what it does when signals may have been lost */
  readonly #listeners = new Map<Listener, () => void>()
  readonly #readers = new Map<() => void, ReaderId>()
  #dismissals = 0
  #waiting = new Map<string, LiveSignal>()
  #timer: NodeJS.Timeout | undefined
  #rereading: NodeJS.Timeout | undefined

  constructor(private readonly nodes: NodeBus = noBus) {
    nodes.hear('live', (signals: readonly LiveSignal[]) => this.#deliver(signals))
    nodes.hear('dismiss', (reader: ReaderId) => this.#endReading(reader))
    nodes.onChange((state) => this.#reread(state === 'cut_off'))
    this.#reread(nodes.state === 'cut_off')
  }

  publish(signal: LiveSignal): void {
    if (this.#listeners.size === 0 && this.nodes.state === 'alone') return
    this.#waiting.set(`${signal.topic} ${signal.id}`, signal)
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#tell(), coalesceMs).unref()
  }

  /**
   * Calls the listener with every signal, several at a time, and `reread` when signals may have been lost, until the answered function is
   * called.
   */
  subscribe(listener: Listener, reread: () => void = () => undefined): () => void {
    this.#listeners.set(listener, reread)
    return () => this.#listeners.delete(listener)
  }

  /** Notes that somebody reads the signals, and how to end that, until the answered function is called. */
  reads(reader: ReaderId, end: () => void): () => void {
    this.#readers.set(end, reader)
    return () => this.#readers.delete(end)
  }

  /** Ends what somebody reads: the screens come back at once, with what they may see by now. */
  dismiss(dismissed: ReaderId): void {
    this.#endReading(dismissed)
    this.nodes.broadcast('dismiss', dismissed)
  }

  /** Counts those who were dismissed: whoever was admitted meanwhile and is noted since may be one of them. */
  get dismissals(): number {
    return this.#dismissals
  }

  #endReading(dismissed: ReaderId): void {
    this.#dismissals++
    for (const [end, reader] of this.#readers) if (reader === dismissed) end()
  }

  /** The contact is noticed as lost some seconds after it was; what was not heard until it is back is read once more. */
  #reread(isCutOff: boolean): void {
    const all = () => {
      for (const reread of this.#listeners.values()) reread()
    }
    all()
    clearInterval(this.#rereading)
    this.#rereading = isCutOff ? setInterval(all, rereadMs).unref() : undefined
  }

  #tell(): void {
    const signals = [...this.#waiting.values()]
    this.#waiting = new Map()
    this.#timer = undefined
    this.nodes.broadcast('live', signals)
    this.#deliver(signals)
  }

  #deliver(signals: readonly LiveSignal[]): void {
    for (const listener of this.#listeners.keys()) listener(signals)
  }
}

/** Who reads the signals. */
export interface LiveReader {
  id: ReaderId
  /** the locations whose signals they receive; null: all of them */
  scope: ReadonlySet<number> | null
  /** whether they receive signals of a kind */
  hears(topic: LiveSignal['topic']): boolean
  /** null: once they are turned away */
  expiresAt: Date | null
}

/** Reads the Authorization header; throws where it is nobody's who may read. */
export type AdmitReader = (request: FastifyRequest, reply: FastifyReply) => Promise<LiveReader>

/** An answer of server-sent events; it ends with its reader or with the server. */
export interface EventStream {
  /** Sends one event. A reader that is too far behind is dropped, and reads everything again. */
  tell(said: object): void
  end(): void
  /** Called once it has ended. */
  onClose(then: () => void): void
}

/** Begins answers of server-sent events: a comment every 20 s, so that neither side takes the other for gone. */
export function eventStreams(app: FastifyInstance): (reply: FastifyReply) => EventStream {
  const open = new Set<FastifyReply>()
  app.addHook('preClose', async () => {
    for (const reply of open) reply.raw.end()
  })
  return (reply) => {
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
    const comment = setInterval(() => write(': still here\n\n'), commentMs)
    const onClose = (then: () => void) => {
      // whose reader left while they were admitted has closed before anybody listened
      if (out.destroyed) process.nextTick(then)
      else out.on('close', then)
    }
    onClose(() => {
      clearInterval(comment)
      open.delete(reply)
    })
    return {
      tell: (said) => write(`data: ${JSON.stringify(said)}\n\n`),
      end: () => void out.end(),
      onClose,
    }
  }
}

/** A signal as somebody with a scope receives it; of an incident at several locations, some of which may be theirs, only that one has changed. */
function shownTo(scope: ReadonlySet<number> | null, signal: LiveSignal): LiveSignal | null {
  if (scope === null || scope.has(signal.locationId)) return signal
  return signal.topic === 'incident' && signal.locationId === 0 ? { ...signal, id: 0 } : null
}

/** Serves GET /api/v1/live: server-sent events until the token expires or the server closes. */
export function liveRoute(
  { app }: Pick<Rest, 'app'>,
  { bus, clock, admit }: { bus: LiveBus; clock: Clock; admit: AdmitReader },
): void {
  const stream = eventStreams(app)
  app.get('/api/v1/live', { schema: { hide: true } as object }, async (request, reply) => {
    const { dismissals } = bus
    const { id, expiresAt, hears, ...admitted } = await admit(request, reply)
    let { scope } = admitted
    const { tell, end, onClose } = stream(reply)
    const forget = bus.subscribe(
      (signals) => {
        for (const signal of signals) {
          const shown = hears(signal.topic) ? shownTo(scope, signal) : null
          if (shown) tell(shown)
        }
      },
      () => tell({ topic: 'all' } satisfies LiveRereading),
    )
    const leave = bus.reads(id, end)
    const readmit = () => {
      // who may not see anything any more, or whose scope cannot be read, has to sign in again
      admit(request, reply).then((present) => {
        scope = present.scope
      }, end)
    }
    if (bus.dismissals !== dismissals) readmit()
    const refresh = setInterval(readmit, scopeMs)
    // an API key may live longer than setTimeout counts: its program connects again then
    const expiry =
      expiresAt &&
      setTimeout(end, Math.min(longestMs, Math.max(0, expiresAt.getTime() - clock.now().getTime())))
    onClose(() => {
      forget()
      leave()
      clearInterval(refresh)
      if (expiry) clearTimeout(expiry)
    })
  })
}
