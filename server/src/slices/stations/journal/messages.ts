import type { OcppMessage } from '@stationmaster/contract'
import { wordOf } from '@stationmaster/ocpp'
import { type FrameRow, wholeBytes } from './frame-store.ts'
import type { Position } from './history-store.ts'
import { pairsAmong } from './pairs.ts'

/** A frame as the console shows it, with the other half of its exchange where that is known. */
export function messageOf(row: FrameRow, pair: FrameRow | undefined, whole = false): OcppMessage {
  const cut = !whole && row.size > wholeBytes
  const content = cut ? { payload: row.frame } : contentOf(row.frame)
  return {
    id: row.id,
    message_from: row.direction === 'in' ? 'station' : 'server',
    message_type_id: row.message_type,
    message_id: row.message_id,
    action: row.action ?? pair?.action ?? null,
    payload: content.payload,
    status: row.message_type === 3 ? wordOf(content.payload) : null,
    created_at: row.at.toISOString(),
    position: cursorOf({ at: row.place, id: row.id }),
    size: row.size,
    cut,
    order_id: row.order_id,
    remarks: row.remarks,
    repeats: row.repeats,
    error_code: content.code ?? null,
    error_text: content.text ?? null,
    latency_ms: pair ? Math.abs(pair.at.getTime() - row.at.getTime()) : null,
    pair: pair
      ? {
          id: pair.id,
          message_type_id: pair.message_type,
          created_at: pair.at.toISOString(),
          status: pair.size > wholeBytes ? null : statusOf(pair.frame),
        }
      : null,
  }
}

/** A position as it is sent: `<ms>_<id>`. */
export const cursorOf = ({ at, id }: Position): string => `${at.getTime()}_${id}`

/** Frames that belong together, paired among themselves. */
export function messagesOf(rows: readonly FrameRow[]): OcppMessage[] {
  const pairs = pairsAmong(rows)
  return rows.map((row) => messageOf(row, pairs.get(row.id)))
}

interface Content {
  payload: unknown
  code?: string
  text?: string
}

/** What a frame carries: a payload; code, text and details of an error or of a refused answer; else the text itself. */
function contentOf(frame: string): Content {
  const parts = parsed(frame)
  if (!Array.isArray(parts)) return { payload: frame }
  if (parts[0] === 2 || parts[0] === 6) return { payload: parts[3] ?? null }
  if (parts[0] === 3) return { payload: parts[2] ?? null }
  if (parts[0] !== 4 && parts[0] !== 5) return { payload: parts }
  const [code, text] = [textOf(parts[2]), textOf(parts[3])]
  return { payload: { code, text, details: parts[4] ?? {} }, code, text }
}

/** An answer's status, or the code of an error; null where it has none. */
function statusOf(frame: string): string | null {
  const { payload, code } = contentOf(frame)
  return code ?? wordOf(payload)
}

function parsed(frame: string): unknown {
  try {
    return JSON.parse(frame)
  } catch {
    return null
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
