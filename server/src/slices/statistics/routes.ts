import { statistics } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Clock } from '../../platform/clock.ts'
import { Failure } from '../../platform/failure.ts'
import { type Rest, route } from '../../platform/http.ts'
import type { Db } from '../../platform/schema.ts'
import { daysOf, lengthOf, type Period, previousPeriod } from './rules.ts'
import { type Asked, countNetwork, type DayTotals, listAttention, listDays } from './store.ts'

export interface StatisticsParts {
  db: Db
  clock: Clock
  /** whose days are counted */
  timeZone: string
}

/** the year choices of the screens run from five years ago to next year (domain.md#payments-and-reports) */
const daysMost = 366 * 7

export function statisticsRoutes(rest: Rest, { db, clock, timeZone }: StatisticsParts): void {
  route(rest, statistics.get, async ({ caller, query }) => {
    const period = periodOf(query.from, query.to, timeZone)
    const previous = previousPeriod(period)
    const locationIds = idsOf(query.location_ids)
    const found = await listDays(db, caller, { from: previous.from, to: period.to, locationIds })
    const current = new Map(
      found.filter(({ day }) => day >= period.from).map((totals) => [totals.day, totals]),
    )
    return {
      current_period: sum([...current.values()]),
      previous_period: sum(found.filter(({ day }) => day < period.from)),
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

function periodOf(from: string, to: string, timeZone: string): Period {
  const period = { from: dayOf(new Date(from), timeZone), to: dayOf(new Date(to), timeZone) }
  const length = lengthOf(period)
  if (length < 1 || length > daysMost) {
    throw new Failure('request.invalid', [
      { path: 'to', message: 'The period must end after it begins and be shorter than seven years.' },
    ])
  }
  return period
}

/** A comma list of ids. */
function idsOf(list: string | undefined): Asked {
  if (list === undefined || list.trim() === '') return undefined
  const ids = list.split(',').map((part) => Number(part))
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) {
    throw new Failure('request.invalid', [{ path: 'location_ids', message: 'A comma list of ids.' }])
  }
  return ids
}

function sum(days: readonly (DayTotals | undefined)[]) {
  const total = { charging_revenue: 0, charging_sessions: 0, energy_usage: 0 }
  for (const day of days) {
    total.charging_revenue += day?.amountMinor ?? 0
    total.charging_sessions += day?.orderCount ?? 0
    total.energy_usage += day?.energyWh ?? 0
  }
  return total
}
