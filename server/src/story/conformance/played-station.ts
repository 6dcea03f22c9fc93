import { once } from 'node:events'
import type { ConnectionOptions } from 'node:tls'
import type { Protocol } from '@stationmaster/ocpp'
import { WebSocket } from 'ws'
import { schemaFault } from './official-schemas.ts'

export type Payload = Record<string, unknown>

/** A call of the central system that waits for the station's answer. */
export interface ReceivedCall {
  action: string
  payload: Payload
  answer(payload: Payload): void
  /** The same for a payload that may break its schema. */
  answerAsItStands(payload: unknown): void
  /** Answers with a CALLERROR. */
  refuse(code: string): void
}

export interface ConnectionSettings {
  /** ws:// or wss://, without the station's id */
  url: string
  id: string
  password?: string
  /** the name in HTTP Basic, when it is not the id */
  user?: string
  protocol: Protocol
  /** replaces what the station offers as subprotocols */
  offers?: string[]
  tls?: ConnectionOptions
}

/** The central system answered with a CALLERROR. */
class CallRefused extends Error {
  constructor(
    readonly action: string,
    readonly code: string,
    text: string,
  ) {
    super(`${action} was refused: ${code} ${text}`)
  }
}

const patienceMs = 30_000

/**
 * The station's side of a case, frame by frame. Everything that the central system sends is checked against the standard's schemas
 * and the rules of OCPP-J. What breaks them, and each call that the case does not expect, is in `faults` and fails the case.
 */
export class PlayedStation {
  readonly faults: string[] = []
  /** message ids of its answers that the central system could not take (CALLRESULTERROR), with the codes */
  readonly refusedAnswers: [id: string, code: string][] = []
  private readonly sent = new Map<string, { action: string; resolve(frame: unknown[]): void }>()
  private readonly unexpected: ReceivedCall[] = []
  private readonly waiting: { action: string; resolve(call: ReceivedCall): void }[] = []
  private readonly standing = new Map<string, (payload: Payload) => Payload>()
  private readonly seenIds = new Set<string>()
  private unanswered: string | null = null
  private count = 0
  private ended: { code: number; reason: string } | null = null

  private constructor(
    private readonly socket: WebSocket,
    readonly protocol: Protocol,
  ) {
    socket.on('message', (data, isBinary) => this.received(String(data), isBinary))
    socket.on('close', (code, reason) => this.gone(code, String(reason)))
    socket.on('error', () => {})
  }

  /** Connects; rejects with the HTTP status when the handshake is refused, or with the error of the connection. */
  static async open(connectionSettings: ConnectionSettings): Promise<PlayedStation> {
    const socket = new WebSocket(
      `${connectionSettings.url}/${encodeURIComponent(connectionSettings.id)}`,
      connectionSettings.offers ?? [connectionSettings.protocol],
      {
        ...connectionSettings.tls,
        ...(connectionSettings.password === undefined
          ? {}
          : {
              headers: {
                authorization: `Basic ${Buffer.from(`${connectionSettings.user ?? connectionSettings.id}:${connectionSettings.password}`).toString('base64')}`,
              },
            }),
      },
    )
    const station = new PlayedStation(socket, connectionSettings.protocol)
    const refused = new Promise<never>((_resolve, reject) => {
      socket.once('unexpected-response', (_request, response) => {
        socket.terminate()
        reject(new Error(`the handshake was answered with ${response.statusCode}`))
      })
      socket.once('error', reject)
    })
    await Promise.race([once(socket, 'open'), refused])
    return station
  }

  /** the subprotocol that the central system chose */
  get chosen(): string {
    return this.socket.protocol
  }

  /** Calls the central system and resolves with its answer; rejects with CallRefused. */
  async call(action: string, payload: Payload): Promise<Payload> {
    const own = schemaFault(this.protocol, `${action}.req`, payload)
    if (own) throw new Error(`the case itself sends a wrong ${action}: ${own}`)
    return this.callAsItStands(action, payload)
  }

  /** The same for a payload that may break its schema. */
  async callAsItStands(action: string, payload: Payload): Promise<Payload> {
    this.count += 1
    const id = `s${this.count}`
    const answered = new Promise<unknown[]>((resolve) => this.sent.set(id, { action, resolve }))
    this.socket.send(JSON.stringify([2, id, action, payload]))
    const [type, , third, fourth] = await withinPatience(`the answer to ${action}`, answered)
    if (type === 4) throw new CallRefused(action, String(third), String(fourth))
    return third as Payload
  }

  /** Sends a message that gets no answer (SEND of 2.1). */
  tell(action: string, payload: Payload): void {
    this.count += 1
    this.socket.send(JSON.stringify([6, `s${this.count}`, action, payload]))
  }

  /** Waits for the next call of an action, or takes one that has come already. */
  next(action: string): Promise<ReceivedCall> {
    const at = this.unexpected.findIndex((call) => call.action === action)
    if (at >= 0) return Promise.resolve(this.unexpected.splice(at, 1)[0]!)
    const call = new Promise<ReceivedCall>((resolve) => this.waiting.push({ action, resolve }))
    return withinPatience(`a call of ${action}`, call)
  }

  /** Answers each call of an action for which the case does not wait. */
  always(action: string, answer: (payload: Payload) => Payload): void {
    this.standing.set(action, answer)
  }

  get isOpen(): boolean {
    return this.ended === null
  }

  /** Waits until the central system has closed the socket. */
  async closedByCentral(): Promise<{ code: number; reason: string }> {
    if (!this.ended) await withinPatience('the end of the socket', once(this.socket, 'close'))
    return this.ended!
  }

  /** Loses the connection, as a power failure or a network does. */
  async cut(): Promise<void> {
    if (this.ended) return
    const closed = once(this.socket, 'close')
    this.socket.terminate()
    await closed
  }

  /** Ends the case: resolves with its faults; a call that the case did not expect is one, too. */
  leave(): readonly string[] {
    const faults = this.unexpected.map(({ action }) => `${action} was sent, and the case does not expect it`)
    this.socket.terminate()
    return [...this.faults, ...faults]
  }

  private gone(code: number, reason: string): void {
    this.ended = { code, reason }
    for (const { resolve } of this.sent.values()) resolve([4, '', 'Closed', 'the socket was closed'])
    this.sent.clear()
  }

  private received(text: string, isBinary: boolean): void {
    if (isBinary) this.faults.push('a binary frame')
    const frame = JSON.parse(text) as unknown[]
    const [type, id] = frame
    if (type === 2) this.receiveCall(String(id), frame)
    else if (type === 3 || type === 4) this.receiveAnswer(String(id), frame)
    else if (type === 5 && this.protocol === 'ocpp2.1')
      this.refusedAnswers.push([String(id), String(frame[2])])
    else this.faults.push(`a message of type ${type}`)
  }

  private receiveAnswer(id: string, frame: unknown[]): void {
    const call = this.sent.get(id)
    if (!call) return void this.faults.push(`an answer to ${id}, which was never called`)
    this.sent.delete(id)
    if (frame.length !== (frame[0] === 3 ? 3 : 5)) this.faults.push(`an answer of ${frame.length} elements`)
    const fault = frame[0] === 3 ? schemaFault(this.protocol, `${call.action}.conf`, frame[2]) : null
    if (fault) this.faults.push(`the answer to ${call.action}: ${fault}`)
    call.resolve(frame)
  }

  private receiveCall(id: string, frame: unknown[]): void {
    const [, , name, payload] = frame
    const action = String(name)
    if (frame.length !== 4) this.faults.push(`a call of ${frame.length} elements`)
    if (id.length > 36 || this.seenIds.has(id)) this.faults.push(`the message id ${id}`)
    this.seenIds.add(id)
    // one call at a time each way (OCPP-J 1.6 clause 4.1.1, 2.0.1 part 4 clause 4.1.1)
    if (this.unanswered) this.faults.push(`${action} was sent before ${this.unanswered} was answered`)
    const fault = schemaFault(this.protocol, `${action}.req`, payload)
    if (fault) this.faults.push(`${action}: ${fault}`)
    this.unanswered = action
    const send = (answer: unknown[]) => {
      this.unanswered = null
      this.socket.send(JSON.stringify(answer))
    }
    const call: ReceivedCall = {
      action,
      payload: payload as Payload,
      answer: (answer) => {
        const own = schemaFault(this.protocol, `${action}.conf`, answer)
        if (own) this.faults.push(`the case itself answers ${action} wrongly: ${own}`)
        send([3, id, answer])
      },
      answerAsItStands: (answer) => send([3, id, answer]),
      refuse: (code) => send([4, id, code, '', {}]),
    }
    const at = this.waiting.findIndex((one) => one.action === action)
    const standing = this.standing.get(action)
    if (at >= 0) this.waiting.splice(at, 1)[0]!.resolve(call)
    else if (standing) call.answer(standing(call.payload))
    else this.unexpected.push(call)
  }
}

async function withinPatience<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain: ${what}`)), patienceMs)
  })
  try {
    return await Promise.race([promise, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
