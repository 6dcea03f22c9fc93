import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { type FrameRow, frameColumns } from './frames.ts'

/** An answer that took longer is not looked for: message ids come again. */
const answerMs = 10 * MINUTE_MS
/** Neighbours that are looked through for the other half of an exchange that a page holds only one of. */
const neighboursMost = 500

/** What pairing needs of a frame. */
type Half = Pick<FrameRow, 'id' | 'at' | 'direction' | 'message_type' | 'message_id'>

const isCall = ({ message_type }: Half): boolean => message_type === 2
const isAnswer = ({ message_type }: Half): boolean => message_type === 3 || message_type === 4
const later = (a: Half, b: Half): number => a.at.getTime() - b.at.getTime() || a.id - b.id

/** The other half of each exchange, among the frames themselves: by message id, the other direction, the nearest in time. */
export function pairsAmong<T extends Half>(frames: readonly T[]): Map<number, T> {
  const pairs = new Map<number, T>()
  const calls = new Map<string, T>()
  for (const frame of frames.toSorted(later)) {
    if (isCall(frame)) calls.set(`${frame.direction} ${frame.message_id}`, frame)
    if (!isAnswer(frame)) continue
    const key = `${frame.direction === 'in' ? 'out' : 'in'} ${frame.message_id}`
    const call = calls.get(key)
    if (!call || frame.at.getTime() - call.at.getTime() > answerMs) continue
    calls.delete(key)
    pairs.set(frame.id, call).set(call.id, frame)
  }
  return pairs
}

/** The same, and what is missing from a station's journal: the pair is found even when it is on another page. */
export async function pairsOf(
  db: Db,
  stationId: string,
  frames: readonly FrameRow[],
): Promise<Map<number, FrameRow>> {
  const pairs = pairsAmong(frames)
  const alone = frames.filter((frame) => !pairs.has(frame.id) && frame.message_id !== null)
  const [answers, calls] = await Promise.all([
    nearest(db, stationId, alone.filter(isCall), 'on'),
    nearest(db, stationId, alone.filter(isAnswer), 'back'),
  ])
  for (const { of, ...frame } of [...answers, ...calls]) pairs.set(of, frame)
  return pairs
}

async function nearest(
  db: Db,
  stationId: string,
  halves: readonly Half[],
  way: 'on' | 'back',
): Promise<(FrameRow & { of: number })[]> {
  if (halves.length === 0) return []
  const times = halves.map(({ at }) => at.getTime())
  // known to the planner, so that it leaves aside the days that hold none of them
  const [first, last] = [
    new Date(Math.min(...times) - (way === 'back' ? answerMs : 0)),
    new Date(Math.max(...times) + (way === 'on' ? answerMs : 0)),
  ]
  const wanted = JSON.stringify(
    halves.map(({ id, at, direction, message_id }) => ({ id, at, direction, message_id })),
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
          and n.at between ${first} and ${last} and n.id <> w.id
        order by ${order} limit ${neighboursMost}) f
      where f.message_id = w.message_id and f.direction <> w.direction and f.message_type in ${types} limit 1) found
  `.execute(db)
  return rows
}
