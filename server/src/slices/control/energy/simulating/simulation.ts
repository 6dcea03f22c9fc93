import { setTimeout } from 'node:timers/promises'
import type { EnergySimulation, energySimulationBody } from '@stationmaster/contract'
import { Wiring } from '@stationmaster/energy'
import { DAY_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { Failure } from '../../../../platform/http/failure.ts'
import { type EnergyParts, getSite } from '../actions.ts'
import { evsesOf } from '../looking/facts.ts'
import { listPlugs } from '../looking/facts-store.ts'
import { listSamples } from '../running/control-store.ts'
import { outletId, treeOf } from '../site/tree.ts'
import { listPastLimits, listPrices } from '../store.ts'
import { type Played, playWeek, type Setting, type WeekFacts } from './play.ts'
import { type Body, readingsOf } from './readings.ts'
import { listStays, type StayRow } from './stay-store.ts'
import { type Stay, staysOf, stepMs } from './stays.ts'

type Changes = z.output<typeof energySimulationBody>

/** so long it goes on without a break, and then rests as long: others have half of the time at least, ms */
const pieceMs = 8

/** Plays last week with other settings, one simulation at a time on a server; nothing of it is kept. */
export class Simulations {
  private isBusy = false

  constructor(private readonly parts: Pick<EnergyParts, 'db' | 'clock'>) {}

  /** Throws energy.site_missing, energy.circuit_missing, energy.simulation_busy. */
  async run(locationId: number, changes: Changes, isWanted: () => boolean): Promise<EnergySimulation> {
    if (this.isBusy) throw new Failure('energy.simulation_busy')
    this.isBusy = true
    try {
      return await this.play(locationId, changes, isWanted)
    } finally {
      this.isBusy = false
    }
  }

  private async play(locationId: number, changes: Changes, isWanted: () => boolean) {
    const { db, clock } = this.parts
    const { body, timeZone } = await getSite(db, locationId)
    const changed = changedBody(body, changes)
    const to = Math.floor(clock.now().getTime() / stepMs) * stepMs
    const from = to - 7 * DAY_MS
    const [start, end] = [new Date(from), new Date(to)]
    const [plugs, rows, samples, calls, prices] = await Promise.all([
      listPlugs(db, locationId),
      listStays(db, locationId, start, end),
      listSamples(db, locationId, start, end),
      listPastLimits(db, locationId, start, end),
      listPrices(db, locationId, start),
    ])
    const evses = evsesOf(plugs)
    const facts = { from, to, timeZone, calls, prices, readings: readingsOf(samples, timeZone) }
    const [now, other] = [settingOf(body, evses, rows), settingOf(changed, evses, rows)]
    const limited = limitedTo(changes.connectors, other.setting.stays)
    const played = {
      now: await inPieces(playWeek(now.setting, facts), isWanted),
      changed: await inPieces(playWeek({ ...other.setting, ...limited }, facts), isWanted),
    }
    return simulationOf(played, { ...now, faults: other.faults }, facts)
  }
}

/** A site with what is to be other. */
function changedBody(body: Body, { strategy, circuits }: Changes): Body {
  const known = new Set(body.circuits.map(({ id }) => id))
  if (circuits.some(({ id }) => !known.has(id))) throw new Failure('energy.circuit_missing')
  return {
    ...body,
    strategy: strategy ?? body.strategy,
    circuits: body.circuits.map((circuit) => {
      const { fuse_a, reserve_a } = circuits.findLast(({ id }) => id === circuit.id) ?? {}
      return { ...circuit, fuse_a: fuse_a ?? circuit.fuse_a, reserve_a: reserve_a ?? circuit.reserve_a }
    }),
  }
}

function settingOf(body: Body, evses: ReturnType<typeof evsesOf>, rows: readonly StayRow[]) {
  const { site, faults, unplaced } = treeOf(body, evses)
  const groups = new Map(
    body.outlets.map(({ station_id, evse, group }) => [outletId(station_id, evse), group]),
  )
  const placed = site.outlets.filter(({ id }) => !unplaced.has(id))
  const { stays, leftOut } = staysOf(rows, new Map(placed.map((one) => [one.id, one])), groups)
  const setting: Setting = {
    body,
    wiring: new Wiring({ circuits: site.circuits, outlets: placed }),
    stays,
    turnedAway: [],
  }
  return { setting, faults, leftOut }
}

/** Who finds a connector where only so many are in use at once; who does not leaves again. */
function limitedTo(most: number | null, stays: readonly Stay[]): Pick<Setting, 'stays' | 'turnedAway'> {
  if (most === null) return { stays, turnedAway: [] }
  let here: Stay[] = []
  const turnedAway: Stay[] = []
  const stayed = stays.filter((stay) => {
    here = here.filter(({ visit }) => visit.leavesAt > stay.visit.car.pluggedAt)
    const isRoom = here.length < most
    if (isRoom) here.push(stay)
    else turnedAway.push(stay)
    return isRoom
  })
  return { stays: stayed, turnedAway }
}

/** Goes on in short pieces with rests between them, until nobody wants it any more. */
async function inPieces<T>(work: Generator<void, T, void>, isWanted: () => boolean): Promise<T> {
  for (;;) {
    const began = performance.now()
    while (performance.now() - began < pieceMs) {
      const next = work.next()
      if (next.done) return next.value
    }
    await setTimeout(performance.now() - began)
    if (!isWanted()) throw new Failure('energy.simulation_busy')
  }
}

function simulationOf(
  { now, changed }: { now: Played; changed: Played },
  { setting, leftOut, faults }: ReturnType<typeof settingOf>,
  { from, to }: WeekFacts,
): EnergySimulation {
  const { stays } = setting
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    step_seconds: stepMs / 1000,
    stated: stays.filter(({ isStated }) => isStated).length,
    cut_off: stays.filter(({ isCutOff }) => isCutOff).length,
    left_out: leftOut,
    faults,
    now: now.outcome,
    changed: changed.outcome,
    days: [...now.byDay.keys()].toSorted().map((day) => ({
      day,
      now: now.byDay.get(day)!, // the day is one of its keys
      changed: changed.byDay.get(day)!, // both have the same stays
    })),
    curve: [...now.curve].map(([at, side]) => ({
      at: new Date(at).toISOString(),
      now: side,
      changed: changed.curve.get(at) ?? side,
    })),
  }
}
