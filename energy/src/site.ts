/** The wiring of a site as a tree. Currents are whole milliamperes for each phase; a phase is 0, 1 or 2 (L1, L2, L3 of the grid). */

export type Phase = 0 | 1 | 2
export const phases: readonly Phase[] = [0, 1, 2]

/** mA on L1, L2 and L3 */
export type PerPhase = readonly [number, number, number]

/** A part of the site behind one fuse: the grid connection, a sub-distribution, or a station. */
export interface Circuit {
  id: string
  /** null: the grid connection */
  parent: string | null
  fuseMa: PerPhase
  /** what this circuit never gives to cars: losses, and what a person sets aside */
  reserveMa: PerPhase
}

/** Where a car is plugged in: an EVSE. */
export interface Outlet {
  id: string
  circuit: string
  /** the site's phases behind the outlet's own L1, L2 and L3, by its wiring: [1, 2, 0] is rotated by one; [2] is a one-phase outlet on L3 */
  phases: readonly Phase[]
  /** what it can deliver on each phase */
  mostMa: number
  /** the smallest current that a car can use (6 A by IEC 61851); less is a pause */
  leastMa: number
  /** a station rounds what it is given down to a multiple of this */
  stepMa: number
  /** what it gives a car without us: its TxDefaultProfile. 0, or at least `leastMa` */
  floorMa: number
}

export interface Site {
  circuits: readonly Circuit[]
  outlets: readonly Outlet[]
}

/** What is wrong with a tree, in the terms of its parts; every id is unique among circuits and among outlets. */
export type SiteFault =
  | { kind: 'no_root' | 'two_roots' }
  | { kind: 'unknown_parent' | 'circle' | 'twice' | 'phases' | 'currents'; id: string }
  /** the floors of the outlets below add up to more than the fuse holds */
  | { kind: 'floors'; id: string; phase: Phase; sumMa: number; fuseMa: number }

/** A phase of one circuit. */
export interface Place {
  circuit: string
  phase: Phase
}

/**
 * A site made ready for reckoning: each phase of each circuit is a numbered slot. Throws on a tree that `faultsOf` refuses for its shape.
 */
export class Wiring {
  readonly slots: readonly Place[]
  private readonly numbers = new Map<string, number>()
  private readonly parents: ReadonlyMap<string, string | null>
  private readonly outlets: ReadonlyMap<string, Outlet>

  constructor(readonly site: Site) {
    this.parents = new Map(site.circuits.map(({ id, parent }) => [id, parent]))
    this.outlets = new Map(site.outlets.map((outlet) => [outlet.id, outlet]))
    this.slots = site.circuits.flatMap(({ id }) => phases.map((phase) => ({ circuit: id, phase })))
    for (const [index, { id }] of site.circuits.entries()) this.numbers.set(id, index * phases.length)
  }

  outlet(id: string): Outlet {
    const outlet = this.outlets.get(id)
    if (!outlet) throw new Error(`no outlet ${id}`)
    return outlet
  }

  /** The slots that a current on these phases of a circuit flows through, up to the grid. */
  slotsOver(circuit: string, used: readonly Phase[]): number[] {
    const slots: number[] = []
    for (let at: string | null | undefined = circuit; at; at = this.parents.get(at)) {
      const first = this.numbers.get(at)
      if (first === undefined) throw new Error(`no circuit ${at}`)
      for (const phase of used) slots.push(first + phase)
    }
    return slots
  }

  /**
   * The slots that a car's current flows through. Where a supply has one number more than there are slots, it is the pool: what all cars
   * together may draw, mA added up over their phases. A car draws from it as often as it has phases, so it stands there as often, at
   * the end.
   */
  slotsOf(outlet: Outlet, used: readonly Phase[], supplyMa: readonly number[]): number[] {
    const slots = this.slotsOver(outlet.circuit, used)
    return supplyMa.length > this.slots.length ? [...slots, ...used.map(() => this.slots.length)] : slots
  }

  /** One number for each slot, from what each circuit has; a circuit that is absent has `otherwise`. */
  bySlot(of: (circuit: Circuit) => PerPhase): number[] {
    return this.site.circuits.flatMap((circuit) => of(circuit))
  }
}

/**
 * What a tree must have before a site is controlled: one grid connection, no circle, and floors that no fuse above them can be tripped
 * by. The floors are what flows when the link, the node or the meter is gone; `otherMa` is the most that other consumption takes
 * at a circuit, beside the cars; it flows through the circuits above as well.
 */
export function faultsOf(site: Site, otherMa: (circuit: Circuit) => PerPhase = () => none): SiteFault[] {
  const shape = shapeFaults(site)
  return shape.length > 0 ? shape : floorFaults(site, otherMa)
}

const none: PerPhase = [0, 0, 0]

function shapeFaults({ circuits, outlets }: Site): SiteFault[] {
  const faults: SiteFault[] = []
  const roots = circuits.filter(({ parent }) => parent === null)
  if (roots.length !== 1) faults.push({ kind: roots.length === 0 ? 'no_root' : 'two_roots' })
  const parents = new Map<string, string | null>()
  for (const { id, parent } of circuits) {
    if (parents.has(id)) faults.push({ kind: 'twice', id })
    parents.set(id, parent)
  }
  for (const { id, parent, fuseMa, reserveMa } of circuits) {
    if (parent !== null && !parents.has(parent)) faults.push({ kind: 'unknown_parent', id })
    else if (isInCircle(id, parents)) faults.push({ kind: 'circle', id })
    if (![...fuseMa, ...reserveMa].every(isCurrent)) faults.push({ kind: 'currents', id })
  }
  const known = new Set<string>()
  for (const outlet of outlets) {
    const { id, circuit } = outlet
    if (known.has(id)) faults.push({ kind: 'twice', id })
    known.add(id)
    if (!parents.has(circuit)) faults.push({ kind: 'unknown_parent', id })
    if (outlet.phases.length === 0 || new Set(outlet.phases).size !== outlet.phases.length)
      faults.push({ kind: 'phases', id })
    if (!isOutletSound(outlet)) faults.push({ kind: 'currents', id })
  }
  return faults
}

const isCurrent = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

function isOutletSound({ mostMa, leastMa, stepMa, floorMa }: Outlet): boolean {
  if (![mostMa, leastMa, stepMa, floorMa].every(isCurrent) || stepMa === 0) return false
  return leastMa <= mostMa && floorMa <= mostMa && (floorMa === 0 || floorMa >= leastMa)
}

function isInCircle(id: string, parents: ReadonlyMap<string, string | null>): boolean {
  const seen = new Set<string>()
  for (let at: string | null | undefined = id; at; at = parents.get(at)) {
    if (seen.has(at)) return true
    seen.add(at)
  }
  return false
}

function floorFaults(site: Site, otherMa: (circuit: Circuit) => PerPhase): SiteFault[] {
  const wiring = new Wiring(site)
  const sums = wiring.bySlot(() => none)
  for (const { circuit, phases: used, floorMa } of site.outlets)
    for (const slot of wiring.slotsOver(circuit, used)) sums[slot] = (sums[slot] ?? 0) + floorMa
  for (const circuit of site.circuits) {
    const others = otherMa(circuit)
    for (const phase of phases)
      for (const slot of wiring.slotsOver(circuit.id, [phase])) sums[slot] = (sums[slot] ?? 0) + others[phase]
  }
  const fuses = wiring.bySlot(({ fuseMa }) => fuseMa)
  const reserves = wiring.bySlot(({ reserveMa }) => reserveMa)
  return wiring.slots.flatMap(({ circuit: id, phase }, slot): SiteFault[] => {
    const [sumMa, fuseMa] = [(sums[slot] ?? 0) + (reserves[slot] ?? 0), fuses[slot] ?? 0]
    return sumMa > fuseMa ? [{ kind: 'floors', id, phase, sumMa, fuseMa }] : []
  })
}
