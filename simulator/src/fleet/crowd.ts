import { HOUR_MS, SECOND_MS } from '@stationmaster/units'
import { someCarOptions } from '../car/car.ts'
import type { VirtualStation } from '../station/station.ts'
import type { TransactionView } from '../station/transaction.ts'
import type { Agenda } from './agenda.ts'
import type { Clock } from './clock.ts'
import { busyness } from './day-curve.ts'
import { type Random, randomOf } from './random.ts'

export interface CrowdOptions {
  stations: VirtualStation[]
  tokens: string[]
  /** the tokens that are contracts of cars, which no station of 1.6 takes */
  contracts: ReadonlySet<string>
  /** about so many cars charge at any time; 0: as many as the hour brings */
  keepCharging: number
  seed: string | number
  clock: Clock
  agenda: Agenda
  timeZone: string
  visitsPerDay: number
  faultsPerThousandHours: number
  outagesPerThousandHours: number
}

interface Outlet {
  station: VirtualStation
  connector: number
}

/** A car at a plug, from when it comes until it goes. */
interface Visit extends Outlet {
  token: string | null
  /** when the driver comes back, real ms */
  leavesAt: number
  charging: boolean
  stopping: boolean
}

const turnMs = SECOND_MS
const mostArrivalsATurn = 50
const mostFaultRolls = 20
const faultCodes = [
  'GroundFailure',
  'HighTemperature',
  'OverCurrentFailure',
  'PowerMeterFailure',
  'OtherError',
] as const

/** The drivers around a fleet: they come by the hour, tap, charge, forget their cars a while and leave. */
export class Crowd {
  private readonly visits = new Map<string, Visit>()
  private readonly outlets: Outlet[]
  private readonly random: Random
  private readonly cards: readonly string[]

  constructor(private readonly options: CrowdOptions) {
    this.random = randomOf(`${options.seed}/crowd`)
    this.cards = options.tokens.filter((token) => !options.contracts.has(token))
    this.outlets = options.stations.flatMap((station) => {
      return station.snapshot().connectors.map(({ ordinal }) => ({ station, connector: ordinal }))
    })
  }

  /** how many transactions run */
  get charging(): number {
    let count = 0
    for (const visit of this.visits.values()) if (visit.charging) count += 1
    return count
  }

  start(): void {
    this.options.agenda.after(turnMs, () => {
      this.turn()
      this.start()
    })
  }

  /** Takes note of a transaction, also of those that were started from afar. */
  heard(station: VirtualStation, happened: 'began' | 'ended', { connector, token }: TransactionView): void {
    const key = keyOf(station, connector)
    const visit = this.visits.get(key)
    if (happened === 'began') {
      if (visit) visit.charging = true
      else
        this.visits.set(key, {
          station,
          connector,
          token,
          charging: true,
          stopping: false,
          leavesAt: this.stay(),
        })
    } else if (visit) {
      visit.charging = false
      visit.leavesAt = performance.now() + this.random.between(10, 45) * SECOND_MS
    }
    this.report(station, connector, happened)
  }

  private turn(): void {
    const now = performance.now()
    for (const [key, visit] of this.visits) this.attend(key, visit, now)
    for (let left = this.expectedArrivals(); left > 0; left -= 1) this.arrive()
    this.misfortunes()
  }

  private expectedArrivals(): number {
    const { keepCharging, visitsPerDay, clock, timeZone } = this.options
    if (keepCharging > 0) {
      const missing = Math.min(keepCharging, this.outlets.length) - this.visits.size
      return Math.min(Math.max(0, missing), Math.max(3, Math.ceil(keepCharging / 10)), mostArrivalsATurn)
    }
    const perHour = (this.outlets.length * visitsPerDay * busyness(clock.now(), timeZone)) / 24
    return Math.min(this.random.count((perHour * turnMs) / HOUR_MS), mostArrivalsATurn)
  }

  private arrive(): void {
    const outlet = this.someOutlet(({ station, connector }) => {
      return station.online && !this.visits.has(keyOf(station, connector)) && isFree(station, connector)
    })
    if (!outlet) return
    const token = this.freeToken(outlet.station)
    if (token === null) return
    const visit: Visit = { ...outlet, token, charging: false, stopping: false, leavesAt: this.stay() }
    this.visits.set(keyOf(outlet.station, outlet.connector), visit)
    void this.plugAndTap(visit, token)
  }

  private async plugAndTap(visit: Visit, token: string): Promise<void> {
    const { station, connector } = visit
    try {
      await station.plugIn(connector, someCarOptions(this.random))
      const result = await station.tap(connector, token)
      if (result !== 'Accepted' && result !== 'offline') visit.leavesAt = performance.now() + 5 * SECOND_MS
    } catch {
      visit.leavesAt = performance.now()
    }
  }

  /** A full car is fetched after a while; a driver who comes back stops the session and pulls the plug. */
  private attend(key: string, visit: Visit, now: number): void {
    const { station, connector } = visit
    const view = station.connectorView(connector)
    if (view.phase === 'SuspendedEV') visit.leavesAt = Math.min(visit.leavesAt, now + 120 * SECOND_MS)
    if (now < visit.leavesAt) return
    if (view.phase && visit.token && !visit.stopping) {
      visit.stopping = true
      void station.stop(connector).catch(() => null)
      return
    }
    this.visits.delete(key)
    void station.unplug(connector).catch(() => null)
  }

  private misfortunes(): void {
    const { faultsPerThousandHours, outagesPerThousandHours, stations, agenda } = this.options
    const share = turnMs / HOUR_MS / 1000
    const faults = Math.min(
      this.random.count(this.outlets.length * faultsPerThousandHours * share),
      mostFaultRolls,
    )
    for (let left = faults; left > 0; left -= 1) {
      const outlet = this.someOutlet(({ station, connector }) => station.online && isFree(station, connector))
      if (outlet) this.breakFor(outlet, this.random.between(60, 600))
    }
    const outages = Math.min(
      this.random.count(stations.length * outagesPerThousandHours * share),
      mostFaultRolls,
    )
    for (let left = outages; left > 0; left -= 1) {
      const outlet = this.someOutlet(({ station }) => station.online)
      if (!outlet) continue
      void outlet.station.goOffline()
      agenda.after(this.random.between(30, 300) * SECOND_MS, () => outlet.station.turnOn())
    }
  }

  private breakFor({ station, connector }: Outlet, seconds: number): void {
    const code = this.random.pick(faultCodes)
    void station.fault(connector, code).catch(() => null)
    void station.sendLog(connector, 'error', `Connector ${connector} reports ${code}`)
    this.options.agenda.after(seconds * SECOND_MS, () => void station.recover(connector).catch(() => null))
  }

  private report(station: VirtualStation, connector: number, happened: 'began' | 'ended'): void {
    const text = happened === 'began' ? 'Contactor closed, energy flows' : 'Contactor opened'
    void station.sendLog(connector, 'debug', text)
  }

  private someOutlet(fits: (outlet: Outlet) => boolean): Outlet | null {
    for (let tries = 0; tries < 40 && this.outlets.length > 0; tries += 1) {
      const outlet = this.outlets[this.random.integer(0, this.outlets.length - 1)]
      if (outlet && fits(outlet)) return outlet
    }
    return null
  }

  /** A card or a contract that no other visitor holds and the station takes; some card when all are out. */
  private freeToken({ protocol }: VirtualStation): string | null {
    const known = protocol === 'ocpp1.6' ? this.cards : this.options.tokens
    const [first, ...others] = known
    if (first === undefined) return null
    const out = new Set([...this.visits.values()].map(({ token }) => token))
    for (let tries = 0; tries < 20; tries += 1) {
      const token = this.random.pick([first, ...others])
      if (!out.has(token)) return token
    }
    return known.find((token) => !out.has(token)) ?? this.random.pick([first, ...others])
  }

  private stay(): number {
    return performance.now() + this.random.between(8, 50) * 60 * SECOND_MS
  }
}

function keyOf(station: VirtualStation, connector: number): string {
  return `${station.id}/${connector}`
}

function isFree(station: VirtualStation, connector: number): boolean {
  const { state, plugged } = station.connectorView(connector)
  return state === 'Available' && !plugged
}
