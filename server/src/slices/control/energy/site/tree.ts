import type { EnergyFault, EnergySiteRead } from '@stationmaster/contract'
import {
  type Circuit,
  faultsOf,
  type Outlet,
  type PerPhase,
  type Phase,
  phases,
  type Site,
  type SiteFault,
} from '@stationmaster/energy'

/** An EVSE of a location, as its station has it. */
export interface Evse {
  stationId: string
  stationNumber: number
  evse: number
  current: 'AC' | 'DC'
  /** of its strongest connector */
  powerW: number
}

/** A site's wiring in the terms of the reckoning, with what is wrong with it. */
export interface Tree {
  site: Site
  faults: EnergyFault[]
  /** outlets that are not in the saved wiring; they hang at the grid connection */
  unplaced: ReadonlySet<string>
  /** the id of the grid connection */
  root: string
}

/** V between a phase and neutral */
export const volts = 230

export const outletId = (stationId: string, evse: number): string => `${stationId}/${evse}`
export const milliamperes = (amperes: number): number => Math.round(amperes * 1000)
export const amperes = (mA: number): number => mA / 1000

export const perPhase = (of: (phase: Phase) => number): PerPhase => [of(0), of(1), of(2)]
/** A on L1, L2 and L3 to mA; a missing phase has none. */
export const perPhaseMa = (list: readonly number[]): PerPhase =>
  perPhase((phase) => milliamperes(list[phase] ?? 0))
export const perPhaseA = (list: readonly number[]): number[] =>
  phases.map((phase) => amperes(list[phase] ?? 0))

type SavedCircuit = EnergySiteRead['circuits'][number]
type SavedOutlet = EnergySiteRead['outlets'][number]

/** What a circuit never gives to cars: what is set aside, and what is lost. */
export function reserveOf({ fuse_a, reserve_a, losses_percent }: SavedCircuit): PerPhase {
  const [fuse, reserve] = [perPhaseMa(fuse_a), perPhaseMa(reserve_a)]
  return perPhase((phase) => reserve[phase] + Math.ceil((fuse[phase] * losses_percent) / 100))
}

/** The most that a circuit carries beside the cars, at any hour and whatever its meter says or does not. */
export function othersMost({ other }: SavedCircuit): PerPhase {
  switch (other.kind) {
    case 'none':
      return [0, 0, 0]
    case 'week': {
      const most = milliamperes(Math.max(...other.hours_a))
      return [most, most, most]
    }
    case 'meter':
      return perPhaseMa(other.most_a)
  }
}

const circuitOf = (saved: SavedCircuit): Circuit => ({
  id: saved.id,
  parent: saved.parent,
  fuseMa: perPhaseMa(saved.fuse_a),
  reserveMa: reserveOf(saved),
})

const outletOf = ({ station_id, evse, circuit, ...saved }: SavedOutlet): Outlet => ({
  id: outletId(station_id, evse),
  circuit,
  // the interface counts phases from 1
  phases: saved.phases.map((phase) => (phase - 1) as Phase),
  mostMa: milliamperes(saved.most_a),
  leastMa: milliamperes(saved.least_a),
  stepMa: milliamperes(saved.step_a),
  floorMa: milliamperes(saved.floor_a),
})

/** An EVSE that nobody has placed: it may deliver all that it can, on each phase of the grid connection. */
function unplacedOutlet({ stationId, evse, powerW }: Evse, root: string): Outlet {
  const mostMa = Math.ceil(((powerW / volts) * 1000) / phases.length)
  return {
    id: outletId(stationId, evse),
    circuit: root,
    phases,
    mostMa,
    leastMa: 0,
    stepMa: 1,
    floorMa: mostMa,
  }
}

/**
 * The wiring as it was saved, with the EVSEs that are there now: those that have gone are left out, and those that are new hang at the
 * grid connection. Its floors are proved again with them.
 */
export function treeOf(
  saved: Pick<EnergySiteRead, 'circuits' | 'outlets' | 'limits'>,
  evses: readonly Evse[],
): Tree {
  const root = saved.circuits.find(({ parent }) => parent === null)?.id ?? ''
  const present = new Map(evses.map((one) => [outletId(one.stationId, one.evse), one]))
  const placed = new Set(saved.outlets.map(({ station_id, evse }) => outletId(station_id, evse)))
  const gone = saved.outlets.filter(({ station_id, evse }) => !present.has(outletId(station_id, evse)))
  const unplaced = evses.filter(({ stationId, evse }) => !placed.has(outletId(stationId, evse)))
  const site: Site = {
    circuits: saved.circuits.map(circuitOf),
    outlets: [
      ...saved.outlets.filter((one) => !gone.includes(one)).map(outletOf),
      ...unplaced.map((one) => unplacedOutlet(one, root)),
    ],
  }
  const circuits = new Map(saved.circuits.map((one) => [one.id, one]))
  const others = new Map(saved.circuits.map((one) => [one.id, othersMost(one)]))
  const inSite = faultsOf(site, ({ id }) => others.get(id) ?? [0, 0, 0])
  const known = new Set(saved.circuits.map(({ id }) => id))
  const strayLimits = (saved.limits ?? []).filter(({ circuit }) => !known.has(circuit))
  const faults = [
    ...gone.map(({ station_id, evse }) => faultAt('outlet', { stationId: station_id, evse })),
    ...inSite.map((fault) => faultOf(fault, circuits, present)),
    ...strayLimits.map(({ name }) => ({ ...faultAt('limit'), place: name })),
    ...unplaced.map((one) => faultAt('unplaced', one)),
  ]
  return { site, faults, root, unplaced: new Set(unplaced.map((one) => outletId(one.stationId, one.evse))) }
}

/** How an EVSE is called: its station, and its number there. */
const nameOf = (stationId: string, evse: number): string => `${stationId} · EVSE ${evse}`

const faultAt = (kind: EnergyFault['kind'], at?: { stationId: string; evse: number }): EnergyFault => ({
  kind,
  place: at ? nameOf(at.stationId, at.evse) : null,
  circuit: null,
  station_id: at?.stationId ?? null,
  evse: at?.evse ?? null,
  phase: null,
  sum_a: null,
  fuse_a: null,
})

function faultOf(
  fault: SiteFault,
  circuits: ReadonlyMap<string, SavedCircuit>,
  present: ReadonlyMap<string, Evse>,
): EnergyFault {
  if (!('id' in fault)) return faultAt('root')
  const circuit = circuits.get(fault.id)
  const kind = fault.kind === 'unknown_parent' ? 'parent' : fault.kind
  const base = circuit
    ? { ...faultAt(kind), place: circuit.name, circuit: circuit.id }
    : faultAt(kind, present.get(fault.id))
  if (fault.kind !== 'floors') return base
  const { phase, sumMa, fuseMa } = fault
  return { ...base, phase: phase + 1, sum_a: amperes(sumMa), fuse_a: amperes(fuseMa) }
}

/** Whether a fault forbids to save a site: an EVSE that nobody has placed is counted, and does not. */
export const forbids = ({ kind }: EnergyFault): boolean => kind !== 'unplaced'
