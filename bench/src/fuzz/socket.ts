import { once } from 'node:events'
import { request } from 'node:http'
import { hostileText } from '@stationmaster/server/hostile'
import { WebSocket } from 'ws'
import { type FuzzStation, hangMs, type Target } from './target.ts'

/** what the server says when it could not do what it should: the station would send it again, for ever */
const ownFault = 'InternalError'
/** what it says when the database had to say no; numbers are the schemas' to bound */
const beyondColumns = 'a value is beyond what can be kept'
const keptFrames = 12

/** What a call is counted as. */
type CallKind = 'calls' | 'numbers'

/** One socket of a station; every call has its answer, or the socket's end, within five seconds. */
export class FuzzSocket {
  /** ids of transactions that this socket has sent or received */
  readonly transactions: unknown[] = []
  readonly #last: string[] = []
  readonly #waiting = new Map<string, { action: string; kind: CallKind; resolve(): void }>()
  #calls = 0

  private constructor(
    private readonly target: Target,
    private readonly station: FuzzStation,
    private readonly socket: WebSocket,
    private readonly answer: (action: string) => unknown[] | undefined,
  ) {
    socket.on('message', (data) => this.#received(String(data)))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      for (const { resolve } of this.#waiting.values()) resolve()
      this.#waiting.clear()
    })
  }

  /** Connects as a station; null when it is not let in. */
  static async open(
    target: Target,
    station: FuzzStation,
    answer: (action: string) => unknown[] | undefined,
  ): Promise<FuzzSocket | null> {
    const { host, port, tally } = target
    const socket = new WebSocket(`ws://${host}:${port}/ocpp/${station.id}`, [station.protocol], {
      auth: `${station.id}:${station.password}`,
      handshakeTimeout: hangMs,
      perMessageDeflate: target.chance.happens(0.3),
    })
    const made = new FuzzSocket(target, station, socket, answer)
    const opened = await Promise.race([
      once(socket, 'open').then(
        () => true,
        (error: Error) => {
          const what = error.message.slice(0, 60)
          if (what.includes('timed out'))
            tally.fault({ what: 'handshake: no answer in 5000 ms', sent: station.id })
          tally.count('handshakes', what)
          return false
        },
      ),
      once(socket, 'close').then(() => false),
    ])
    if (opened) tally.count('handshakes', 'open')
    return opened ? made : null
  }

  get open(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  /** Calls and waits for the answer. */
  async call(action: string, payload: unknown, kind: CallKind = 'calls'): Promise<void> {
    const { protocol } = this.station
    this.#calls += 1
    const id = `${this.#calls}-${this.target.chance.below(1_000_000_000)}`
    const { transactionId, transactionInfo } = (payload ?? {}) as Record<string, unknown>
    const transaction =
      (transactionInfo as { transactionId?: unknown } | undefined)?.transactionId ?? transactionId
    if (transaction !== undefined) this.#keep(transaction)
    const text = JSON.stringify([2, id, action, payload])
    if (!this.open) return
    const { tally } = this.target
    const late = setTimeout(() => {
      tally.fault({ what: `${protocol} ${action}: no answer in ${hangMs} ms`, sent: [...this.#last] })
      this.#waiting.get(id)?.resolve()
    }, hangMs)
    await new Promise<void>((resolve) => {
      this.#waiting.set(id, { action, kind, resolve })
      this.#send(text)
    })
    if (this.#waiting.delete(id)) tally.count(`${protocol} ${kind}`, 'closed')
    clearTimeout(late)
  }

  /** Sends something that need not be answered. */
  async raw(frame: string | Buffer): Promise<void> {
    this.target.tally.count(`${this.station.protocol} broken frames`, this.open ? 'sent' : 'closed')
    if (this.open) this.#send(frame)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }

  /** Closes in good order, or as a lost connection does. */
  async end(politely: boolean): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return
    const closed = once(this.socket, 'close')
    if (politely) this.socket.close(1000)
    else this.socket.terminate()
    await closed
  }

  #send(frame: string | Buffer): void {
    this.#last.push(typeof frame === 'string' ? frame : frame.toString('base64'))
    if (this.#last.length > keptFrames) this.#last.shift()
    this.socket.send(frame)
  }

  #keep(transactionId: unknown): void {
    this.transactions.push(transactionId)
    if (this.transactions.length > 5) this.transactions.shift()
  }

  #received(text: string): void {
    const frame = JSON.parse(text) as [number, string, ...unknown[]]
    const [type, id] = frame
    if (type === 2) return void this.#answerCall(id, String(frame[2]), frame[3])
    const call = this.#waiting.get(id)
    const { protocol } = this.station
    const { tally } = this.target
    const said = type === 3 ? 'answered' : String(frame[2])
    const unbounded = call?.kind === 'numbers' && frame[3] === beyondColumns
    if (said === ownFault || unbounded)
      tally.fault({
        what: `${protocol} ${call?.action ?? 'frame'}: ${unbounded ? beyondColumns : ownFault}`,
        sent: [...this.#last],
        answer: text,
      })
    if (!call) return void tally.count(`${protocol} broken frames`, said)
    tally.count(`${protocol} ${call.kind}`, said)
    const { transactionId } = (frame[2] ?? {}) as { transactionId?: unknown }
    if (transactionId !== undefined) this.#keep(transactionId)
    this.#waiting.delete(id)
    call.resolve()
  }

  #answerCall(id: string, action: string, payload: unknown): void {
    this.#learn(action, payload as Record<string, unknown>)
    const answer = this.answer(action)
    this.target.tally.count(`${this.station.protocol} calls of the server`, answer ? 'answered' : 'left')
    if (answer && this.open) this.#send(JSON.stringify([answer[0], id, ...answer.slice(1)]))
  }

  /** An address to bring a file to, and a new password. */
  #learn(action: string, payload: Record<string, unknown>): void {
    const log = payload.log as { remoteLocation?: string } | undefined
    const place = (action === 'GetDiagnostics' ? payload.location : log?.remoteLocation) as string | undefined
    if (place?.includes('/uploads/')) this.target.network.uploads.push(new URL(place).pathname)
  }
}

/** A handshake that nobody can want: broken headers, foreign protocols, strangers. */
export async function attemptHandshake({ host, port, chance, network, tally }: Target): Promise<void> {
  const id = chance.happens(0.5) ? chance.one(network.stations).id : hostileText(chance).slice(0, 300)
  const call = request({
    host,
    port,
    path: chance.happens(0.1)
      ? '//[::bad/ocpp/x'
      : `/ocpp/${encodeURIComponent(id.replaceAll(/\p{Cs}/gu, ''))}`,
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: chance.one(['websocket', 'h2c']),
      'sec-websocket-version': chance.one(['13', '8', '']),
      'sec-websocket-key': chance.one(['dGhlIHNhbXBsZSBub25jZQ==', 'short', '']),
      'sec-websocket-protocol': chance.one([
        'ocpp1.6',
        'ocpp2.0.1, ocpp1.6',
        'ocpp9',
        ',',
        'a'.repeat(5_000),
      ]),
      authorization: chance.one([
        'Basic',
        'Basic Og==',
        `Basic ${'A'.repeat(5_000)}`,
        'Bearer x',
        'Basic /w==',
      ]),
    },
  })
  const answered = new Promise<string>((resolve) => {
    call.on('upgrade', (_response, socket) => {
      socket.on('error', () => undefined)
      socket.destroy()
      resolve('open')
    })
    call.on('response', (response) => {
      response.resume()
      resolve(String(response.statusCode))
    })
    call.on('error', () => resolve('closed'))
    call.setTimeout(hangMs, () => resolve('hang'))
  })
  call.end()
  const answer = await answered
  call.destroy()
  tally.count('strange handshakes', answer)
  if (answer === 'hang' || Number(answer) >= 500)
    tally.fault({ what: `strange handshake: ${answer}`, sent: { id } })
}
