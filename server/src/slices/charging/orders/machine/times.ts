import type { MeterSample } from '@stationmaster/ocpp'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import type { Contact } from '../../../stations/timeline/connection-store.ts'
import { stationTime } from '../measuring/meter.ts'
import type { Order } from '../order.ts'

/*
 * Which clock counts. The station's time counts where it fits what the server itself saw of the station: it is close to the
 * arrival of the message, or within an absence of the station that ended shortly before. Otherwise the server's time counts, and
 * a person reviews the session if its price depends on time.
 */

/** While a station is connected, a message's transfer time and its clock's error together are at most this. */
export const slackMs = 15 * MINUTE_MS
/** A message that arrives this long after it happened was not sent at once. */
export const lateMs = 2 * MINUTE_MS
/** A station reports what happened in an absence within a day after it; no session lasts longer than that without a message. */
export const unseenMostMs = DAY_MS
/** A clock that is corrected may step back by this much within a session. */
const stepMs = MINUTE_MS

/** When something happened, by the clock that counts. */
export interface CountedTime {
  at: Date
  /** the station's own time cannot be right */
  doubtful: boolean
}

/** When something happened, by the clock that counts; `contact`: how the station was connected then, where that is known. */
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

/** Whether a station was offline when something happened, so that it reports it late and could not ask for authorization. */
export const wasAway = (
  { at, doubtful }: CountedTime,
  receivedAt: Date,
  contact: Contact | undefined,
): boolean => !doubtful && contact?.held === false && receivedAt.getTime() - at.getTime() > lateMs

/** When a session ended: not before it began, and at most `unseenMostMs` later than the server saw it last. */
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

/** The order with a doubtful start time. */
export const doubtStart = (order: Order): Order => ({
  ...order,
  timeDoubtful: true,
  warning: order.warning ?? 'clock',
})

/** Samples with times by the clock that counts: where the station's clock is in doubt, they get the time of their arrival unless their own is close to it. */
export function withCountedTimes(
  order: Pick<Order, 'timeDoubtful'>,
  samples: readonly MeterSample[],
  happenedAt: Date | undefined,
  receivedAt: Date,
): readonly MeterSample[] {
  if (!order.timeDoubtful) return samples
  const live: Contact = { held: true, unseen: false, backAt: null }
  return samples.map((sample) => {
    const { at, doubtful } = countedTime(sample.at ?? happenedAt, receivedAt, live)
    if (!doubtful || !sample.at || !happenedAt) return { ...sample, at }
    // samples of one message keep their distances
    const beforeMs = Math.min(Math.max(0, happenedAt.getTime() - sample.at.getTime()), DAY_MS)
    return { ...sample, at: new Date(receivedAt.getTime() - beforeMs) }
  })
}
