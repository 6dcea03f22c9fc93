import { contract } from '@stationmaster/contract'
import { dayOf, localTime } from '@stationmaster/units'
import { type Rest, route } from '../../platform/http.ts'
import { idsOf, periodOf } from './asked.ts'
import { utilisationOf } from './insight-rules.ts'
import {
  listOutcomes,
  listPlaces,
  listStanding,
  listUsed,
  sumOutcomes,
  type Wanted,
} from './insight-store.ts'
import type { StatisticsParts } from './routes.ts'
import { previousPeriod } from './rules.ts'

/** locations at either end of the list of the best and the worst */
const placesMost = 5

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
}
