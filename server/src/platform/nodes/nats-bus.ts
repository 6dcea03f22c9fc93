import { setTimeout as delay } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import {
  AuthorizationError,
  connect,
  credsAuthenticator,
  type Msg,
  type NatsConnection,
  NoRespondersError,
  RequestError,
} from '@nats-io/transport-node'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '../database/database-fault.ts'
import type { Broadcast, NodeBus, Reply, Topic } from './bus.ts'
import type { NatsAddress } from './nats-address.ts'

const pingMs = 2 * SECOND_MS
const connectMs = 5 * SECOND_MS
const againMs = 500
const cutOff = 'NATS cannot be reached: commands to stations of other servers fail until it is back'

interface Envelope {
  topic: Topic | Broadcast
  from: string
  message: never
}

/** The bus over NATS: one subject for each server, and one for all of them. Only core NATS is used. */
export class NatsBus implements NodeBus {
  readonly #answers = new Map<Topic, (message: never, from: string) => unknown>()
  readonly #ears = new Map<Broadcast, (message: never) => void>()
  readonly #watchers: ((state: NodeBus['state']) => void)[] = []
  #connection: NatsConnection | null = null
  #connected = false
  #closed = new AbortController()

  private constructor(
    private readonly address: NatsAddress,
    private readonly node: string,
    private readonly log: FastifyBaseLogger,
  ) {}

  /**
   * Tries to connect once. Where no NATS answers it goes on trying, and the rest of the server does not wait for it; where NATS refuses
   * this server it throws a StartError, as waiting does not help.
   */
  static async open(address: NatsAddress, node: string, log: FastifyBaseLogger): Promise<NatsBus> {
    const bus = new NatsBus(address, node, log)
    try {
      await bus.#connect()
    } catch (error) {
      if (error instanceof AuthorizationError)
        throw new StartError(`NATS refuses what NATS_URL signs in with: ${error.message}.`)
      log.error({ err: error }, cutOff)
      void bus.#connectLater()
    }
    return bus
  }

  async #connect(): Promise<void> {
    const { servers, tls, prefix, user, password, token, credentials, authorities } = this.address
    const connection = await connect({
      servers,
      name: `stationmaster ${this.node}`,
      maxReconnectAttempts: -1,
      // a NATS whose users are being changed refuses this server for a time
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: againMs,
      pingInterval: pingMs,
      maxPingOut: 2,
      timeout: connectMs,
      noEcho: true,
      ...(tls ? { tls: authorities ? { ca: authorities } : {} } : {}),
      ...(user ? { user, pass: password ?? '' } : {}),
      ...(token ? { token } : {}),
      ...(credentials ? { authenticator: credsAuthenticator(credentials) } : {}),
    })
    connection.subscribe(this.#subjectOf(this.node), {
      callback: (_error, request) => void this.#received(request),
    })
    connection.subscribe(`${prefix}.all`, { callback: (_error, said) => this.#heard(said) })
    // the others reach this server from now on
    await connection.flush()
    this.#connection = connection
    void this.#follow(connection)
    this.#changed(true)
  }

  async #connectLater(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted && !this.#connection) {
      await delay(againMs, undefined, { ref: false, signal }).catch(() => undefined)
      if (!signal.aborted) await this.#connect().catch(() => undefined)
    }
  }

  get state(): 'connected' | 'cut_off' {
    return this.#connected ? 'connected' : 'cut_off'
  }

  async request<T>(node: string, topic: Topic, message: unknown, timeoutMs: number): Promise<Reply<T>> {
    if (!this.#connection || !this.#connected) return { kind: 'no_path' }
    const packed = this.#pack(topic, message)
    try {
      const reply = await this.#connection.request(this.#subjectOf(node), packed, { timeout: timeoutMs })
      return { kind: 'answered', answer: deserialize(reply.data) as T }
    } catch (error) {
      // what the client wraps says more than the wrapping
      const cause = error instanceof RequestError ? (error.cause ?? error) : error
      return { kind: cause instanceof NoRespondersError ? 'undelivered' : 'unanswered' }
    }
  }

  answer(topic: Topic, handle: (message: never, from: string) => unknown): void {
    this.#answers.set(topic, handle)
  }

  broadcast(topic: Broadcast, message: unknown): void {
    // what is said without contact would be kept and said later, when it is no longer true
    if (this.#connected) this.#connection?.publish(`${this.address.prefix}.all`, this.#pack(topic, message))
  }

  hear(topic: Broadcast, handle: (message: never) => void): void {
    this.#ears.set(topic, handle)
  }

  onChange(handle: (state: NodeBus['state']) => void): void {
    this.#watchers.push(handle)
  }

  async roundTripMs(): Promise<number | null> {
    if (!this.#connection || !this.#connected) return null
    const inTime = delay(connectMs, null, { ref: false })
    return Promise.race([this.#connection.rtt().catch(() => null), inTime])
  }

  async close(): Promise<void> {
    this.#watchers.length = 0
    this.#closed.abort()
    await (this.#connected ? this.#connection?.drain() : this.#connection?.close())
  }

  /** A node's name may hold characters that mean something in a subject. */
  #subjectOf(node: string): string {
    return `${this.address.prefix}.node.${Buffer.from(node).toString('base64url')}`
  }

  #pack(topic: Topic | Broadcast, message: unknown): Uint8Array {
    return serialize({ topic, from: this.node, message })
  }

  async #received(request: Msg): Promise<void> {
    try {
      const { topic, from, message } = deserialize(request.data) as Envelope
      const answer = await this.#answers.get(topic as Topic)?.(message, from)
      request.respond(serialize(answer))
    } catch (error) {
      this.log.error({ err: error }, 'a request of another server could not be answered')
    }
  }

  #heard(heard: Msg): void {
    try {
      const { topic, message } = deserialize(heard.data) as Envelope
      this.#ears.get(topic as Broadcast)?.(message)
    } catch (error) {
      this.log.error({ err: error }, 'what another server said could not be read')
    }
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.#changed(false)
      else if (type === 'reconnect') this.#changed(true)
    }
  }

  #changed(connected: boolean): void {
    if (this.#connected === connected) return
    this.#connected = connected
    if (connected) this.log.info('the other servers can be reached again')
    else this.log.error(cutOff)
    for (const handle of this.#watchers) handle(this.state)
  }
}
