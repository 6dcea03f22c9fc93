import type { CarPart, IdToken, Protocol, StationEvent, StationLink, StationReply } from '@stationmaster/ocpp'
import { first } from '@stationmaster/units'
import { type CarOptions, carOf } from '../car/car.ts'
import { type Charge, type ChargeOptions, chargeAtOnce } from '../car/charge.ts'
import { conditions, type StationCondition } from '../car/conditions.ts'
import { type RebootOptions, reboot, resetWhenIdle } from '../car/power.ts'
import { type ReportedPayment, reportPayment } from '../car/terminal.ts'
import { shownCode } from '../commands/codes.ts'
import { answer } from '../commands/commands.ts'
import { comeFirst } from '../commands/priority.ts'
import { type Misbehaviour, misbehave } from '../link/misbehaviour.ts'
import { record } from '../link/payload.ts'
import {
  keepSendingVendorMessages,
  type LogLevel,
  sendExtendedMeterValues,
  sendLog,
  sendMiscInfo,
} from '../link/vendor.ts'
import { coreOptionsOf, type SimulateOptions } from '../options.ts'
import type { VirtualConnector } from './connector.ts'
import { Core } from './core.ts'
import { breakDown, contractType, plugIn, recover, type TapResult, tap, unplug } from './driver.ts'
import { begin, end, endAtLimit, energyLeft, sample } from './session.ts'
import { type ConnectorView, connectorView, type StationView, snapshotOf } from './snapshot.ts'
import { type Transaction, type TransactionView, viewOf } from './transaction.ts'

/** An event that the station reported, and the answer; null where it was refused or not answered. */
export interface Said {
  event: StationEvent
  reply: StationReply | null
}

export interface StationListeners {
  onTransaction?: (happened: 'began' | 'ended', transaction: TransactionView) => void
  onSaid?: (said: Said) => void
}

const mostSaid = 500
/**
 * A virtual station with everything that a driver, a fitter or a storm can do to it. Its actions resolve when the
 * central system has answered what they made the station say, or at once when it is offline. `connector` is the
 * number counted through the station; left out, it is the first one.
 */
export class VirtualStation {
  readonly id: string
  readonly protocol: Protocol
  private readonly core: Core
  private readonly log: Said[] = []
  private readonly token: string
  private misbehaviour: Misbehaviour | null = null

  constructor(
    private readonly options: SimulateOptions,
    listeners: StationListeners = {},
  ) {
    this.id = options.stationId
    this.protocol = options.protocol
    this.token = options.token ?? 'SIM-TOKEN'
    this.core = new Core(
      coreOptionsOf(options, {
        onCommand: (command) =>
          this.misbehaviour ? misbehave(this.core, this.misbehaviour) : answer(this.core, command),
        onTransaction: (happened, transaction) => {
          listeners.onTransaction?.(happened, viewOf(transaction))
          if (happened === 'ended') resetWhenIdle(this.core)
        },
        onSaid: (event, reply) => {
          if (listeners.onSaid) return listeners.onSaid({ event, reply })
          this.log.push({ event, reply })
          if (this.log.length > mostSaid) this.log.shift()
        },
      }),
    )
    keepSendingVendorMessages(this.core)
  }

  /** What it shows to cars by a part of ISO 15118, PEM; undefined: nothing has been signed for it. */
  shownToCars(part: CarPart): string | undefined {
    return this.core.carCertificates.get(part)
  }

  /** Dials and keeps dialling; returns at once. */
  turnOn(): void {
    this.core.uplink.turnOn()
  }

  /** Resolves when the first boot is accepted and the statuses are reported; rejects with the first refusal. */
  async ready(timeoutMs = 60_000): Promise<void> {
    const { uplink, waiting } = this.core
    await waiting.until(() => uplink.accepted || uplink.refusal !== null, 'an accepted boot', timeoutMs)
    if (uplink.refusal !== null) throw uplink.refusal
    await this.settled()
  }

  settled(): Promise<void> {
    return this.core.settled()
  }

  /** A car arrives, by default an average one; null is a plug that draws nothing by itself. */
  async plugIn(connector?: number, car: CarOptions | null = {}): Promise<void> {
    plugIn(this.core, this.at(connector), car === null ? null : carOf(car))
    await this.settled()
  }

  /** The cable is pulled; a running transaction ends with EVDisconnected. */
  async unplug(connector?: number): Promise<void> {
    unplug(this.core, this.at(connector))
    await this.settled()
  }

  /** A card by its number, or a contract of a car that is known here. */
  private tokenOf(token: string | IdToken): IdToken {
    if (typeof token !== 'string') return token
    return { token, type: this.core.options.contracts?.[token] === undefined ? 'ISO14443' : contractType }
  }

  /** A card is held to the reader, or a car that is plugged in shows its contract: starts where a car is plugged in, or waits for one; ends what it had started. */
  async tap(connector?: number, token: string | IdToken = this.token): Promise<TapResult> {
    const result = await tap(this.core, this.at(connector), this.tokenOf(token))
    await this.settled()
    return result
  }

  /** Starts without asking for leave, as a station set to free charging does; plugs in nothing drawing if nothing is. */
  async begin(
    options: { connector?: number; token?: string | IdToken; at?: Date } = {},
  ): Promise<TransactionView> {
    const connector = this.at(options.connector)
    if (connector.transaction) throw new Error(`connector ${connector.number} charges already`)
    if (!connector.plug) plugIn(this.core, connector, null, options.at)
    begin(this.core, connector, {
      token: this.tokenOf(options.token ?? this.token),
      ...(options.at ? { at: options.at } : {}),
    })
    await this.settled()
    return viewOf(this.lastOf(connector.number))
  }

  /** Tells a whole session at once, exact to the Wh. */
  charge(options: ChargeOptions): Promise<Charge> {
    return chargeAtOnce(
      this.core,
      this.at(options.connector),
      this.tokenOf(options.token ?? this.token),
      options,
    )
  }

  /** Adds energy to a register at once, as far as its transaction's limit; the next sample shows it. */
  addEnergy(connector: number | undefined, energyWh: number): void {
    this.core.advance()
    const at = this.at(connector)
    at.jump(Math.min(energyWh, energyLeft(this.core, at)))
    endAtLimit(this.core, at)
  }

  async stop(connector?: number, options: { reason?: string; at?: Date } = {}): Promise<void> {
    const at = this.at(connector)
    const { reason = 'Local' } = options
    const token = reason === 'Local' ? at.transaction?.token : undefined
    end(this.core, at, { reason, ...(token ? { token } : {}), ...(options.at ? { at: options.at } : {}) })
    await this.settled()
  }

  /** Sends one meter value of the running transaction, or of the last one here; the register may lie on request. */
  async sendMeterValues(
    options: { connector?: number; at?: Date; registerWh?: number; context?: string } = {},
  ): Promise<StationReply | null> {
    const { connector: number, ...rest } = options
    const connector = this.at(number)
    const stale = this.core.transactions.findLast((one) => one.connector === connector.number)
    const reply = sample(this.core, connector, { ...rest, ...(stale ? { stale } : {}) })
    return Promise.race([reply, this.settled().then(() => (this.core.uplink.accepted ? reply : null))])
  }

  /** The network goes away and stays away until `goOnline`; cars keep charging. */
  async goOffline(): Promise<void> {
    this.core.uplink.turnOff()
  }

  /** The network is back: connects, boots, tells what had to wait. */
  async goOnline(): Promise<void> {
    this.turnOn()
    await this.waitFor('accepted')
    await this.settled()
  }

  /** The socket dies without a close frame; the station reconnects by itself. */
  cutCable(): void {
    this.core.uplink.cut()
  }

  /** The station dials again while its old socket stays open, unheeded. */
  async abandonSocket(): Promise<void> {
    this.core.uplink.abandon()
    await this.waitFor('accepted')
    await this.settled()
  }

  async reboot(options: RebootOptions = {}): Promise<void> {
    await reboot(this.core, options)
    await this.waitFor('accepted')
    await this.settled()
  }

  async fault(connector?: number, code = 'OtherError', details?: string): Promise<void> {
    breakDown(this.core, this.at(connector), { code, ...(details ? { info: details } : {}) })
    await this.settled()
  }

  async recover(connector?: number): Promise<void> {
    recover(this.core, this.at(connector))
    await this.settled()
  }

  /** Sends the start of the last transaction (of a connector) again, unchanged. */
  resendStart(connector?: number): Promise<StationReply | null> {
    return this.lastOf(connector).repeatStart()
  }

  /** Sends the stop of the last ended transaction (of a connector) again, unchanged. */
  async resendStop(connector?: number): Promise<StationReply | null> {
    const ended = this.core.transactions.findLast(
      (one) => one.repeatStop && (!connector || one.connector === connector),
    )
    if (!ended?.repeatStop) throw new Error(`${this.id} has stopped nothing yet`)
    return ended.repeatStop()
  }

  /** Its terminal has settled a payment, or could not; resolves with the answer, or null where that has to wait. */
  reportPayment(payment: ReportedPayment): Promise<StationReply | null> {
    const reply = reportPayment(this.core, payment)
    return Promise.race([reply, this.settled().then(() => (this.core.uplink.accepted ? reply : null))])
  }

  /** A driver lets the session come before others, or no longer; resolves with the answer, or null where there is none. */
  prioritize(active: boolean, connector?: number): Promise<StationReply | null> {
    return comeFirst(this.core, this.at(connector), active)
  }

  /** What the register of a connector shows, Wh. */
  register(connector?: number): number {
    this.core.advance()
    return this.at(connector).registerWh
  }

  /** Transactions in the order of their starts, the running ones included; the last 200. */
  transactions(): TransactionView[] {
    return this.core.transactions.map(viewOf)
  }

  /** The address in the code that a connector shows at an instant; null: it shows none. */
  shownCode(connector?: number, at = this.core.now()): string | null {
    return shownCode(this.core, this.at(connector), at)
  }

  /** Shows another value of a setting that only the station itself changes. */
  setSetting(key: string, value: number): void {
    this.core.settings.show(key, value)
  }

  /** The tariffs that it has for its EVSEs, with those of later times. */
  tariffs(): { evse: number; tariff: Record<string, unknown> }[] {
    return this.core.tariffs.all(this.core.now().getTime())
  }

  /** What its display says. */
  texts(): string[] {
    return [...this.core.shown.values()].map(({ message }) => String(record(message).content))
  }

  snapshot(): StationView {
    return snapshotOf(this.core)
  }

  connectorView(connector?: number): ConnectorView {
    this.core.advance()
    return connectorView(this.core, this.at(connector))
  }

  /** The last 500 events that the station reported; with a type only those of it. */
  said<T extends StationEvent['type']>(type: T): (Said & { event: Extract<StationEvent, { type: T }> })[]
  said(): Said[]
  said(type?: StationEvent['type']): Said[] {
    return this.log.filter(({ event }) => type === undefined || event.type === type)
  }

  async waitFor(
    condition: StationCondition | (() => boolean),
    options: { connector?: number; timeoutMs?: number } = {},
  ): Promise<void> {
    const connector = this.at(options.connector)
    const met = typeof condition === 'string' ? () => conditions[condition](this.core, connector) : condition
    const what = typeof condition === 'string' ? `${this.id} to be ${condition}` : `a condition of ${this.id}`
    await this.core.waiting.until(met, what, options.timeoutMs ?? 60_000)
  }

  async sendVendorMessages(): Promise<void> {
    await Promise.all([sendMiscInfo(this.core), sendExtendedMeterValues(this.core)])
  }

  /** A line of the controller's log; connector 0 is the station. */
  sendLog(connector: number, level: LogLevel, text: string): Promise<void> {
    return sendLog(this.core, connector, level, text)
  }

  /** Takes commands badly from now on, or as it should again. */
  misbehave(how: Misbehaviour | null): void {
    this.misbehaviour = how
  }

  /** From now on it accepts charging profiles and does not follow them, or follows them. */
  ignoreProfiles(ignores: boolean): void {
    this.core.advance()
    this.core.ignoresProfiles = ignores
  }

  setTamper(open: boolean): void {
    this.core.tamper = open
  }

  /** The open socket, for calls as they stand and for bad frames; throws when there is none. */
  get link(): StationLink {
    const { link } = this.core.uplink
    if (!link) throw new Error(`${this.id} is not connected`)
    return link
  }

  /** The key that its meters sign with, in hexadecimal digits; null: they do not sign. */
  get meterKey(): string | null {
    return this.core.signer?.publicKey ?? null
  }

  get online(): boolean {
    return this.core.uplink.accepted
  }

  /** Closes the connection and cancels everything that is planned. */
  async close(): Promise<void> {
    if (!this.options.agenda) this.core.options.agenda.close()
    await this.core.uplink.close()
  }

  private at(connector?: number): VirtualConnector {
    return connector === undefined ? first(this.core.connectors) : this.core.connector(connector)
  }

  private lastOf(connector?: number): Transaction {
    const last = this.core.transactions.findLast(
      (one) => connector === undefined || one.connector === connector,
    )
    if (!last) throw new Error(`${this.id} has charged nothing yet`)
    return last
  }
}

/** Connects a virtual station and resolves when its boot is accepted; rejects with the first refusal. */
export async function simulate(options: SimulateOptions): Promise<VirtualStation> {
  const station = new VirtualStation(options)
  station.turnOn()
  if (options.patient) return station
  try {
    await station.ready()
  } catch (error) {
    await station.close()
    throw error
  }
  return station
}
