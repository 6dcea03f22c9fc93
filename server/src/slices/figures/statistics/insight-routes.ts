import { contract } from '@stationmaster/contract'
import { dayOf, instantOf, localTime } from '@stationmaster/units'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { listVisible } from '../../places/locations/store.ts'
import { listLastFaults } from '../../stations/timeline/store.ts'
import { listUptimes } from '../../stations/timeline/view.ts'
import { idsOf, periodOf } from './asked.ts'
import { utilisationOf } from './insight-rules.ts'
import {
  listDown,
  listOutcomes,
  listPlaces,
  listStanding,
  listStationFigures,
  listUsed,
  sumOutcomes,
  sumUptime,
  type Wanted,
} from './insight-store.ts'
import type { StatisticsParts } from './routes.ts'
import { daysBefore, previousPeriod } from './rules.ts'

/** locations at either end of the list of the best and the worst, and stations that were down longest */
const placesMost = 5
/** of a station's last fault */
const faultDays = 30

/** How sessions went and how stations were used, beside the period before. */
export function insightRoutes(rest: Rest, { db, clock, timeZone }: StatisticsParts): void {
  const wantedOf = (query: {
    from: string
    to: string
    location_ids?: string | undefined
    station_id?: string | undefined
  }): { wanted: Wanted; before: Wanted } => {
    const period = periodOf(query.from, query.to, timeZone)
    const place = { locationIds: idsOf(query.location_ids), stationId: query.station_id }
    return { wanted: { ...period, ...place }, before: { ...previousPeriod(period), ...place } }
  }

  route(rest, contract.insight.outcomes, async ({ caller, query }) => {
    const { wanted, before } = wantedOf(query)
    const { by, stage } = query
    const [current, previous, rows] = await Promise.all([
      sumOutcomes(db, caller, wanted),
      sumOutcomes(db, caller, before),
      listOutcomes(db, caller, wanted, { by, stage }),
    ])
    return { current, previous, rows }
  })

  route(rest, contract.insight.utilisation, async ({ caller, query }) => {
    const { wanted, before } = wantedOf(query)
    const now = clock.now()
    const hour = { day: dayOf(now, timeZone), hour: localTime(now, timeZone).hour }
    const standing = await listStanding(db, caller, wanted)
    const of = async (asked: Wanted) =>
      utilisationOf(await listUsed(db, caller, asked), standing, asked, hour)
    const [current, previous] = await Promise.all([of(wanted), of(before)])
    return { ...current, previous: previous.share }
  })

  route(rest, contract.insight.places, async ({ caller, query }) => {
    const places = await listPlaces(db, caller, wantedOf(query).wanted)
    const best = places.slice(0, placesMost)
    return {
      total: places.length,
      best,
      worst: places.slice(Math.max(placesMost, places.length - placesMost)).toReversed(),
    }
  })

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

  route(rest, contract.insight.uptime, async ({ caller, query }) => {
    const { wanted, before } = wantedOf(query)
    const [current, previous, worst] = await Promise.all([
      sumUptime(db, caller, wanted),
      sumUptime(db, caller, before),
      listDown(db, caller, wanted, placesMost),
    ])
    const told = { previous: previous.share, repair_seconds_before: previous.repair_seconds }
    return { ...current, ...told, worst }
  })
}
