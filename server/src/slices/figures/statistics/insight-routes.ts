import { contract } from '@stationmaster/contract'
import { dayOf, instantOf, localTime } from '@stationmaster/units'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { listVisible } from '../../places/locations/store.ts'
import { listLastFaults } from '../../stations/timeline/store.ts'
import { listUptimes } from '../../stations/timeline/view.ts'
import { utilisationOf } from './insight-rules.ts'
import {
  type InsightRange,
  listDown,
  listOutcomes,
  listPlaces,
  listStanding,
  listStationFigures,
  listUsed,
  sumOutcomes,
  sumUptime,
} from './insight-store.ts'
import { idsOf, periodOf } from './query.ts'
import type { StatisticsParts } from './routes.ts'
import { daysBefore, previousPeriod } from './rules.ts'

/** how many best locations, worst locations and stations with the longest downtime are shown */
const placesMost = 5
/** how old a station's last fault may be */
const faultDays = 30

type InsightParts = Omit<StatisticsParts, 'reading'>

interface RangeQuery {
  from: string
  to: string
  location_ids?: string | undefined
  station_id?: string | undefined
}

/** The period that a query names, and the one before. */
function rangesIn(query: RangeQuery, timeZone: string): { range: InsightRange; before: InsightRange } {
  const period = periodOf(query.from, query.to, timeZone)
  const place = { locationIds: idsOf(query.location_ids), stationId: query.station_id }
  return { range: { ...period, ...place }, before: { ...previousPeriod(period), ...place } }
}

/** Results of sessions and use of stations, compared with the period before. */
export function insightRoutes(rest: Rest, parts: InsightParts): void {
  const { db, clock, timeZone } = parts
  const rangesOf = (query: RangeQuery) => rangesIn(query, timeZone)

  route(rest, contract.insight.outcomes, async ({ caller, query }) => {
    const { range, before } = rangesOf(query)
    const { by, stage } = query
    const [current, previous, rows] = await Promise.all([
      sumOutcomes(db, caller, range),
      sumOutcomes(db, caller, before),
      listOutcomes(db, caller, range, { by, stage }),
    ])
    return { current, previous, rows }
  })

  route(rest, contract.insight.utilisation, async ({ caller, query }) => {
    const { range, before } = rangesOf(query)
    const now = clock.now()
    const hour = { day: dayOf(now, timeZone), hour: localTime(now, timeZone).hour }
    const standing = await listStanding(db, caller, range)
    const usageOf = async (part: InsightRange) =>
      utilisationOf(await listUsed(db, caller, part), standing, part, hour)
    const [current, previous] = await Promise.all([usageOf(range), usageOf(before)])
    return { ...current, previous: previous.share }
  })

  route(rest, contract.insight.places, async ({ caller, query }) => {
    const places = await listPlaces(db, caller, rangesOf(query).range)
    const best = places.slice(0, placesMost)
    return {
      total: places.length,
      best,
      worst: places.slice(Math.max(placesMost, places.length - placesMost)).toReversed(),
    }
  })

  route(rest, contract.insight.uptime, async ({ caller, query }) => {
    const { range, before } = rangesOf(query)
    const [current, previous, worst] = await Promise.all([
      sumUptime(db, caller, range),
      sumUptime(db, caller, before),
      listDown(db, caller, range, placesMost),
    ])
    return {
      ...current,
      previous: previous.share,
      repair_seconds_before: previous.repair_seconds,
      worst,
    }
  })
  stationRoutes(rest, parts)
}

/** The stations of a location, with their uptime and their last fault. */
function stationRoutes(rest: Rest, { db, clock, timeZone }: InsightParts): void {
  route(rest, contract.insight.stations, async ({ caller, query }) => {
    const day = dayOf(clock.now(), timeZone)
    const before = daysBefore(day, faultDays)
    const [location] = await listVisible(db, caller, [query.location_id])
    if (!location) throw new Failure('location.not_found')
    const figures = await listStationFigures(db, caller, { locationId: location.id, day })
    const ids = figures.map(({ station_id }) => station_id)
    const uptimes = await listUptimes(db, ids, clock.now())
    const faults = await listLastFaults(db, ids, instantOf(before.from, 0, timeZone))
    return figures.map((station) => {
      const fault = faults.get(station.station_id)
      return {
        ...station,
        uptime: uptimes.get(station.station_id) ?? null,
        fault: fault
          ? { at: fault.at.toISOString(), connector: fault.connector, error_code: fault.errorCode }
          : null,
      }
    })
  })
}
