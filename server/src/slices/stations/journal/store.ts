import { storableText } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import { type ColumnMap, insertion, insertRows, rows } from '../../../platform/statements/bulk.ts'

/** One frame as it crossed the socket, with the answer to it where that is ours. */
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
  /** our answer to a station's call; other answers are frames of their own */
  answer: string | null
  /** when it left */
  answeredAt: Date | null
}

/** An answer that left later than its row says. */
export interface LateAnswer {
  stationId: string
  /** of its call's frame */
  at: Date
  messageId: string
  answeredAt: Date
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
  answer: ['answer', 'text'],
  answeredAt: ['answered_at', 'timestamptz'],
}

/** The statement that appends to the journal. */
export const frameInsertion = (frames: readonly JournalFrame[]) =>
  insertion('frames', frames.map(storable), columns)

/** Appends to the journal in one statement. */
export const insertFrames = (db: Db, frames: JournalFrame[]) =>
  insertRows(db, 'frames', frames.map(storable), columns)

const lateColumns: ColumnMap<LateAnswer> = {
  stationId: ['station_id', 'text'],
  at: ['at', 'timestamptz'],
  messageId: ['message_id', 'text'],
  answeredAt: ['answered_at', 'timestamptz'],
}

/** Sets when answers left. */
export async function updateAnsweredAt(db: Db, late: readonly LateAnswer[]): Promise<void> {
  const properties = Object.keys(lateColumns) as (keyof LateAnswer)[]
  await sql`update frames f set answered_at = r.answered_at from ${rows(late, lateColumns, properties)}
    where f.station_id = r.station_id and f.at = r.at and f.message_id = r.message_id and f.answer is not null`.execute(
    db,
  )
}

/** A frame with only such characters as can be kept, and the remark that others were replaced. */
function storable(frame: JournalFrame): JournalFrame {
  const texts = {
    frame: storableText(frame.frame),
    messageId: frame.messageId && storableText(frame.messageId),
    answer: frame.answer && storableText(frame.answer),
  }
  if (texts.frame === frame.frame && texts.messageId === frame.messageId && texts.answer === frame.answer)
    return frame
  const remarks = [frame.remarks, 'characters that cannot be kept were replaced in this row']
  return { ...frame, ...texts, remarks: remarks.filter(Boolean).join('\n') }
}
