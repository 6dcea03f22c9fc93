import type { EnergyMeasures } from '@stationmaster/contract'
import { measuresOf } from '@stationmaster/energy'
import { DAY_MS, dayOf, instantOf } from '@stationmaster/units'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { wantedWhOf } from '../needs/rules.ts'
import { sumDays } from '../running/day-store.ts'
import { amperes } from '../site/tree.ts'
import { listStated } from './stay-store.ts'

const lengths = { day: 1, week: 7, month: 30 }

/** How well a location served its cars in the days until today, and what it carried. */
export async function viewMeasures(
  { db, clock }: { db: Db; clock: Clock },
  locationId: number,
  period: keyof typeof lengths,
  timeZone: string,
): Promise<EnergyMeasures> {
  const now = clock.now()
  const to = dayOf(now, timeZone)
  // noon of a day is on that day, whatever clocks do in between
  const noon = instantOf(to, 12 * 60, timeZone).getTime()
  const from = dayOf(new Date(noon - (lengths[period] - 1) * DAY_MS), timeZone)
  const [days, { sessions, stated }] = await Promise.all([
    sumDays(db, locationId, from, to),
    listStated(db, locationId, instantOf(from, 0, timeZone), now),
  ])
  const found = measuresOf(
    stated.flatMap(({ energyWh, soc, need }) => {
      const wishedWh = wantedWhOf(need, { energyWh, soc })
      return wishedWh ? [{ wishedWh, deliveredWh: energyWh }] : []
    }),
  )
  const { minutes, overloadMs, unbalanceSumMa, unbalanceMostMa, safeMs, highestMa, circuit } = days
  return {
    from,
    to,
    sessions,
    stated: found.sessions,
    satisfied: found.satisfied,
    wished: Math.round(found.wishedWh),
    delivered: Math.round(found.deliveredWh),
    fairness: found.fairness,
    minutes,
    highest:
      highestMa === null || circuit === null
        ? null
        : {
            load_a: amperes(highestMa),
            limit_a: amperes(days.limitMa ?? 0),
            circuit,
            phase: days.phase ?? 0,
            day: days.day ?? to,
          },
    overload_seconds: Math.round(overloadMs / 1000),
    unbalance_a: minutes === 0 ? null : Math.round(unbalanceSumMa / minutes) / 1000,
    unbalance_most_a: minutes === 0 ? null : amperes(unbalanceMostMa),
    safe_seconds: minutes === 0 ? null : Math.round(safeMs / 1000),
  }
}
