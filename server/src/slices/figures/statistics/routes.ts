import { statistics } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Reading } from '../../../platform/database/replica/replica.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listAttention } from './attention-store.ts'
import { idsOf, periodOf } from './query.ts'
import { daysOf, previousPeriod, sameTimeOn } from './rules.ts'
import { countNetwork, type DayTotals, listDays, sumUntil } from './store.ts'

export interface StatisticsParts {
  db: Db
  reading: Reading
  clock: Clock
  /** whose days are counted */
  timeZone: string
}

export function statisticsRoutes(rest: Rest, { db, reading, clock, timeZone }: StatisticsParts): void {
  route(rest, statistics.get, async ({ caller, query }) => {
    const period = periodOf(query.from, query.to, timeZone)
    const previous = previousPeriod(period)
    const place = { locationIds: idsOf(query.location_ids), stationId: query.station_id }
    const now = clock.now()
    const today = dayOf(now, timeZone)
    const [found, soFar] = await Promise.all([
      reading.read({ managerId: caller.id, mayLag: period.to < today }, (from) =>
        listDays(from, caller, { from: previous.from, to: period.to, ...place }),
      ),
      period.to === today
        ? sumUntil(db, caller, { day: previous.to, until: sameTimeOn(previous.to, now, timeZone), ...place })
        : null,
    ])
    const current = new Map(
      found.filter(({ day }) => day >= period.from).map((totals) => [totals.day, totals]),
    )
    return {
      current_period: sum([...current.values()]),
      previous_period: sum([
        ...found.filter(({ day }) => day < period.from && !(soFar && day === previous.to)),
        ...(soFar ? [soFar] : []),
      ]),
      data: daysOf(period).map((date) => ({ date, ...sum([current.get(date)]) })),
    }
  })

  route(rest, statistics.network, async ({ caller, query }) => {
    const locationIds = idsOf(query.location_ids)
    const [counts, attention] = await Promise.all([
      countNetwork(db, caller, locationIds),
      listAttention(db, caller, locationIds, clock.now()),
    ])
    return { ...counts, attention: attention.map((row) => ({ ...row, at: row.at.toISOString() })) }
  })
}

function sum(days: readonly (DayTotals | undefined)[]) {
  const total = { charging_revenue: 0, cash_amount: 0, charging_sessions: 0, energy_usage: 0 }
  for (const day of days) {
    total.charging_revenue += day?.revenueMinor ?? 0
    total.cash_amount += day?.cashMinor ?? 0
    total.charging_sessions += day?.orderCount ?? 0
    total.energy_usage += day?.energyWh ?? 0
  }
  return total
}
