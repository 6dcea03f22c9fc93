import type { ChargePlan, DriverNeed } from '@stationmaster/contract'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { EnergyParts } from '../actions.ts'
import { type ControlledSession, findControlled, removeNeed, upsertNeed } from './need-store.ts'
import { wantedWhOf } from './rules.ts'

/** a car stays at most this long by its driver's need */
const longestMs = 7 * DAY_MS

/** What the driver of an order needs and is shown of its session. */
export async function readPlan(
  { db, clock }: Pick<EnergyParts, 'db' | 'clock'>,
  orderId: number,
): Promise<ChargePlan> {
  const found = await findControlled(db, orderId)
  return found
    ? planOf(found, clock.now())
    : { controlled: false, asks_percent: false, need: null, now: null, forecast: null }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** an older measurement says nothing of now */
const measuredMs = 3 * MINUTE_MS

/** and what is measured as a session begins says nothing of what its car will draw */
const beginningMs = 30 * SECOND_MS

/** Whether a car takes anything; null: unknown. */
function drawsNow({ powerW, sampledAt, begunAt }: ControlledSession, now: Date): boolean | null {
  if (powerW === null || sampledAt === null) return null
  if (now.getTime() - sampledAt.getTime() > measuredMs) return null
  if (powerW > 0) return true
  return begunAt !== null && sampledAt.getTime() - begunAt.getTime() < beginningMs ? null : false
}

function planOf(session: ControlledSession, now: Date): ChargePlan {
  const { need, notes, soc, energyWh } = session
  // what is known of an older need says nothing of this one
  const forecast = need && notes?.forecast?.statedAt === need.statedAt ? notes.forecast : null
  return {
    controlled: true,
    asks_percent: soc !== null,
    need: need && { departs_at: iso(need.departsAt), energy: need.energyWh, percent: need.percent },
    now: notes && {
      current_a: notes.currentA,
      draws: drawsNow(session, now),
      reason: notes.code,
      cars: notes.cars,
      shared_a: notes.sharedA,
      until: notes.until === null ? null : iso(notes.until),
    },
    forecast: forecast && {
      met_at: forecast.metAt === null ? null : iso(forecast.metAt),
      energy: Math.max(energyWh, Math.round(forecast.energyWh)),
      wanted: need && wantedWhOf(need, { energyWh, soc }),
    },
  }
}

/** Keeps what a driver needs, or takes it back. Throws energy.not_controlled, energy.need_time, energy.need_percent. */
export async function saveNeed(
  { db, clock, live }: EnergyParts,
  orderId: number,
  need: DriverNeed | null,
): Promise<ChargePlan> {
  const now = clock.now().getTime()
  const locationId = await inTransaction(db, async (tx) => {
    const session = await findControlled(tx, orderId)
    if (!session) throw new Failure('energy.not_controlled')
    if (need === null) {
      await removeNeed(tx, orderId)
      return session.locationId
    }
    const departsAt = Date.parse(need.departs_at)
    if (departsAt <= now || departsAt > now + longestMs) throw new Failure('energy.need_time')
    const { energy, percent } = need
    if (percent !== null && session.soc === null) throw new Failure('energy.need_percent')
    await upsertNeed(tx, orderId, {
      departsAt,
      energyWh: energy,
      percent,
      soc: session.soc,
      beginWh: session.energyWh,
      statedAt: now,
    })
    return session.locationId
  })
  live.publish({ topic: 'location', id: locationId, locationId })
  return readPlan({ db, clock }, orderId)
}
