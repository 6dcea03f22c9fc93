import { last, SECOND_MS, valueIn } from '@stationmaster/units'
import type { Db } from '../../../platform/schema/schema.ts'
import { repairsOf } from './repairs.ts'
import { listParts, loadMarks } from './store.ts'
import { uptimeOf } from './uptime.ts'
import { insertUptimeDays, listCounted, type UptimeDayRow } from './uptime-day-store.ts'
import { lastDays } from './view.ts'

/** days that are counted where none has been yet */
const daysMost = 62

const seconds = (ms: number): number => Math.round(ms / SECOND_MS)

/** Counts uptime and repairs of the days that are over and have not been counted yet, station by station; may be done twice. */
export async function countUptime(db: Db, now: Date, timeZone: string): Promise<void> {
  const days = lastDays(daysMost + 1, timeZone, now).slice(0, -1)
  for (let after = ''; ; ) {
    const stations = await listCounted(db, after)
    if (stations.length === 0) return
    after = last(stations).stationId
    const late = stations.filter(({ day }) => day === null || day < last(days).day)
    const earliest = days.find(({ day }) => late.some((one) => one.day === null || day > one.day))
    if (!earliest) continue
    const ids = late.map(({ stationId }) => stationId)
    const [parts, marks] = await Promise.all([listParts(db, ids), loadMarks(db, ids, earliest.from, now)])
    const rows = late.flatMap(({ stationId, day: last, downSince }): UptimeDayRow[] => {
      // marks may begin before the first of these days: they say how the station is then
      const missing = days.filter(({ day }) => last === null || day > last)
      const { station, downs } = uptimeOf(valueIn(parts, stationId), valueIn(marks, stationId), missing, now)
      const repairs = repairsOf(downs, missing, downSince)
      return missing.map(({ day }, index) => {
        // both lists have one element for each of these days
        const [shares, repair] = [station[index]!, repairs[index]!]
        return {
          day,
          stationId,
          upSeconds: seconds(shares.upMs),
          downSeconds: seconds(shares.downMs),
          repairs: repair.count,
          repairSeconds: seconds(repair.ms),
          downSince: repair.downSince,
        }
      })
    })
    await insertUptimeDays(db, rows)
  }
}
