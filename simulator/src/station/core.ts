import type { KeyObject } from 'node:crypto'
import type {
  CarPart,
  Protocol,
  StationConnectOptions,
  StationEvent,
  StationHandler,
  StationReply,
} from '@stationmaster/ocpp'
import { first } from '@stationmaster/units'
import type { Car } from '../car/car.ts'
import { ChargingProfiles } from '../car/profiles.ts'
import type { Agenda } from '../fleet/agenda.ts'
import type { Clock } from '../fleet/clock.ts'
import { type Random, seedOf } from '../fleet/random.ts'
import { Outbox } from '../link/outbox.ts'
import type { Payload } from '../link/payload.ts'
import { type Installed, type OwnCertificate, ownCertificate, tlsOf } from '../link/trust.ts'
import { type RetryOptions, Uplink } from '../link/uplink.ts'
import { KnownTariffs } from '../tariffs/known-tariffs.ts'
import { type ConnectorSpec, VirtualConnector } from './connector.ts'
import { KnownTokens } from './known-tokens.ts'
import { type Monitor, noticeChange, type Stream } from './monitor.ts'
import { passwordKey, type Setting, Settings } from './settings.ts'
import { Signer, type SigningOptions } from './signer.ts'
import { type Traits, traitsOf } from './traits.ts'
import type { Transaction } from './transaction.ts'
import { Waiting } from './waiting.ts'

/** What is written on the station and in its modem. */
export interface StationPlate {
  vendorName: string
  model: string
  serialNumber?: string
  firmwareVersion?: string
  iccid?: string
  imsi?: string
}

export interface CoreOptions {
  url: string
  stationId: string
  protocol: Protocol
  password?: string
  tls?: StationConnectOptions['tls']
  /** where the central system is reached over TLS; the same address by default */
  secureUrl?: string
  callTimeoutMs?: number
  plate: StationPlate
  connectors: ConnectorSpec[]
  /** what all connectors together may draw, W */
  stationPowerW?: number
  clock: Clock
  agenda: Agenda
  random: Random
  seed: string | number
  retry: RetryOptions
  /** real time between two meter values of a transaction, ms */
  meterEveryMs: number
  /** real time that a reboot takes, ms */
  rebootMs: number
  /** a transaction begins with the plug, where the station names it */
  plugFirst: boolean
  /** whether transactions go on after an urgent reset */
  keepsTransactions: boolean
  /** real time until the driver plugs in after a remote start; null: never comes */
  plugDelayMs: number | null
  /** the car with which a driver answers a remote start */
  nextCar: () => Car | null
  /** real time between two vendor messages; 0: none */
  vendorEveryMs: number
  /** whether it reckons what sessions cost, by the tariffs that it is given (2.1) */
  tariffs: boolean
  /** it has a charging profile for sessions that come before others */
  priority: boolean
  /** of its clock: hours in tariffs are local */
  timeZone: string
  /** signal of the modem, 0 to 32 */
  rssi: number
  signing?: SigningOptions
  /** the contracts by which cars pay here: chains, PEM, by their numbers */
  contracts?: Readonly<Record<string, string>>
  listLimits: { entries?: number; entriesPerMessage?: number; bytesPerMessage?: number }
  onCommand: StationHandler['onCommand']
  onTransaction: (happened: 'began' | 'ended', transaction: Transaction) => void
  /** sees every event that was said and answered (null: refused or unanswered) */
  onSaid: (event: StationEvent, reply: StationReply | null) => void
}

/** A line of the controller's log; connector 0 is the station. */
export interface LogLine {
  at: Date
  level: string
  connector: number
  text: string
}

const mostPastTransactions = 200
const mostLogLines = 100

/** A certificate that a station has requested. */
export interface RequestedCertificate {
  key: KeyObject
  /** 2.1 */
  requestId?: number
}

/** How a central system is reached. */
interface NetworkProfile {
  url: string
  securityProfile: number
}

/** Everything that the parts of one station share. */
export class Core {
  readonly traits: Traits
  readonly connectors: VirtualConnector[]
  readonly settings: Settings
  readonly uplink: Uplink
  readonly outbox: Outbox
  readonly waiting = new Waiting(() => this.uplink.standing)
  /** streams of values that are open, by their numbers (2.1) */
  readonly streams = new Map<number, Stream>()
  /** transactions in the order of their starts, the running ones included */
  readonly transactions: Transaction[] = []
  /** of all its meters; null: they do not sign */
  readonly signer: Signer | null
  meterEveryMs: number
  /** 2.0.1 BootReason of the next boot */
  bootReason = 'PowerUp'
  powered = true
  /** reset as soon as no transaction runs */
  resetPending = false
  tamper = false
  readonly profiles = new ChargingProfiles()
  /** it accepts charging profiles and does not follow them */
  ignoresProfiles = false
  readonly tokens = new KnownTokens()
  readonly tariffs = new KnownTariffs()
  readonly monitors = new Map<number, Monitor>()
  /** certificates that it has requested so far */
  requests = 0
  /** events about monitored variables so far */
  events = 0
  /** 2.0.1 severity up to which the station reports events */
  monitoringLevel = 9
  /** messages on the display, by their numbers */
  readonly shown = new Map<number, Payload>()
  /** how central systems are reached, by their slots */
  readonly networks = new Map<number, NetworkProfile>()
  /** checksums of the firmware that is offered to others */
  readonly published = new Set<string>()
  certificates: readonly Installed[] = []
  /** its own certificate, where one has been signed for it */
  ownCertificate: OwnCertificate | null = null
  /** what it shows to cars, PEM, by the part of ISO 15118 */
  readonly carCertificates = new Map<CarPart, string>()
  /** certificates that have not come yet, with the keys that were drawn for them: its own (null), and those for cars */
  readonly requested = new Map<CarPart | null, RequestedCertificate>()
  firmwareStatus = 'Idle'
  /** calls off the firmware update that is under way */
  updating: (() => void) | null = null
  /** the upload that is under way */
  uploading: AbortController | null = null
  readonly logbook: LogLine[] = []
  rssi: number
  private readonly retry: RetryOptions
  private advancedToMs: number

  constructor(readonly options: CoreOptions) {
    const { connectors, clock, agenda, random } = options
    this.retry = { ...options.retry }
    this.traits = traitsOf(options.protocol)
    this.connectors = connectors.map((spec) => {
      return new VirtualConnector(
        spec,
        seedOf(`${options.seed}/${options.stationId}/${spec.number}`),
        clock.now(),
      )
    })
    this.advancedToMs = clock.now().getTime()
    this.meterEveryMs = options.meterEveryMs
    this.rssi = options.rssi
    this.settings = new Settings(connectors.length, this.traits.passwordOf, (setting) => this.apply(setting))
    if (options.protocol === 'ocpp2.1') this.settings.putCodes()
    if (options.tariffs) this.settings.putTariffs()
    if (options.contracts && this.traits.namesTransactions) this.settings.putContracts()
    const { entries, entriesPerMessage, bytesPerMessage } = options.listLimits
    if (entries !== undefined) this.settings.show('LocalAuthListMaxLength', entries)
    if (entriesPerMessage !== undefined) this.settings.show('SendLocalListMaxLength', entriesPerMessage)
    if (bytesPerMessage !== undefined) this.settings.show('SendLocalListMaxBytes', bytesPerMessage)
    this.settings.show('MeterValueSampleInterval', Math.ceil(options.meterEveryMs / 1000))
    this.settings.show('TransactionMessageAttempts', options.retry.messageAttempts)
    this.settings.show('TransactionMessageRetryInterval', Math.ceil(options.retry.messageMs / 1000))
    this.signer = options.signing ? new Signer(options.stationId, options.signing) : null
    if (this.signer) this.settings.putKey(this.signer.publicKey)
    this.uplink = new Uplink({
      connect: {
        url: options.url,
        stationId: options.stationId,
        protocol: options.protocol,
        ...(options.password === undefined ? {} : { password: options.password }),
        ...(options.callTimeoutMs === undefined ? {} : { callTimeoutMs: options.callTimeoutMs }),
      },
      agenda,
      random,
      retry: this.retry,
      certified: options.url.startsWith('wss:') && ownCertificate(this) !== null,
      tls: (certified) => tlsOf(this, certified),
      onCommand: options.onCommand,
      bootEvent: () => ({ type: 'station.booted', ...options.plate, reason: this.bootReason }),
      onAccepted: () => this.greet(),
      onChanged: () => this.waiting.changed(),
    })
    this.outbox = new Outbox(this.uplink, agenda, this.retry, () => this.waiting.changed())
  }

  now(): Date {
    return this.options.clock.now()
  }

  /** The connector of a number; throws when the station has none such. */
  connector(number: number): VirtualConnector {
    const connector = this.connectors.find((candidate) => candidate.number === number)
    if (!connector) throw new Error(`${this.options.stationId} has no connector ${number}`)
    return connector
  }

  /** Moves every connector's time on to now; the connectors that charge share the station's power evenly. */
  advance(): Date {
    const now = this.now()
    const nowMs = now.getTime()
    if (this.profiles.some) {
      const starts = this.connectors.flatMap(({ transaction }) => transaction?.startedAt.getTime() ?? [])
      for (const changeMs of this.profiles.changesBetween(this.advancedToMs, nowMs, starts))
        this.flowTo(changeMs)
    }
    this.flowTo(nowMs)
    return now
  }

  /** The limits between the last instant and this one are those of the last; those of this one rule from here on. */
  private flowTo(toMs: number): void {
    const busy = this.connectors.filter(({ phase }) => phase === 'Charging').length
    const shareOf = (atMs: number) => Math.floor(this.stationLimitW(atMs) / Math.max(1, busy))
    const before = this.profiles.some ? Math.min(this.advancedToMs, toMs) : toMs
    for (const connector of this.connectors) {
      connector.advance(toMs, Math.min(shareOf(before), this.ownLimitW(connector, before)), this.powered)
      if (this.profiles.some) connector.limit(Math.min(shareOf(toMs), this.ownLimitW(connector, toMs)))
    }
    this.advancedToMs = Math.max(this.advancedToMs, toMs)
  }

  /** What all connectors together may draw at an instant, W. */
  stationLimitW(atMs: number): number {
    const limit = this.ignoresProfiles ? null : this.profiles.stationLimitAt(atMs)
    const mostW = this.options.stationPowerW ?? Number.MAX_SAFE_INTEGER
    return limit ? Math.min(mostW, first(this.connectors).wattsOf(limit)) : mostW
  }

  /** What one connector's own charging profiles let it draw at an instant, W. */
  ownLimitW(connector: VirtualConnector, atMs: number): number {
    const startedMs = connector.transaction?.startedAt.getTime() ?? null
    const limit = this.ignoresProfiles
      ? null
      : this.profiles.limitAt(this.targetOf(connector), atMs, startedMs, connector.transaction?.comesFirst)
    return limit ? connector.wattsOf(limit) : Number.MAX_SAFE_INTEGER
  }

  /** The number by which this version's messages call a connector: its EVSE's, or its own. */
  targetOf({ ref }: VirtualConnector): number {
    return this.traits.namesTransactions ? ref.evse : ref.ordinal
  }

  /** Runs after the answer to a command was written. */
  soon(act: () => unknown): void {
    this.options.agenda.after(1, () => void act())
  }

  /** Sends a message that the neutral language has no word for, unchanged. */
  note(action: string, payload: Payload, requested = false): void {
    void this.say({ type: 'noted', action, payload }, requested)
  }

  /** Writes a line into the controller's log. */
  write(level: string, connector: number, text: string): void {
    this.logbook.push({ at: this.now(), level, connector, text })
    if (this.logbook.length > mostLogLines) this.logbook.shift()
  }

  /**
   * Reports something that matters only while there is a connection; null when there is no answer, or a refusal. A requested
   * message goes out while the boot is pending too.
   */
  async say(event: StationEvent, requested = false): Promise<StationReply | null> {
    const { accepted, phase } = this.uplink
    if (!this.powered || !(accepted || (requested && phase === 'pending'))) return null
    const reply = await this.uplink.report(event).catch(() => null)
    this.options.onSaid(event, reply)
    return reply
  }

  /** Says something about a transaction, now or when the connection is back; `heard` gets the answer before anything else is said. */
  async tell(
    kind: 'start' | 'meter' | 'stop',
    build: () => StationEvent,
    heard?: (reply: StationReply | null) => void,
  ): Promise<StationReply | null> {
    let said: StationEvent | null = null
    const buildNow = () => {
      said = build()
      return said
    }
    const reply = await this.outbox.post(kind, buildNow, heard)
    if (said) this.options.onSaid(said, reply)
    return reply
  }

  /** Reports a connector's status if it has changed since the last report. */
  announce(connector: VirtualConnector, happenedAt = this.now()): void {
    const state = connector.state(this.traits)
    if (connector.reported !== state && this.powered && this.uplink.accepted) {
      connector.reported = state
      const { fault } = connector
      void this.say({
        type: 'connector.changed',
        at: connector.ref,
        state,
        errorCode: fault?.code ?? 'NoError',
        ...(fault?.info ? { info: fault.info } : {}),
        happenedAt,
      })
    }
    this.waiting.changed()
  }

  /** Resolves when everything that was said has been answered, or when there is no connection to say it on. */
  async settled(timeoutMs = 60_000): Promise<void> {
    const calm = () => !this.uplink.accepted || (this.outbox.length === 0 && this.uplink.quiet)
    for (let rounds = 0; rounds < 100; rounds += 1) {
      await this.waiting.until(calm, 'the answers of the central system', timeoutMs)
      await new Promise((resolve) => setImmediate(resolve))
      if (calm()) return
    }
  }

  remember(transaction: Transaction): void {
    this.transactions.push(transaction)
    if (this.transactions.length <= mostPastTransactions) return
    const oldest = this.transactions.findIndex(({ ended }) => ended)
    if (oldest >= 0) this.transactions.splice(oldest, 1)
  }

  private greet(): void {
    this.settings.show('HeartbeatInterval', this.uplink.heartbeatSeconds)
    const { secure, certified } = this.uplink
    this.settings.show('SecurityProfile', !secure ? 1 : certified ? 3 : 2)
    for (const connector of this.connectors) {
      connector.reported = null
      this.announce(connector)
    }
    this.outbox.kick()
  }

  private apply(setting: Setting): void {
    const { retry } = this
    const { key, value } = setting
    noticeChange(this, setting)
    if (key === passwordKey) this.uplink.authenticate(this.traits.passwordOf(value) ?? value)
    if (key === 'MeterValueSampleInterval') this.meterEveryMs = Number(value) * 1000
    if (key === 'HeartbeatInterval' && Number(value) > 0) this.uplink.heartbeatSeconds = Number(value)
    if (key === 'TransactionMessageAttempts') retry.messageAttempts = Math.max(1, Number(value))
    if (key === 'TransactionMessageRetryInterval') retry.messageMs = Number(value) * 1000
  }
}
