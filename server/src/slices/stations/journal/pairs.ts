import type { Db } from '../../../platform/schema/schema.ts'
import { answerMs, type FrameRow } from './frame-store.ts'
import { type Half, listNearest } from './pair-store.ts'

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
    listNearest(db, stationId, alone.filter(isCall), 'on'),
    listNearest(db, stationId, alone.filter(isAnswer), 'back'),
  ])
  for (const { of, ...frame } of [...answers, ...calls]) pairs.set(of, frame)
  return pairs
}
