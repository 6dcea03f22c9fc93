import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'

/** A frame as the protocol console shows it (spec document 3, section 3). */
export interface ConsoleMessage {
  id: number
  message_from: 'station' | 'server'
  message_type_id: number
  message_id: string | null
  action: string | null
  payload: unknown
  created_at: string
}

interface FrameRow {
  id: number
  at: Date
  direction: 'in' | 'out'
  message_type: number
  message_id: string | null
  action: string | null
  frame: string
}

const framesMost = 2000

/**
 * The frames of an order, oldest first: those that are its own, and those of its station meanwhile that belong to no order
 * (status notifications, our commands), without heartbeats.
 */
export async function listFramesOf(
  db: Db,
  order: {
    id: number
    stationId: string
    createdAt: Date
    transactionStart: Date | null
    chargingFinish: Date | null
  },
): Promise<ConsoleMessage[]> {
  const { rows } = await sql<FrameRow>`
    select id, at, direction, message_type, message_id, action, frame from frames
    where station_id = ${order.stationId}
      and at between ${order.createdAt}::timestamptz - interval '5 seconds'
        and coalesce(${order.chargingFinish}::timestamptz + interval '60 seconds', 'infinity')
      and (order_id = ${order.id} or (order_id is null and action is distinct from 'Heartbeat'))
    order by at, id limit ${framesMost}`.execute(db)
  return rows.map(messageOf)
}

function messageOf({ id, at, direction, message_type, message_id, action, frame }: FrameRow): ConsoleMessage {
  return {
    id,
    message_from: direction === 'in' ? 'station' : 'server',
    message_type_id: message_type,
    message_id,
    action,
    payload: payloadOf(frame),
    created_at: at.toISOString(),
  }
}

/** The payload of a frame: of a call, a result or an error; the text itself when it is none of them. */
function payloadOf(frame: string): unknown {
  try {
    const parsed: unknown = JSON.parse(frame)
    if (!Array.isArray(parsed)) return frame
    if (parsed[0] === 2) return parsed[3]
    if (parsed[0] === 3) return parsed[2]
    return { code: parsed[2], text: parsed[3], details: parsed[4] }
  } catch {
    return frame
  }
}
