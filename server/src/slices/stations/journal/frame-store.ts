import { MINUTE_MS } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** A frame as it is read for people; an answer that stands in the row of its call is one too. */
export interface FrameRow {
  /** twice that of its row, and one more for an answer */
  id: number
  at: Date
  /** where it stands in its station's journal, which is ordered by this and `id`: an answer stands beside its call */
  place: Date
  direction: 'in' | 'out'
  message_type: number
  message_id: string | null
  action: string | null
  /** only its beginning, when the frame is longer than a list shows */
  frame: string
  /** bytes of the whole frame */
  size: number
  order_id: number | null
  remarks: string | null
  repeats: number
}

/** A list shows frames up to this many bytes whole. */
export const wholeBytes = 16 * 1024
const previewCharacters = 1000

/** An answer that took longer is not looked for: message ids come again. */
export const answerMs = 10 * MINUTE_MS

/** Behind rows `f` of frames: makes a frame `h` of each, and one of the answer in it. */
export const halves: RawBuilder<unknown> = sql`cross join lateral (
  select 0 as half, f.at, f.direction, f.message_type, f.frame, f.remarks
  union all
  select 1, f.answered_at, case f.direction when 'in' then 'out' else 'in' end,
    case when f.answer like '[4%' then 4 else 3 end, f.answer, null
  where f.answer is not null) h`
export const frameId: RawBuilder<number> = sql<number>`f.id * 2 + h.half`

const columnsWith = (frame: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${frameId} as id, h.at, f.at as place, h.direction, h.message_type, f.message_id, f.action, ${frame} as frame,
    octet_length(h.frame) as size, f.order_id, h.remarks, f.repeats`

/** The columns of a FrameRow; a long frame is cut in the database, so that a page stays small. */
export const frameColumns =
  columnsWith(sql`case when octet_length(h.frame) <= ${sql.lit(wholeBytes)} then h.frame
    else left(h.frame, ${sql.lit(previewCharacters)}) end`)

/** One frame with all of its text. */
export async function findFrame(
  db: Db,
  stationId: string,
  at: Date,
  id: number,
): Promise<FrameRow | undefined> {
  const earliest = new Date(at.getTime() - answerMs)
  const { rows } = await sql<FrameRow>`
    select ${columnsWith(sql`h.frame`)} from frames f ${halves}
    where f.station_id = ${stationId} and f.at between ${earliest} and ${at} and f.id = ${Math.floor(id / 2)}
      and h.half = ${id % 2} and h.at = ${at}`.execute(db)
  return rows[0]
}

const framesMost = 2000

/**
 * The frames of an order, oldest first: its own, and those of its station at that time that belong to no order (status
 * notifications, our commands), without heartbeats.
 */
export async function listFramesOf(
  db: Db,
  order: { id: number; stationId: string },
  since: Date,
  until: Date | null,
): Promise<FrameRow[]> {
  const { rows } = await sql<FrameRow>`
    select ${frameColumns} from frames f ${halves}
    where f.station_id = ${order.stationId}
      and f.at between ${since}::timestamptz - interval '5 seconds'
        and coalesce(${until}::timestamptz + interval '60 seconds', 'infinity')
      and (f.order_id = ${order.id} or (f.order_id is null and f.action is distinct from 'Heartbeat'))
    order by h.at, 1 limit ${framesMost}`.execute(db)
  return rows
}
