import type { MonthlyReport } from '@stationmaster/contract'
import {
  dayOf,
  firstDayOf,
  instantOf,
  lastDayOf,
  monthOf,
  nextMonth,
  previousMonth,
  SECOND_MS,
} from '@stationmaster/units'
import { groupBy } from '../../../../platform/general/group-by.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { inForce } from '../../../money/contracts/rules.ts'
import { listTerms } from '../../../money/contracts/store.ts'
import { findManager } from '../../../people/managers/store.ts'
import { incidentMs } from '../../../stations/timeline/repairs.ts'
import { listParts, loadMarks } from '../../../stations/timeline/store.ts'
import { percentOf, type Shares, sumOf, uptimeOf } from '../../../stations/timeline/uptime.ts'
import { daysOf } from '../../statistics/rules.ts'
import { co2GramsPerKwh } from '../co2.ts'
import {
  countTried,
  listMonthDays,
  listMonthSums,
  listOwnedStations,
  type MonthSums,
  sumMonth,
} from './monthly-store.ts'

const noSums: MonthSums = {
  sessions: 0,
  energy: 0,
  captured: 0,
  refunded: 0,
  charged_back: 0,
  amount: 0,
  revenue: 0,
  bank_commission: 0,
  agent_fee: 0,
  compensation: 0,
  to_compensate: 0,
}

interface StationMonth {
  locationId: number
  location: string
  shares: Shares
  /** how long each incident was, ms */
  incidents: number[]
}

/** The report of an owner's month; of the present month, until now. Throws manager.not_found. */
export async function readMonthly(
  { db, timeZone }: { db: Db; timeZone: string },
  { ownerId, month }: { ownerId: number; month: string },
  now: Date,
): Promise<MonthlyReport> {
  const owner = await findManager(db, ownerId)
  if (!owner) throw new Failure('manager.not_found')
  const range = {
    from: instantOf(firstDayOf(month), 0, timeZone),
    to: instantOf(firstDayOf(nextMonth(month)), 0, timeZone),
  }
  const [sums, before, byLocation, dayEnergy, success, details, stations] = await Promise.all([
    sumMonth(db, ownerId, month),
    sumMonth(db, ownerId, previousMonth(month)),
    listMonthSums(db, ownerId, month),
    listMonthDays(db, ownerId, month),
    countTried(db, ownerId, month),
    listTerms(db, 'legal_details'),
    readStations(db, ownerId, range, now),
  ])
  const energyOf = new Map(dayEnergy.map(({ day, energy }) => [day, energy]))
  const gramsPerKwh = co2GramsPerKwh(lastDayOf(month))
  return {
    owner_id: ownerId,
    owner_name: [owner.first_name, owner.last_name].filter(Boolean).join(' ') || owner.email,
    network_name: inForce(details, lastDayOf(month))?.name ?? '',
    month,
    running: month >= monthOf(dayOf(now, timeZone)),
    stations: stations.length,
    ...sums,
    ...workingOf(stations),
    success,
    before: { sessions: before.sessions, energy: before.energy, amount: before.amount },
    co2: { grams: Math.round((sums.energy * gramsPerKwh) / 1000), grams_per_kwh: gramsPerKwh },
    days: daysOf({ from: firstDayOf(month), to: lastDayOf(month) }).map((day) => ({
      day,
      energy: energyOf.get(day) ?? 0,
    })),
    locations: locationsOf(byLocation, stations),
  }
}

/** Locations that had sessions in the month or have stations today. */
function locationsOf(
  byLocation: readonly (MonthSums & { id: number; name: string })[],
  stations: readonly StationMonth[],
): MonthlyReport['locations'] {
  const standing = groupBy(stations, ({ locationId }) => locationId)
  const names = new Map([
    ...stations.map(({ locationId, location }) => [locationId, location] as const),
    ...byLocation.map(({ id, name }) => [id, name] as const),
  ])
  const sumsOf = new Map(byLocation.map(({ id, name: _, ...sums }) => [id, sums]))
  return [...names]
    .map(([id, name]) => {
      const own = standing.get(id) ?? []
      return { id, name, stations: own.length, ...(sumsOf.get(id) ?? noSums), ...workingOf(own) }
    })
    .sort((a, b) => b.energy - a.energy || a.name.localeCompare(b.name))
}

async function readStations(
  db: Db,
  ownerId: number,
  { from, to }: { from: Date; to: Date },
  now: Date,
): Promise<StationMonth[]> {
  const stations = await listOwnedStations(db, ownerId)
  const ids = stations.map(({ id }) => id)
  const [parts, marks] = await Promise.all([listParts(db, ids), loadMarks(db, ids, from, to)])
  return stations.map(({ id, locationId, location }) => {
    // both maps have an entry for each id that they were loaded with
    const { station, downs } = uptimeOf(parts.get(id)!, marks.get(id)!, [{ day: 'month', from, to }], now)
    const lengths = downs.map(({ fromMs, toMs }) => toMs - fromMs)
    return {
      locationId,
      location,
      shares: sumOf(station),
      incidents: lengths.filter((ms) => ms >= incidentMs),
    }
  })
}

function workingOf(stations: readonly StationMonth[]) {
  const incidents = stations.flatMap((station) => station.incidents)
  return {
    uptime_percent: percentOf(sumOf(stations.map(({ shares }) => shares))),
    incidents: incidents.length,
    incident_seconds: Math.round(incidents.reduce((sum, ms) => sum + ms, 0) / SECOND_MS),
  }
}
