import { randomBytes } from 'node:crypto'
import type { CentralHandler, CommandOutcome, StationCall, StationCommand } from '@stationmaster/ocpp'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { productVersion } from '../general/version.ts'
import { inTrace, readTraceparent, type TraceContext, traceContext } from './trace-context.ts'

type Attributes = Record<string, string | number>

interface Span extends TraceContext {
  parentId: string | undefined
  name: string
  /** of OTLP: 1 within this server, 2 received, 3 sent */
  kind: 1 | 2 | 3
  /** since 1970 */
  beginMs: number
  endMs: number
  attributes: Attributes
  failed: boolean
}

/** Work that is followed, from its beginning on. */
interface Begun {
  context: TraceContext
  parentId: string | undefined
  beginMs: number
}

const nowMs = () => performance.timeOrigin + performance.now()
const newId = (bytes: number) => randomBytes(bytes).toString('hex')

const everyMs = 1000
/** spans that wait; when a collector is away the ones that come then are lost */
const waitingMost = 4096
const atOnceMost = 512
const patienceMs = 10_000

/**
 * Traces of OpenTelemetry, sent to a collector as OTLP over HTTP in JSON: a message of a station from its frame to its answer with its
 * commit, and a call of a person with the commands that it gives, over servers.
 */
export class Traces {
  #waiting: Span[] = []
  #calls = new WeakMap<StationCall, TraceContext>()
  #isAway = false
  readonly #timer: NodeJS.Timeout
  #sending: Promise<void> = Promise.resolve()

  constructor(
    private readonly options: NonNullable<Config['traces']>,
    private readonly nodeId: string,
    private readonly log: Pick<FastifyBaseLogger, 'warn'>,
  ) {
    this.#timer = setInterval(() => this.#flush(), everyMs).unref()
  }

  /** A trace that begins here is one of a share of all; undefined: it is not followed. */
  #begin(parent: TraceContext | undefined): Begun | undefined {
    if (!parent && Math.random() >= this.options.share) return undefined
    return {
      context: { traceId: parent?.traceId ?? newId(16), spanId: newId(8) },
      parentId: parent?.spanId,
      beginMs: nowMs(),
    }
  }

  #add(span: Span): void {
    if (this.#waiting.length < waitingMost) this.#waiting.push(span)
  }

  /** Adds a piece of work that has ended just now, after so many seconds. */
  #ended(
    parent: TraceContext,
    span: Pick<Span, 'name' | 'kind' | 'attributes' | 'failed'>,
    seconds: number,
  ): void {
    const endMs = nowMs()
    const { traceId, spanId: parentId } = parent
    this.#add({ ...span, traceId, spanId: newId(8), parentId, beginMs: endMs - seconds * 1000, endMs })
  }

  /** The same handler, with the calls of stations followed from their frames to their answers. */
  traced(handler: CentralHandler): CentralHandler {
    return {
      onCall: (call) => {
        const begun = this.#begin(undefined)
        if (!begun) return handler.onCall(call)
        const { context, parentId, beginMs } = begun
        const { action, link } = call
        this.#calls.set(call, context)
        const end = (failed: boolean) =>
          this.#add({
            ...context,
            parentId,
            name: `ocpp ${action}`,
            kind: 2,
            beginMs,
            endMs: nowMs(),
            attributes: {
              'ocpp.action': action,
              'ocpp.protocol': link.protocol,
              'station.id': link.stationId,
            },
            failed,
          })
        const answer = handler.onCall(call)
        if (typeof answer === 'string') end(false)
        else
          answer.then(
            (frame) => end(frame.startsWith('[4')),
            () => end(true),
          )
        return answer
      },
      onFrame: handler.onFrame.bind(handler),
      onClose: handler.onClose.bind(handler),
      onFault: handler.onFault.bind(handler),
      onOutcome: (ended) => {
        this.command(ended, 'local')
        handler.onOutcome?.(ended)
      },
    }
  }

  /** A batch of messages was committed. */
  committed(items: readonly { call?: StationCall | undefined }[], seconds: number): void {
    for (const { call } of items) {
      const context = call && this.#calls.get(call)
      const attributes = { 'batch.messages': items.length }
      if (context) this.#ended(context, { name: 'commit', kind: 1, attributes, failed: false }, seconds)
    }
  }

  /** A command has ended that belongs to the work that the code is in. */
  command(
    ended: {
      type: StationCommand['type']
      outcome: CommandOutcome['kind']
      stationId: string
      seconds: number
    },
    hop: 'local' | 'remote',
  ): void {
    const context = traceContext()
    if (!context) return
    const { type, outcome, stationId, seconds } = ended
    const attributes = { 'station.id': stationId, 'command.outcome': outcome, 'command.hop': hop }
    const failed = outcome !== 'answered'
    this.#ended(context, { name: `command ${type}`, kind: 3, attributes, failed }, seconds)
  }

  /** Follows the calls of people and programs, and continues the trace that they name. */
  serve(app: FastifyInstance): void {
    const begun = new WeakMap<object, Begun>()
    app.addHook('onRequest', async (request) => {
      const span = this.#begin(readTraceparent(request.headers.traceparent))
      if (span) begun.set(request, span)
    })
    // its body has been read: what comes before belongs to the socket
    app.addHook('preHandler', (request, _reply, done) => inTrace(begun.get(request)?.context, done))
    app.addHook('onResponse', async (request, reply) => {
      const span = begun.get(request)
      if (!span) return
      const route = request.routeOptions.url ?? 'unknown'
      const { context, parentId, beginMs } = span
      const attributes = {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
      }
      const name = `${request.method} ${route}`
      const failed = reply.statusCode >= 500
      this.#add({ ...context, parentId, name, kind: 2, beginMs, endMs: nowMs(), attributes, failed })
    })
  }

  #flush(): void {
    this.#sending = this.#sending.then(async () => {
      while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, atOnceMost))
    })
  }

  async #send(spans: readonly Span[]): Promise<void> {
    const { endpoint, headers } = this.options
    try {
      const answer = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(exported(spans, this.nodeId)),
        signal: AbortSignal.timeout(patienceMs),
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`the collector answers ${answer.status}`)
      this.#isAway = false
    } catch (error) {
      if (!this.#isAway) this.log.warn({ err: error }, 'traces could not be sent, and are lost')
      this.#isAway = true
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#flush()
    await this.#sending
  }
}

const valueOfAttribute = (value: string | number) =>
  typeof value === 'number' ? { intValue: String(value) } : { stringValue: value }
const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOfAttribute(value) }))
const nanoseconds = (ms: number) => `${BigInt(Math.round(ms * 1000)) * 1000n}`

/** ExportTraceServiceRequest of OTLP in JSON. */
const exported = (spans: readonly Span[], nodeId: string) => ({
  resourceSpans: [
    {
      resource: {
        attributes: attributesOf({
          'service.name': 'stationmaster',
          'service.version': productVersion,
          'service.instance.id': nodeId,
        }),
      },
      scopeSpans: [
        {
          scope: { name: 'stationmaster' },
          spans: spans.map(
            ({ traceId, spanId, parentId, name, kind, beginMs, endMs, attributes, failed }) => ({
              traceId,
              spanId,
              parentSpanId: parentId ?? '',
              name,
              kind,
              startTimeUnixNano: nanoseconds(beginMs),
              endTimeUnixNano: nanoseconds(endMs),
              attributes: attributesOf(attributes),
              status: failed ? { code: 2 } : {},
            }),
          ),
        },
      ],
    },
  ],
})
