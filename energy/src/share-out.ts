import type { Phase, Place, Wiring } from './site.ts'

/** A car that could charge now. */
export interface Claim {
  outlet: string
  /** the site's phases that the car draws on: those of its outlet, or fewer where the car has fewer */
  phases: readonly Phase[]
  /** the smallest current of any use, mA */
  leastMa: number
  /** the most that car, cable and outlet can take, mA; less than `leastMa`: nothing now */
  mostMa: number
  /** shares of what there is, beside others of the same rank; more than 0 */
  weight: number
  /** who comes first has the lower number, and is served in full before the next */
  rank: number
  /** it charges and is not to be paused for others of its rank */
  kept: boolean
  /** who gets the smallest current first among those of a rank that do not all fit; the lower number */
  turn: number
}

/**
 * Why a claim gets no more: it has what it can take, a fuse is used up, it waits for its smallest current at one, or it waits for
 * cheaper hours or more sun; or what all cars together may draw is used up (`pool`, and `waits` at null).
 */
export type Bound =
  | { kind: 'wanted' }
  | { kind: 'price' | 'sun' }
  | { kind: 'pool' }
  | { kind: 'fuse'; at: Place }
  | { kind: 'waits'; at: Place | null }

export interface Share {
  outlet: string
  /** on each of its phases, mA; 0, or at least the smallest current */
  currentMa: number
  bound: Bound
}

/** A claim on its way: what it has so far, and the slots that its current flows through. */
interface Filling {
  claim: Claim
  slots: readonly number[]
  stepMa: number
  mostMa: number
  currentMa: number
  bound: Bound
}

/**
 * Shares what each circuit can give (`supplyMa`, by the wiring's slots) out to cars. Those that are kept have their smallest current
 * first. Then ranks are served one after the other: within a rank each further car gets its smallest current by turn, and who does not
 * fit waits. What is left rises like water: by weight, until a car has what it can take or a fuse above it is used up. A current is a
 * multiple of its outlet's step, and no sum is ever more than the supply. A supply may end with the pool (`Wiring.slotsOf`).
 */
export function shareOut(wiring: Wiring, supplyMa: readonly number[], claims: readonly Claim[]): Share[] {
  const left = [...supplyMa]
  const fillings = claims
    .toSorted((a, b) => a.rank - b.rank || a.turn - b.turn || order(a.outlet, b.outlet))
    .map((claim) => fillingOf(wiring, claim, supplyMa))
  const admitted = new Set(fillings.filter((one) => one.claim.kept && admit(wiring, one, left)))
  for (const ofRank of groupsOf(fillings)) {
    for (const filling of ofRank)
      if (!filling.claim.kept && admit(wiring, filling, left)) admitted.add(filling)
    raise(
      wiring,
      ofRank.filter((filling) => admitted.has(filling)),
      left,
    )
  }
  return fillings.map(({ claim, currentMa, bound }) => ({ outlet: claim.outlet, currentMa, bound }))
}

/** Fillings of one rank after the other; they are sorted by it. */
function groupsOf(fillings: readonly Filling[]): Filling[][] {
  const groups: Filling[][] = []
  for (const filling of fillings) {
    const group = groups.at(-1)
    if (group?.[0]?.claim.rank === filling.claim.rank) group.push(filling)
    else groups.push([filling])
  }
  return groups
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const floorTo = (value: number, step: number): number => Math.floor(value / step) * step
const ceilTo = (value: number, step: number): number => Math.ceil(value / step) * step

function fillingOf(wiring: Wiring, claim: Claim, supplyMa: readonly number[]): Filling {
  const outlet = wiring.outlet(claim.outlet)
  const { stepMa, mostMa } = outlet
  return {
    claim,
    slots: wiring.slotsOf(outlet, claim.phases, supplyMa),
    stepMa,
    mostMa: floorTo(Math.min(claim.mostMa, mostMa), stepMa),
    currentMa: 0,
    bound: { kind: 'wanted' },
  }
}

/** Gives a claim its smallest current, where every fuse above it has that much. */
function admit(wiring: Wiring, filling: Filling, left: number[]): boolean {
  const least = ceilTo(filling.claim.leastMa, filling.stepMa)
  if (filling.mostMa < least) return false
  const short = shortOf(filling.slots, left, least)
  if (short !== null) {
    filling.bound = { kind: 'waits', at: wiring.slots[short] ?? null }
    return false
  }
  give(filling, least, left)
  return true
}

function give(filling: Filling, moreMa: number, left: number[]): void {
  filling.currentMa += moreMa
  for (const slot of filling.slots) left[slot] = (left[slot] ?? 0) - moreMa
}

/** The first slot that cannot give a current to who draws through them; null: each can. */
function shortOf(slots: readonly number[], left: readonly number[], mA: number): number | null {
  for (const slot of slots) if ((left[slot] ?? 0) < mA) return slot
  return roomIn(slots, left) < mA ? (slots.at(-1) ?? null) : null
}

/** The most that can be drawn through slots; the last of them may stand there several times. */
export function roomIn(slots: readonly number[], left: readonly number[]): number {
  let room = Number.POSITIVE_INFINITY
  for (const slot of slots) room = Math.min(room, left[slot] ?? 0)
  const last = slots.at(-1)
  let times = 0
  while (times < slots.length && slots[slots.length - 1 - times] === last) times += 1
  return last === undefined || times < 2 ? room : Math.min(room, (left[last] ?? 0) / times)
}

/** Raises the claims of a rank together, from their smallest currents on. */
function raise(wiring: Wiring, fillings: readonly Filling[], left: number[]): void {
  const water = new Water(fillings, left)
  water.rise()
  for (const filling of fillings) {
    const reached = floorTo(water.currentOf(filling) + inexactMa, filling.stepMa)
    const room = roomIn(filling.slots, left)
    give(filling, Math.max(0, Math.min(reached - filling.currentMa, floorTo(room, filling.stepMa))), left)
  }
  // what the steps left over goes on, a step each time to whoever has least for its weight and is helped by it
  let open = fillings.filter((filling) => hasRoom(filling, left))
  for (; open.length > 0; open = open.filter((filling) => hasRoom(filling, left))) {
    const lowest = open.reduce((a, b) => (levelOf(b) < levelOf(a) ? b : a))
    give(lowest, lowest.stepMa, left)
  }
  for (const filling of fillings) {
    const tight = shortOf(filling.slots, left, filling.stepMa)
    if (filling.currentMa >= filling.mostMa || tight === null) continue
    const at = wiring.slots[tight]
    filling.bound = at ? { kind: 'fuse', at } : { kind: 'pool' }
  }
}

/** what reckoning with fractions may be off by */
const inexactMa = 0.001

const levelOf = ({ currentMa, stepMa, claim }: Filling): number => (currentMa + stepMa) / claim.weight

const hasRoom = ({ currentMa, mostMa, stepMa, slots }: Filling, left: readonly number[]): boolean =>
  currentMa + stepMa <= mostMa && shortOf(slots, left, stepMa) === null

type Happening = { at: number; filling: Filling; kind: 'joins' | 'is full' }

/**
 * Water that rises in vessels of different width: at a level, a claim has its weight times the level, but at least what it has
 * already and at most what it can take. Each step goes to the next level at which one joins, one is full, or a fuse is used up.
 */
class Water {
  private level = 0
  private readonly room: number[]
  /** the weights of those that rise, by slot */
  private readonly widths: number[]
  private readonly rising = new Map<Filling, readonly number[]>()
  private readonly stopped = new Map<Filling, number>()
  private readonly through: Filling[][]

  constructor(
    private readonly fillings: readonly Filling[],
    left: readonly number[],
  ) {
    this.room = [...left]
    this.widths = left.map(() => 0)
    this.through = left.map(() => [])
    for (const filling of fillings) for (const slot of filling.slots) this.through[slot]?.push(filling)
  }

  currentOf(filling: Filling): number {
    return this.stopped.get(filling) ?? filling.currentMa
  }

  rise(): void {
    const happenings = this.fillings
      .flatMap((filling): Happening[] => {
        const { currentMa, mostMa, claim } = filling
        return [
          { at: currentMa / claim.weight, filling, kind: 'joins' },
          { at: mostMa / claim.weight, filling, kind: 'is full' },
        ]
      })
      .toSorted((a, b) => a.at - b.at || (a.kind === b.kind ? 0 : a.kind === 'joins' ? -1 : 1))
    for (const { at, filling, kind } of happenings) {
      while (this.rising.size > 0 && this.level < at) {
        const used = this.riseTo(at)
        if (used === null) break
        for (const stopped of this.through[used] ?? []) this.stop(stopped)
      }
      this.level = at
      if (kind === 'is full') this.stop(filling)
      else this.join(filling)
    }
  }

  /** Rises to a level, or to that at which the first slot is used up: its number, else null. */
  private riseTo(level: number): number | null {
    let used: number | null = null
    let to = level
    for (const [slot, width] of this.widths.entries()) {
      if (width < narrowest) continue
      const reach = this.level + (this.room[slot] ?? 0) / width
      if (reach < to) [used, to] = [slot, reach]
    }
    const by = to - this.level
    for (const [slot, width] of this.widths.entries()) this.room[slot] = (this.room[slot] ?? 0) - width * by
    if (used !== null) this.room[used] = 0
    this.level = to
    return used
  }

  private join(filling: Filling): void {
    this.rising.set(filling, filling.slots)
    const { weight } = filling.claim
    for (const slot of filling.slots) this.widths[slot] = (this.widths[slot] ?? 0) + weight
  }

  private stop(filling: Filling): void {
    if (!this.rising.delete(filling)) return
    const { weight } = filling.claim
    this.stopped.set(filling, Math.min(filling.mostMa, this.level * weight))
    for (const slot of filling.slots) this.widths[slot] = (this.widths[slot] ?? 0) - weight
  }
}

/** what is left of a sum of weights after all have been taken off it again */
const narrowest = 1e-9
