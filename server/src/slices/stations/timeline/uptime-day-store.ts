import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import { type ColumnMap, insertRows } from '../../../platform/statements/bulk.ts'

/** How much of a day a station could be used. */
export interface UptimeDayRow {
  /** YYYY-MM-DD in the network's time zone */
  day: string
  stationId: string
  upSeconds: number
  downSeconds: number
  repairs: number
  repairSeconds: number
  downSince: Date | null
}

const columns: ColumnMap<UptimeDayRow> = {
  day: ['day', 'date'],
  stationId: ['station_id', 'text'],
  upSeconds: ['up_seconds', 'integer'],
  downSeconds: ['down_seconds', 'integer'],
  repairs: ['repairs', 'integer'],
  repairSeconds: ['repair_seconds', 'bigint'],
  downSince: ['down_since', 'timestamptz'],
}

export const insertUptimeDays = (db: Db, rows: readonly UptimeDayRow[]): Promise<number> =>
  insertRows(db, 'uptime_days', rows, columns, sql`do nothing`)

const atOnce = 200

/** Stations that stand, after one by its id, with the last day that has been counted of each. */
export async function listCounted(
  db: Db,
  after: string,
): Promise<{ stationId: string; day: string | null; downSince: Date | null }[]> {
  const { rows } = await sql<{ stationId: string; day: string | null; downSince: Date | null }>`
    select s.id as "stationId", u.day, u.down_since as "downSince"
    from (select id from station_view where deleted_at is null and id > ${after} order by id limit ${atOnce}) s
    left join lateral (
      select day, down_since from uptime_days where station_id = s.id order by day desc limit 1) u on true
    order by s.id`.execute(db)
  return rows
}
