import { once } from 'node:events'
import type { ConnectionOptions } from 'node:tls'
import type { Protocol } from '@stationmaster/ocpp'
import { WebSocket } from 'ws'
import { schemaFault } from './official-schemas.ts'

export type Payload = Record<string, unknown>

/** A call of the central system that waits for the station's answer. */
export interface Asked {
  action: string
  payload: Payload
  answer(payload: Payload): void
  /** Answers with a CALLERROR. */
  refuse(code: string): void
}

export interface Door {
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
 * The station's side of a case, frame by frame. Whatever the central system sends is held against the standard's schemas and the
 * rules of OCPP-J; what breaks them, or was not waited for, is in `faults` and fails the case.
 */
export class PlayedStation {
  readonly faults: string[] = []
  private readonly sent = new Map<string, { action: string; settle(frame: unknown[]): void }>()
  private readonly unheard: Asked[] = []
  private readonly waiting: { action: string; take(asked: Asked): void }[] = []
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

  /** Knocks; rejects with the HTTP status where the handshake is refused, or with the error of the connection. */
  static async open(door: Door): Promise<PlayedStation> {
    const socket = new WebSocket(
      `${door.url}/${encodeURIComponent(door.id)}`,
      door.offers ?? [door.protocol],
      {
        ...door.tls,
        ...(door.password === undefined
          ? {}
          : {
              headers: {
                authorization: `Basic ${Buffer.from(`${door.user ?? door.id}:${door.password}`).toString('base64')}`,
              },
            }),
      },
    )
    const station = new PlayedStation(socket, door.protocol)
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
    const answered = new Promise<unknown[]>((settle) => this.sent.set(id, { action, settle }))
    this.socket.send(JSON.stringify([2, id, action, payload]))
    const [type, , third, fourth] = await soon(`the answer to ${action}`, answered)
    if (type === 4) throw new CallRefused(action, String(third), String(fourth))
    return third as Payload
  }

  /** The next call of an action that nobody has waited for yet. */
  next(action: string): Promise<Asked> {
    const at = this.unheard.findIndex((asked) => asked.action === action)
    if (at >= 0) return Promise.resolve(this.unheard.splice(at, 1)[0]!)
    const asked = new Promise<Asked>((take) => this.waiting.push({ action, take }))
    return soon(`a call of ${action}`, asked)
  }

  /** Answers calls of an action that no case waits for. */
  always(action: string, answer: (payload: Payload) => Payload): void {
    this.standing.set(action, answer)
  }

  get isOpen(): boolean {
    return this.ended === null
  }

  /** Waits until the central system has closed the socket. */
  async closedByCentral(): Promise<{ code: number; reason: string }> {
    if (!this.ended) await soon('the end of the socket', once(this.socket, 'close'))
    return this.ended!
  }

  /** Loses the connection, as a power failure or a network does. */
  async cut(): Promise<void> {
    if (this.ended) return
    const closed = once(this.socket, 'close')
    this.socket.terminate()
    await closed
  }

  /** What nobody waited for is a fault, too. */
  leave(): readonly string[] {
    const unexpected = this.unheard.map(({ action }) => `${action} was sent, and the case does not expect it`)
    this.socket.terminate()
    return [...this.faults, ...unexpected]
  }

  private gone(code: number, reason: string): void {
    this.ended = { code, reason }
    for (const { settle } of this.sent.values()) settle([4, '', 'Closed', 'the socket was closed'])
    this.sent.clear()
  }

  private received(text: string, isBinary: boolean): void {
    if (isBinary) this.faults.push('a binary frame')
    const frame = JSON.parse(text) as unknown[]
    const [type, id] = frame
    if (type === 2) this.asked(String(id), frame)
    else if (type === 3 || type === 4) this.answered(String(id), frame)
    else this.faults.push(`a message of type ${type}`)
  }

  private answered(id: string, frame: unknown[]): void {
    const call = this.sent.get(id)
    if (!call) return void this.faults.push(`an answer to ${id}, which was never called`)
    this.sent.delete(id)
    if (frame.length !== (frame[0] === 3 ? 3 : 5)) this.faults.push(`an answer of ${frame.length} elements`)
    const fault = frame[0] === 3 ? schemaFault(this.protocol, `${call.action}.conf`, frame[2]) : null
    if (fault) this.faults.push(`the answer to ${call.action}: ${fault}`)
    call.settle(frame)
  }

  private asked(id: string, frame: unknown[]): void {
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
    const asked: Asked = {
      action,
      payload: payload as Payload,
      answer: (told) => {
        const own = schemaFault(this.protocol, `${action}.conf`, told)
        if (own) this.faults.push(`the case itself answers ${action} wrongly: ${own}`)
        send([3, id, told])
      },
      refuse: (code) => send([4, id, code, '', {}]),
    }
    const at = this.waiting.findIndex((one) => one.action === action)
    const standing = this.standing.get(action)
    if (at >= 0) this.waiting.splice(at, 1)[0]!.take(asked)
    else if (standing) asked.answer(standing(asked.payload))
    else this.unheard.push(asked)
  }
}

async function soon<T>(what: string, promise: Promise<T>): Promise<T> {
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
