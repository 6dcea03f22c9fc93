import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'

/** After how long a message that has not arrived is tried again, time after time: three days in all. */
const pausesMs = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** An address that nothing has reached for so long is switched off. */
const failingMostMs = 5 * DAY_MS
/** how long an address may take to answer */
export const answerMs = 15 * SECOND_MS
/** the largest answer that is read, and what is kept of it */
export const answerBytesMost = 64 * 1024
export const answerKept = 2000

/** What an attempt came to. */
export interface Attempt {
  at: Date
  durationMs: number
  /** null: there was no answer */
  status: number | null
  answer: string | null
  error: string | null
}

export type Verdict =
  | { kind: 'delivered' }
  /** the receiver wants nothing more, ever (410) */
  | { kind: 'gone' }
  | { kind: 'later'; afterMs: number; isAway: boolean }
  | { kind: 'dead' }

/** What follows from an attempt, the `tried`th of its message. */
export function verdictOf({ status }: Pick<Attempt, 'status'>, tried: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const afterMs = pausesMs[tried - 1]
  if (afterMs === undefined) return { kind: 'dead' }
  return { kind: 'later', afterMs, isAway: status === null || status >= 502 }
}

/** Whether an address is to be switched off that has failed since then. */
export const isGivenUp = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= failingMostMs

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an object that were otherwise before, with what they were. */
export function previousOf(before: unknown, now: unknown): Fields | null {
  if (!isFields(before) || !isFields(now)) return null
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]))
}
