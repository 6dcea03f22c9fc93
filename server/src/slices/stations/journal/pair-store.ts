import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import { answerMs, type FrameRow, frameColumns, halves } from './frame-store.ts'

/** Neighbours that are looked through for the other half of an exchange that a page holds only one of. */
const neighboursMost = 500

/** What pairing needs of a frame. */
export type Half = Pick<FrameRow, 'id' | 'at' | 'direction' | 'message_type' | 'message_id'>

/** The nearest frames that may be the other half of each of these, `on` or `back` in time. */
export async function listNearest(
  db: Db,
  stationId: string,
  alone: readonly Half[],
  way: 'on' | 'back',
): Promise<(FrameRow & { of: number })[]> {
  if (alone.length === 0) return []
  const times = alone.map(({ at }) => at.getTime())
  // known to the planner, so that it leaves aside the days that hold none of them
  const [first, last] = [
    new Date(Math.min(...times) - (way === 'back' ? answerMs : 0)),
    new Date(Math.max(...times) + (way === 'on' ? answerMs : 0)),
  ]
  const wanted = JSON.stringify(
    alone.map(({ id, at, direction, message_id }) => ({ id, at, direction, message_id })),
  )
  const [order, range, types] =
    way === 'on'
      ? [sql`n.at, n.id`, sql`n.at >= w.at and n.at <= w.at + ${answerMs} * interval '1 ms'`, sql`(3, 4)`]
      : [
          sql`n.at desc, n.id desc`,
          sql`n.at <= w.at and n.at >= w.at - ${answerMs} * interval '1 ms'`,
          sql`(2)`,
        ]
  const { rows } = await sql<FrameRow & { of: number }>`
    select w.id as of, found.*
    from json_to_recordset(${wanted}::json) as w(id bigint, at timestamptz, direction text, message_id text)
    cross join lateral (
      select ${frameColumns} from (
        select n.* from frames n where n.station_id = ${stationId} and ${range}
          and n.at between ${first} and ${last}
        order by ${order} limit ${neighboursMost}) f ${halves}
      where f.message_id = w.message_id and h.direction <> w.direction and h.message_type in ${types} limit 1) found
  `.execute(db)
  return rows
}
