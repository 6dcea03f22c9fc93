import {
  type EnergySite,
  type EnergySiteRead,
  energySiteBody,
  type energyStrategies,
} from '@stationmaster/contract'
import { guessOf, type ViewEvse } from './guess.ts'
import { hoursOf, windowsOf } from './week.ts'

/** what a number field holds: '' while it is empty, NaN while it is no number */
export type Typed = number | ''
/** on L1, L2 and L3 */
export type Three = readonly [Typed, Typed, Typed]
export type Strategy = (typeof energyStrategies)[number]

export interface WindowDraft {
  key: number
  days: readonly number[]
  from: number
  to: number
  a: Typed
}

/** A number for the hours of a week: usually, and at other hours. */
export interface WeekDraft {
  base: Typed
  windows: readonly WindowDraft[]
}

export interface CircuitDraft {
  id: string
  name: string
  /** null: the grid connection */
  parent: string | null
  fuse: Three
  reserve: Three
  losses: Typed
  other: 'none' | 'week' | 'meter'
  base: Typed
  windows: readonly WindowDraft[]
  most: Three
  ageSeconds: Typed
}

export interface OutletDraft {
  evse: ViewEvse
  /** null: not in the wiring */
  circuit: string | null
  phases: readonly number[]
  most: Typed
  least: Typed
  step: Typed
  floor: Typed
  group: Typed
}

export interface TimedLimitDraft {
  key: number
  circuit: string
  name: string
  days: readonly number[]
  from: string
  to: string
  a: Typed
}

/** What the grid operator may take back; powers in kW. */
export interface ReductionPart {
  devices: Typed
  heat: Typed
  others: Typed
  source: string
}

/** A wiring as it stands in a form. */
export interface SiteDraft {
  enabled: boolean
  strategy: Strategy
  circuits: readonly CircuitDraft[]
  outlets: readonly OutletDraft[]
  limits: readonly TimedLimitDraft[]
  /** what a kWh costs by the hours of the week; null: that comes by call */
  prices: WeekDraft | null
  /** null: the grid operator takes nothing back here */
  reduction: ReductionPart | null
}

const three = (list: readonly number[]): Three => [list[0] ?? 0, list[1] ?? 0, list[2] ?? 0]
export const alike = (a: Typed): Three => [a, a, a]

/** A circuit without anything beside its fuse. */
export const newCircuit = (id: string, name: string, parent: string | null, fuse: Three): CircuitDraft => ({
  id,
  name,
  parent,
  fuse,
  reserve: alike(0),
  losses: 0,
  other: 'none',
  base: 0,
  windows: [],
  most: alike(0),
  ageSeconds: 60,
})

/** The first free id of a circuit. */
export function freeId(circuits: readonly Pick<CircuitDraft, 'id'>[]): string {
  for (let nth = circuits.length; ; nth++)
    if (!circuits.some(({ id }) => id === `c-${nth}`)) return `c-${nth}`
}

/** An EVSE at a circuit, as it is guessed. */
export function newOutlet(evse: ViewEvse, circuit: string | null, floor: number): OutletDraft {
  const [guess = { phases: [1, 2, 3], most: 0 }] = guessOf([evse], false)
  return { evse, circuit, ...guess, least: 6, step: 1, floor, group: 0 }
}

/** A saved wiring in a form, with all EVSEs of the location: those that have gone are left out, new ones are in no circuit. */
export function draftOf(site: EnergySite, evses: readonly ViewEvse[]): SiteDraft {
  return {
    enabled: site.enabled,
    strategy: site.strategy,
    circuits: site.circuits.map(circuitOf),
    outlets: evses.map((evse) => {
      const saved = site.outlets.find((one) => one.station_id === evse.station_id && one.evse === evse.evse)
      if (!saved) return newOutlet(evse, null, 0)
      const { circuit, phases, most_a, least_a, step_a, floor_a, group } = saved
      return { evse, circuit, phases, most: most_a, least: least_a, step: step_a, floor: floor_a, group }
    }),
    prices: site.prices_week && weekOf(site.prices_week),
    reduction: site.reduction && {
      devices: site.reduction.devices,
      heat: site.reduction.heat_w / 1000,
      others: site.reduction.others_w / 1000,
      source: site.reduction.source,
    },
    limits: site.limits.map(({ limit_a, ...limit }, key) => ({ ...limit, key, a: limit_a })),
  }
}

function weekOf(hours: readonly number[]): WeekDraft {
  const { base, windows } = windowsOf(hours)
  return { base, windows: windows.map((window, key) => ({ ...window, key })) }
}

function circuitOf(saved: EnergySite['circuits'][number]): CircuitDraft {
  const { id, name, parent, other } = saved
  const circuit = {
    ...newCircuit(id, name, parent, three(saved.fuse_a)),
    reserve: three(saved.reserve_a),
    losses: saved.losses_percent,
    other: other.kind,
  }
  if (other.kind === 'meter') return { ...circuit, most: three(other.most_a), ageSeconds: other.age_seconds }
  if (other.kind === 'none') return circuit
  return { ...circuit, ...weekOf(other.hours_a) }
}

/** What is sent, whether it holds or not: an empty field is sent as null, which the contract refuses. */
function sentOf(
  { circuits, outlets, limits, prices, reduction, ...rest }: SiteDraft,
  version: number | undefined,
) {
  return {
    ...rest,
    circuits: circuits.map(({ fuse, reserve, losses, ...circuit }) => ({
      id: circuit.id,
      name: circuit.name,
      parent: circuit.parent,
      fuse_a: fuse,
      reserve_a: reserve,
      losses_percent: losses,
      other: otherOf(circuit),
    })),
    outlets: outlets
      .filter(({ circuit }) => circuit !== null)
      .map(({ evse, circuit, phases, most, least, step, floor, group }) => ({
        station_id: evse.station_id,
        evse: evse.evse,
        circuit,
        phases,
        most_a: most,
        least_a: least,
        step_a: step,
        floor_a: floor,
        group,
      })),
    prices_week: prices && sentHours(prices),
    reduction: reduction && {
      devices: reduction.devices,
      heat_w: watts(reduction.heat),
      others_w: watts(reduction.others),
      source: reduction.source,
    },
    limits: limits.map(({ key: _, a, ...limit }) => ({ ...limit, limit_a: a })),
    ...(version === undefined ? {} : { version }),
  }
}

const watts = (kW: Typed) => (kW === '' ? kW : Math.round(kW * 1000))

function otherOf({
  other,
  base,
  windows,
  most,
  ageSeconds,
}: Omit<CircuitDraft, 'fuse' | 'reserve' | 'losses'>) {
  if (other === 'meter') return { kind: other, most_a: most, age_seconds: ageSeconds }
  if (other === 'none') return { kind: other }
  return { kind: other, hours_a: sentHours({ base, windows }) }
}

function sentHours({ base, windows }: WeekDraft): number[] {
  // a field that is empty makes the week one that is refused
  const typed = (a: Typed) => (a === '' ? Number.NaN : a)
  return hoursOf(
    typed(base),
    windows.map((one) => ({ ...one, a: typed(one.a) })),
  )
}

/** The call that a draft means, and the fields that do not hold, as paths such as `circuits.0.fuse_a.1`. */
export function bodyOf(
  draft: SiteDraft,
  version?: number,
): { body: EnergySiteRead; faults: null } | { body: null; faults: ReadonlySet<string> } {
  const parsed = energySiteBody.safeParse(sentOf(draft, version))
  return parsed.success
    ? { body: parsed.data, faults: null }
    : { body: null, faults: new Set(parsed.error.issues.map(({ path }) => path.join('.'))) }
}
