import { storableText } from '@stationmaster/ocpp'
import type { Db } from '../../../platform/schema/schema.ts'
import { type ColumnMap, insertion, insertRows } from '../../../platform/statements/bulk.ts'

/** One frame as it crossed the socket. */
export interface JournalFrame {
  at: Date
  stationId: string
  direction: 'in' | 'out'
  /** 2 call, 3 result, 4 error, 0 unreadable */
  messageType: number
  messageId: string | null
  action: string | null
  frame: string
  orderId: number | null
  remarks: string | null
  repeats: number
}

const columns: ColumnMap<JournalFrame> = {
  at: ['at', 'timestamptz'],
  stationId: ['station_id', 'text'],
  direction: ['direction', 'text'],
  messageType: ['message_type', 'smallint'],
  messageId: ['message_id', 'text'],
  action: ['action', 'text'],
  frame: ['frame', 'text'],
  orderId: ['order_id', 'bigint'],
  remarks: ['remarks', 'text'],
  repeats: ['repeats', 'integer'],
}

/** The statement that appends to the journal. */
export const frameInsertion = (frames: readonly JournalFrame[]) =>
  insertion('frames', frames.map(storable), columns)

/** Appends to the journal in one statement. */
export const insertFrames = (db: Db, frames: JournalFrame[]) =>
  insertRows(db, 'frames', frames.map(storable), columns)

/** A frame with only such characters as can be kept, and the remark that others were replaced. */
function storable(frame: JournalFrame): JournalFrame {
  const texts = {
    frame: storableText(frame.frame),
    messageId: frame.messageId && storableText(frame.messageId),
  }
  if (texts.frame === frame.frame && texts.messageId === frame.messageId) return frame
  const remarks = [frame.remarks, 'characters that cannot be kept were replaced in this row']
  return { ...frame, ...texts, remarks: remarks.filter(Boolean).join('\n') }
}
