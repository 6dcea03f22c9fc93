import type { EnergySiteRead } from '@stationmaster/contract'
import {
  type Car,
  type Circuit,
  control,
  type Decision,
  type Look,
  type Outlet,
  type PriceHour,
  type Rules,
  usualRules,
  Wiring,
} from '@stationmaster/energy'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { needLeftWh } from '../needs/rules.ts'
import { holdingOf, poolMaOf, type Reduction, wattsAt } from '../reducing/rules.ts'
import { outlookOf } from '../site/outlook.ts'
import {
  type CalledLimit,
  type CircuitSupply,
  type MeterReading,
  suppliesOf,
  supplyMaOf,
} from '../site/supply.ts'
import { outletId, type Tree, treeOf } from '../site/tree.ts'
import { evsesOf, type Measured, measuredOf, type OutletFacts, outletFactsOf, type Session } from './facts.ts'
import type { OutsideRow, PlugRow, SetLimit } from './facts-store.ts'
import type { Memory } from './memory.ts'
import { capOf, floorAt, type Standing, unitOf } from './profiles.ts'

/** All that a look at a site goes by. */
export interface SiteFacts {
  body: Omit<EnergySiteRead, 'version' | 'enabled'>
  timeZone: string
  plugs: readonly PlugRow[]
  limits: readonly SetLimit[]
  calls: readonly CalledLimit[]
  readings: readonly MeterReading[]
  prices: readonly PriceHour[]
  /** what others allow at stations, as these have reported it */
  outside: readonly OutsideRow[]
  /** what the grid operator has taken back, now or later */
  reductions: readonly Reduction[]
  /** as stations reported which units they take */
  units: ReadonlyMap<string, string | null>
}

/** A site at one moment. */
export interface SiteLook {
  now: Date
  tree: Tree
  /** as it is reckoned with: an outlet whose floor its station has not accepted counts with all that it can deliver */
  wiring: Wiring
  supplies: CircuitSupply[]
  outlets: OutletFacts[]
  measured: ReadonlyMap<string, Measured>
  cars: ReadonlyMap<string, Car>
  /** outlets whose stations have accepted their floors */
  floored: ReadonlySet<string>
  unitAt(plug: PlugRow): 'A' | 'W'
  missing: Standing[]
  rules: Rules
  look: Look
  decision: Decision
  /** with the phases of cars as they are known now */
  memory: Memory
}

/** what a session was measured to draw says something of a setting this long after it */
const effectMs = 10 * SECOND_MS
/** an older measurement says nothing any more */
const measuredMs = 3 * MINUTE_MS
/** each session's setting is renewed once in this time at least, for each outlet of a station */
const renewedMs = 62_500

/** How a site is controlled: a station with several outlets gets no more than one profile a minute. */
function rulesOf(strategy: EnergySiteRead['strategy'], outlets: readonly OutletFacts[]): Rules {
  const counts = new Map<string, number>()
  for (const { plugs } of outlets) {
    const id = plugs[0]?.stationId ?? ''
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const most = Math.max(1, ...counts.values())
  return { ...usualRules, strategy, validMs: Math.max(usualRules.validMs, 2 * renewedMs * most) }
}

/** A session that can be sent a profile: its station has named its transaction. */
export const isNamed = (session: Session | null): session is Session & { transactionId: string } =>
  session?.transactionId != null

/** Looks at a site: what it may carry, who charges there, and what follows. Pure. */
export function lookAt(facts: SiteFacts, before: Memory, now: Date): SiteLook {
  const { body, plugs, limits, calls, readings, prices, timeZone } = facts
  const tree = treeOf(body, evsesOf(plugs))
  const outlets = outletFactsOf(tree, plugs, { limits, outside: facts.outside }, now)
  const rules = rulesOf(body.strategy, outlets)
  const unitAt = (plug: PlugRow) =>
    unitOf(plug, facts.units.get(plug.stationId), before.units[plug.stationId])
  const { floored, missing } = standingsOf(tree, outlets, unitAt)
  const isNew = new Set(outlets.flatMap(({ outlet, plugs: [plug] }) => (plug?.isNew ? [outlet.id] : [])))
  const wiring = new Wiring({
    circuits: tree.site.circuits as Circuit[],
    outlets: tree.site.outlets.map(
      (one): Outlet => (floored.has(one.id) || isNew.has(one.id) ? one : { ...one, floorMa: one.mostMa }),
    ),
  })
  const supplies = suppliesOf(body, { calls, readings, timeZone, now })
  const memory = { ...before, phases: phasesOf(outlets, before.phases) }
  const cars = carsOf(outlets, { tree, body, memory, now })
  const measured = new Map(
    outlets.flatMap(({ outlet, session }): [string, Measured][] => {
      const found = session && measuredOf(session, outlet)
      return found && now.getTime() - found.at.getTime() <= measuredMs ? [[outlet.id, found]] : []
    }),
  )
  const supplyMa = supplyMaOf(wiring, supplies)
  const reduction = holdingOf(facts.reductions, now)
  const look: Look = {
    now: now.getTime(),
    supplyMa: reduction ? [...supplyMa, poolMaOf(reduction)] : supplyMa,
    cars: [...cars.values()],
    outlook: outlookOf(body, { prices, readings, timeZone, now }),
    measuredMa: settled(measured, memory),
    reachable: new Set(outlets.flatMap(({ outlet, plugs: [plug] }) => (plug?.online ? [outlet.id] : []))),
  }
  const decision = control(wiring, memory.control, look, rules)
  return {
    now,
    tree,
    wiring,
    supplies,
    outlets,
    measured,
    cars,
    floored,
    unitAt,
    missing,
    rules,
    look,
    decision,
    memory,
  }
}

/** Which outlets have their floors, and what stations still lack. */
function standingsOf(tree: Tree, outlets: readonly OutletFacts[], unitAt: (plug: PlugRow) => 'A' | 'W') {
  const floored = new Set<string>()
  const missing: Standing[] = []
  const byStation = new Map<string, OutletFacts[]>()
  for (const one of outlets) {
    const [plug] = one.plugs
    if (!plug || tree.unplaced.has(one.outlet.id)) continue
    const floor = floorAt(one, unitAt(plug))
    if (floor.isSet) floored.add(one.outlet.id)
    if (floor.missing) missing.push(floor.missing)
    byStation.set(plug.stationId, [...(byStation.get(plug.stationId) ?? []), one])
  }
  for (const own of byStation.values()) {
    const plug = own[0]?.plugs[0]
    const cap = plug && capOf(tree, own, unitAt(plug))
    if (cap) missing.push(cap)
  }
  return { floored, missing }
}

/** On how many phases cars draw: as measured, and as it was measured before while a car pauses. */
function phasesOf(outlets: readonly OutletFacts[], before: Memory['phases']): Memory['phases'] {
  return Object.fromEntries(
    outlets.flatMap(({ outlet, session }) => {
      if (!session) return []
      const { orderId } = session
      const known = before[outlet.id]
      const found = measuredOf(session, outlet)?.phases ?? (known?.orderId === orderId ? known.phases : null)
      return found === null ? [] : [[outlet.id, { orderId, phases: found }]]
    }),
  )
}

/** The cars that share, by outlet. */
function carsOf(
  outlets: readonly OutletFacts[],
  { tree, body, memory, now }: { tree: Tree; body: SiteFacts['body']; memory: Memory; now: Date },
): Map<string, Car> {
  const groups = new Map(
    body.outlets.map(({ station_id, evse, group }) => [outletId(station_id, evse), group]),
  )
  return new Map(
    outlets.flatMap((facts): [string, Car][] => {
      const car = tree.unplaced.has(facts.outlet.id) ? null : carOf(facts, { memory, groups, now })
      return car ? [[facts.outlet.id, car]] : []
    }),
  )
}

function carOf(
  { outlet, session, ownMostMa }: OutletFacts,
  { memory, groups, now }: { memory: Memory; groups: ReadonlyMap<string, number>; now: Date },
): Car | null {
  if (!isNamed(session)) return null
  const { limitWh, energyWh } = session
  return {
    outlet: outlet.id,
    phases: memory.phases[outlet.id]?.phases ?? outlet.phases.length,
    mostMa: Math.min(outlet.mostMa, ownMostMa ?? outlet.mostMa),
    pluggedAt: (session.transactionStart ?? now).getTime(),
    group: session.priority?.group ?? groups.get(outlet.id) ?? 0,
    ...(session.isFirst ? { first: true } : {}),
    energyLeftWh: limitWh === null ? null : Math.max(0, limitWh - (energyWh ?? 0)),
    neededWh: session.need && needLeftWh(session.need, session),
    departsAt: session.need?.departsAt ?? null,
  }
}

/** What was measured long enough after the last change to say something of it. */
function settled(
  measured: ReadonlyMap<string, Measured>,
  { control: { outlets } }: Memory,
): Map<string, number> {
  return new Map(
    [...measured].flatMap(([id, { mA, at }]): [string, number][] => {
      const changedAt = outlets.get(id)?.changedAt ?? Number.NEGATIVE_INFINITY
      return at.getTime() >= changedAt + effectMs ? [[id, mA]] : []
    }),
  )
}

/** What cars could take more than they are meant to have, W. */
export function shortW({ decision, cars }: SiteLook): number {
  return decision.standings.reduce((sum, { outlet, currentMa, bound }) => {
    const car = cars.get(outlet)
    const isShort = bound.kind === 'fuse' || bound.kind === 'waits' || bound.kind === 'pool'
    return car && isShort ? sum + wattsAt(Math.max(0, car.mostMa - currentMa), car.phases) : sum
  }, 0)
}

/** What flows through each slot of the wiring by what was measured, and what all cars may draw, mA. */
export function flowsOf({ wiring, supplies, outlets, measured, cars, decision: { counted } }: SiteLook) {
  const flows = wiring.bySlot(() => [0, 0, 0])
  const granted = wiring.bySlot(() => [0, 0, 0])
  const add = (sums: number[], slots: readonly number[], mA: number) => {
    for (const slot of slots) sums[slot] = (sums[slot] ?? 0) + mA
  }
  for (const { outlet, session } of outlets) {
    const slots = wiring.slotsOver(outlet.circuit, outlet.phases.slice(0, cars.get(outlet.id)?.phases))
    add(flows, slots, session ? (measured.get(outlet.id)?.mA ?? 0) : 0)
    add(granted, slots, counted.get(outlet.id) ?? 0)
  }
  for (const { id, othersMa } of supplies)
    for (const phase of [0, 1, 2] as const) add(flows, wiring.slotsOver(id, [phase]), othersMa[phase])
  return { flows, granted }
}
