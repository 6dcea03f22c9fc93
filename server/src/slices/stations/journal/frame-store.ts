import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** A frame as it is read for people. */
export interface FrameRow {
  id: number
  at: Date
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

/** The columns of a FrameRow; a long frame is cut in the database, so that a page stays small. */
export const frameColumns: RawBuilder<unknown> = sql`f.id, f.at, f.direction, f.message_type, f.message_id, f.action,
  case when octet_length(f.frame) <= ${sql.lit(wholeBytes)} then f.frame
    else left(f.frame, ${sql.lit(previewCharacters)}) end as frame,
  octet_length(f.frame) as size, f.order_id, f.remarks, f.repeats`

/** One frame with all of its text. */
export async function findFrame(
  db: Db,
  stationId: string,
  at: Date,
  id: number,
): Promise<FrameRow | undefined> {
  const { rows } = await sql<FrameRow>`
    select f.id, f.at, f.direction, f.message_type, f.message_id, f.action, f.frame, octet_length(f.frame) as size,
      f.order_id, f.remarks, f.repeats
    from frames f where f.station_id = ${stationId} and f.at = ${at} and f.id = ${id}`.execute(db)
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
    select ${frameColumns} from frames f
    where f.station_id = ${order.stationId}
      and f.at between ${since}::timestamptz - interval '5 seconds'
        and coalesce(${until}::timestamptz + interval '60 seconds', 'infinity')
      and (f.order_id = ${order.id} or (f.order_id is null and f.action is distinct from 'Heartbeat'))
    order by f.at, f.id limit ${framesMost}`.execute(db)
  return rows
}
