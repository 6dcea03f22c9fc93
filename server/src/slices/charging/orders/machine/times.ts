import type { MeterSample } from '@stationmaster/ocpp'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import type { Contact } from '../../../stations/timeline/connection-store.ts'
import { stationTime } from '../measuring/meter.ts'
import type { Order } from '../order.ts'

/*
 * Which clock counts. A station's own time is taken where the server's own sight of the station leaves room for it: about when
 * the message came, or in an absence of the station that ended not long before. Elsewhere the server's time counts, and where
 * time costs money a person looks at it first.
 */

/** A message may be under way, and a clock off, for so long while a station is connected. */
export const slackMs = 15 * MINUTE_MS
/** What is told so much later than it happened was not told when it did. */
export const lateMs = 2 * MINUTE_MS
/** What happened in an absence is told within a day after it; no session is longer than that without being seen. */
export const unseenMostMs = DAY_MS
/** A clock that is put right may step back by so much within a session. */
const stepMs = MINUTE_MS

export interface CountedTime {
  at: Date
  /** the station's own time cannot be right */
  doubtful: boolean
}

/** When something happened, by the clock that counts; `contact`: how the station was connected then, where that was asked. */
export function countedTime(
  happenedAt: Date | undefined,
  receivedAt: Date,
  contact: Contact | undefined,
): CountedTime {
  const { at, nonsense } = stationTime(happenedAt, receivedAt)
  const doubtful = nonsense || !hasRoom(at, receivedAt, contact)
  return { at: doubtful ? receivedAt : at, doubtful }
}

function hasRoom(at: Date, receivedAt: Date, contact: Contact | undefined): boolean {
  if (receivedAt.getTime() - at.getTime() <= slackMs) return true
  if (contact?.held) return false
  const backAt = contact?.backAt ?? null
  // before its first contact nothing bounds what a station may have done, but a day
  const since = backAt && !contact?.unseen ? backAt : at
  return receivedAt.getTime() - since.getTime() <= unseenMostMs
}

/** Whether a station was away when something happened that it tells of late, so that it could not ask. */
export const wasAway = (told: CountedTime, receivedAt: Date, contact: Contact | undefined): boolean =>
  !told.doubtful && contact?.held === false && receivedAt.getTime() - told.at.getTime() > lateMs

/** When a session ended: not before it began, and no longer after that than it was seen and may have gone unseen. */
export function endTimeOf(
  order: Pick<Order, 'transactionStart' | 'firstHeardAt'>,
  happenedAt: Date | undefined,
  receivedAt: Date,
  contact: Contact | undefined,
): CountedTime {
  const { at, doubtful } = countedTime(happenedAt, receivedAt, contact)
  const startedAt = order.transactionStart ?? at
  const seenMs = Math.max(0, receivedAt.getTime() - (order.firstHeardAt ?? startedAt).getTime())
  const tookMs = at.getTime() - startedAt.getTime()
  if (tookMs < 0) {
    const short = tookMs >= -stepMs && seenMs <= stepMs
    return short
      ? { at: startedAt, doubtful }
      : { at: new Date(startedAt.getTime() + seenMs), doubtful: true }
  }
  return { at, doubtful: doubtful || tookMs - seenMs > unseenMostMs }
}

/** The order with its start's time in doubt. */
export const doubtStart = (order: Order): Order => ({
  ...order,
  timeDoubtful: true,
  warning: order.warning ?? 'clock',
})

/** Samples by the clock that counts: those of a station whose clock is in doubt are of when they came, unless they are of about then. */
export function withCountedTimes(
  order: Pick<Order, 'timeDoubtful'>,
  samples: readonly MeterSample[],
  happenedAt: Date | undefined,
  receivedAt: Date,
): readonly MeterSample[] {
  if (!order.timeDoubtful) return samples
  const live: Contact = { held: true, unseen: false, backAt: null }
  return samples.map((one) => {
    const told = countedTime(one.at ?? happenedAt, receivedAt, live)
    if (!told.doubtful || !one.at || !happenedAt) return { ...one, at: told.at }
    // those of one message keep their distances
    const beforeMs = Math.min(Math.max(0, happenedAt.getTime() - one.at.getTime()), DAY_MS)
    return { ...one, at: new Date(receivedAt.getTime() - beforeMs) }
  })
}
