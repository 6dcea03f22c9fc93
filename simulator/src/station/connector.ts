import type { ConnectorRef, ConnectorState, IdToken, MeterSample } from '@stationmaster/ocpp'
import { acceptedPowerW, type Car, type Current, filled, socPercent } from '../car/car.ts'
import { flowed, powerAtW } from '../car/flow.ts'
import { directVoltage, mainsV, phasesOf, sampleOf } from '../car/measure.ts'
import { counted, type Meter, meterShowing, millijoulesPerWh, registerWh } from '../car/meter.ts'
import type { Limit } from '../car/profiles.ts'
import { noiseAt } from '../fleet/random.ts'
import type { Traits } from './traits.ts'
import type { Transaction } from './transaction.ts'

/** One connector of a station, as it is built. */
export interface ConnectorSpec {
  /** counted through the whole station, from 1 */
  number: number
  /** `number` by default */
  evse?: number
  /** in its EVSE, 1 by default */
  connector?: number
  /** as the product names connector types; Type 2 by default */
  type?: string
  current?: Current
  powerW?: number
  /** what the register shows at first */
  registerWh?: number
}

export type Phase = 'Charging' | 'SuspendedEV' | 'SuspendedEVSE'

const alternating = new Set(['Type 1', 'Type 2', 'Schuko', '3-pin', 'GB/T AC'])

/** A socket with its meter, its latch and perhaps a car. It knows physics and no messages. */
export class VirtualConnector {
  readonly number: number
  readonly ref: Required<ConnectorRef>
  readonly current: Current
  readonly ratedW: number
  readonly type: string
  /** null: nothing plugged in; `car: null`: a plug that draws nothing by itself */
  plug: { car: Car | null } | null = null
  transaction: Transaction | null = null
  /** the last transaction that ended here while the car stayed */
  finishing = false
  /** somebody may charge here as soon as the car is plugged in */
  expecting: { token: IdToken; group?: string; remoteStartId?: number; cancel: () => void } | null = null
  fault: { code: string; info?: string } | null = null
  operative = true
  /** a driver pays on the web: nobody begins with a card until then */
  paidOnWebUntilMs = 0
  /** takes effect when the transaction ends */
  operativeNext: boolean | null = null
  reservation: { id: number; token: string; group: string | null; cancel: () => void } | null = null
  /** the status that was reported last on this connection */
  reported: ConnectorState | null = null
  reportedPhase: Phase | null = null
  /** the last register value that the central system has confirmed */
  sampled: { at: Date; registerWh: number } | null = null
  /** W that a plug without a car pretends to draw in its samples */
  scriptedW = 0
  private meter: Meter
  private advancedToMs: number
  private limitW: number

  constructor(
    spec: ConnectorSpec,
    private readonly seed: number,
    now: Date,
  ) {
    this.number = spec.number
    this.ref = { ordinal: spec.number, evse: spec.evse ?? spec.number, connector: spec.connector ?? 1 }
    this.type = spec.type ?? 'Type 2'
    this.current = spec.current ?? (alternating.has(this.type) ? 'AC' : 'DC')
    this.ratedW = spec.powerW ?? (this.current === 'AC' ? 22_000 : 50_000)
    this.limitW = this.ratedW
    this.meter = meterShowing(spec.registerWh ?? 0)
    this.advancedToMs = now.getTime()
  }

  get registerWh(): number {
    return registerWh(this.meter)
  }

  get soc(): number | undefined {
    return this.current === 'DC' && this.plug?.car ? socPercent(this.plug.car) : undefined
  }

  get phase(): Phase | null {
    if (!this.transaction || this.transaction.awaitsLeave) return null
    const car = this.plug?.car
    if (this.limitW === 0) return 'SuspendedEVSE'
    return car && acceptedPowerW(car, this.current) === 0 ? 'SuspendedEV' : 'Charging'
  }

  /** Lets time pass up to an instant; energy flows only while a transaction runs. An earlier instant changes nothing. */
  advance(toMs: number, limitW: number, powered: boolean): void {
    const fromMs = this.advancedToMs
    this.limit(limitW)
    if (toMs <= fromMs) return
    this.advancedToMs = toMs
    const car = this.plug?.car
    if (!this.transaction || this.transaction.awaitsLeave || !car || !powered || this.fault) return
    const span = { current: this.current, limitW: this.limitW, fromMs, toMs, seed: this.seed }
    const after = flowed(this.meter, car, span)
    this.meter = after.meter
    this.plug = { car: after.car }
    this.noteCost()
  }

  /** What it may draw from here on, W. */
  limit(limitW: number): void {
    this.limitW = Math.max(0, Math.min(this.ratedW, Math.floor(limitW)))
  }

  /** A limit at this plug, W: amperes count by phase, or at the battery's voltage. */
  wattsOf({ unit, value, numberPhases }: Limit): number {
    if (unit === 'W') return value
    return (
      value *
      (this.current === 'DC'
        ? directVoltage(this.soc)
        : mainsV * Math.min(numberPhases ?? 3, phasesOf(this.ratedW).length))
    )
  }

  /** Adds energy at once, Wh: for scripted sessions whose registers must be exact. */
  jump(energyWh: number): void {
    this.meter = counted(this.meter, energyWh * millijoulesPerWh)
    this.noteCost()
    const car = this.plug?.car
    if (car) this.plug = { car: filled(car, energyWh * millijoulesPerWh) }
  }

  private noteCost(): void {
    if (!this.transaction) return
    const { cost, meterStartWh } = this.transaction
    cost?.note(this.advancedToMs, this.registerWh - meterStartWh)
  }

  /** What flows now, W. */
  get powerW(): number {
    const car = this.plug?.car
    if (!this.transaction || this.transaction.awaitsLeave || this.fault) return 0
    if (!car) return this.scriptedW
    return powerAtW(car, { current: this.current, limitW: this.limitW, seed: this.seed }, this.advancedToMs)
  }

  sample(context: string, at: Date, registerWhShown = this.registerWh): MeterSample {
    const { soc, powerW, current, ratedW } = this
    return sampleOf({
      at,
      context,
      registerWh: registerWhShown,
      powerW,
      current,
      ratedW,
      ...(soc === undefined ? {} : { soc }),
    })
  }

  /** What the vendor's extended meter values tell of this connector. */
  extended(): Record<string, number> {
    const { currentA = 0, voltageV = 0 } = this.sample('Sample.Periodic', new Date(this.advancedToMs))
    return {
      energy_wh: this.registerWh,
      power_w: this.powerW,
      voltage_v: voltageV,
      current_a: currentA,
      frequency_hz: 50 + Math.round(noiseAt(this.seed, Math.floor(this.advancedToMs / 16_384)) * 3) / 100,
      temperature_c: Math.round(24 + 20 * (this.powerW / this.ratedW)),
    }
  }

  /** The status that this connector has in the words of its version. */
  state({ tellsPhasesByStatus }: Traits): ConnectorState {
    if (this.fault) return 'Faulted'
    if (!this.operative) return 'Unavailable'
    if (tellsPhasesByStatus) {
      if (this.phase) return this.phase
      if (this.finishing) return 'Finishing'
      if (this.plug || this.expecting) return 'Preparing'
    } else if (this.plug) return 'Occupied'
    return this.reservation ? 'Reserved' : 'Available'
  }
}
