import type { Car } from './claims.ts'
import {
  answered,
  type ControlState,
  control,
  newControl,
  type Rules,
  type Setting,
  type Standing,
} from './control.ts'
import { noOutlook, type Outlook } from './modes.ts'
import type { Site, Wiring } from './site.ts'

/** How a station of the yard treats what it is sent. */
export interface Station {
  /** ms until a setting is there, and as long again until its answer is back */
  delayMs: number
  /** of a hundred settings: those that never arrive, whose answers never arrive, and that are refused */
  lost: number
  unanswered: number
  refused: number
  /** its clock is this far ahead of ours, ms */
  skewMs: number
  /** it takes what the car wants, whatever it accepted */
  deaf: boolean
}

export const obedient: Station = { delayMs: 300, lost: 0, unanswered: 0, refused: 0, skewMs: 0, deaf: false }

/** A car of the yard: it wants `wantsMa` until it is full. */
export interface YardCar extends Car {
  leavesAt: number
  /** what it takes at an instant, at most; null: all it can */
  appetite: ((now: number) => number) | null
}

interface Held {
  currentMa: number
  until: number
}

/** ms after which a message without an answer ends as unknown */
const timeoutMs = 15_000

/** Stations and cars beside the control of a site, second by second. */
export class Yard {
  now = 0
  state: ControlState = newControl
  standings: Standing[] = []
  supplyMa: number[]
  outlook: Outlook = noOutlook
  /** stations whose links are gone */
  readonly away = new Set<string>()
  readonly sent: (Setting & { at: number })[] = []
  private readonly held = new Map<string, Held>()
  private events: { at: number; happens(): void }[] = []

  constructor(
    readonly wiring: Wiring,
    readonly rules: Rules,
    readonly cars: YardCar[],
    private readonly stationOf: (outlet: string) => Station,
    private readonly draw: () => number,
  ) {
    this.supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
  }

  get site(): Site {
    return this.wiring.site
  }

  here(): YardCar[] {
    return this.cars.filter(({ pluggedAt, leavesAt }) => pluggedAt <= this.now && this.now < leavesAt)
  }

  /** What a car takes now, mA; never between none and the smallest current. */
  takes(car: YardCar): number {
    const outlet = this.wiring.outlet(car.outlet)
    const { skewMs, deaf } = this.stationOf(car.outlet)
    const held = this.held.get(car.outlet)
    const mayMa = held && held.until > this.now + skewMs ? held.currentMa : outlet.floorMa
    const wantsMa = Math.min(car.mostMa, outlet.mostMa, car.appetite?.(this.now) ?? Number.POSITIVE_INFINITY)
    const mA = deaf ? wantsMa : Math.min(mayMa, wantsMa)
    return mA < outlet.leastMa ? 0 : mA
  }

  /** What flows through each slot. */
  flows(): number[] {
    const flows = this.supplyMa.map(() => 0)
    for (const car of this.here()) {
      const { circuit, phases } = this.wiring.outlet(car.outlet)
      for (const slot of this.wiring.slotsOver(circuit, phases.slice(0, car.phases)))
        flows[slot] = (flows[slot] ?? 0) + this.takes(car)
    }
    return flows
  }

  /** A second passes. */
  tick(): void {
    this.now += 1000
    const due = this.events.filter(({ at }) => at <= this.now).toSorted((a, b) => a.at - b.at)
    this.events = this.events.filter(({ at }) => at > this.now)
    for (const { happens } of due) happens()
    const plugged = new Set(this.here().map(({ outlet }) => outlet))
    for (const outlet of this.held.keys()) if (!plugged.has(outlet)) this.held.delete(outlet)
  }

  /** The site is looked at, and what is decided is sent. */
  look(): void {
    const cars = this.here()
    const decision = control(
      this.wiring,
      this.state,
      {
        now: this.now,
        supplyMa: this.supplyMa,
        cars,
        outlook: this.outlook,
        measuredMa: new Map(cars.map((car) => [car.outlet, this.takes(car)])),
        reachable: new Set(this.site.outlets.flatMap(({ id }) => (this.away.has(id) ? [] : [id]))),
      },
      this.rules,
    )
    this.state = decision.state
    this.standings = decision.standings
    for (const setting of decision.settings) this.send(setting)
  }

  private send(setting: Setting): void {
    const { outlet, id } = setting
    const { delayMs, lost, unanswered, refused } = this.stationOf(outlet)
    this.sent.push({ ...setting, at: this.now })
    const chance = this.draw() * 100
    const end = (answer: 'accepted' | 'refused' | 'unknown', at: number): void => {
      const happens = () => {
        this.state = answered(this.state, { outlet, id, answer, at: this.now }, this.rules)
      }
      this.events.push({ at, happens })
    }
    if (chance < lost || this.away.has(outlet)) {
      end('unknown', this.now + timeoutMs)
      return
    }
    const isRefused = chance < lost + refused
    this.events.push({
      at: this.now + delayMs,
      happens: () => {
        if (!isRefused) this.held.set(outlet, { currentMa: setting.currentMa, until: setting.until })
      },
    })
    const isAnswered = chance >= lost + refused + unanswered
    if (isAnswered || isRefused) end(isRefused ? 'refused' : 'accepted', this.now + 2 * delayMs)
    else end('unknown', this.now + timeoutMs)
  }
}
