import type { Feedback } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { findLocation } from '../../places/locations/store.ts'
import type { Order } from '../orders/order.ts'
import {
  countStars,
  findFeedback,
  insertFeedback,
  lockFeedback,
  updateAnswer,
  updateHidden,
  updateSeen,
} from './store.ts'

export interface FeedbackParts {
  db: Db
  clock: Clock
  live: LiveBus
}

/** Whether the driver may write a review: once the car has charged. */
export const mayReview = (order: Pick<Order, 'status' | 'transactionStart' | 'awaitsCard'>): boolean =>
  order.status === 'completed' && order.transactionStart !== null && !order.awaitsCard

/**
 * Stores a driver's feedback on an order: a review with stars and text, or a problem where there are no stars. A second one of the same
 * kind changes nothing. Throws feedback.too_early for stars before the car has charged.
 */
export async function say(
  { db, clock, live }: FeedbackParts,
  order: Order,
  { rating, comment }: { rating: number | null; comment: string },
): Promise<void> {
  if (rating !== null && !mayReview(order)) throw new Failure('feedback.too_early')
  const { id: orderId, locationId, driverId } = order
  await inRepeatableTransaction(db, async (tx) => {
    const kind = rating === null ? 'problem' : 'review'
    const said = { kind, orderId, locationId, driverId, rating, comment, at: clock.now() } as const
    if ((await insertFeedback(tx, said)) && rating !== null) await countStars(tx, locationId, rating, 1)
  })
  live.publish({ topic: 'location', id: locationId, locationId })
  live.publish({ topic: 'order', id: orderId, locationId })
}

interface At {
  caller: Caller
  remoteAddress: string
  locationId: number
  id: number
}

/** Answers a review, or removes the answer; throws location.not_found or feedback.not_found. */
export const answer = (parts: FeedbackParts, at: At, text: string): Promise<Feedback> =>
  change(parts, at, 'feedback.answer', async (tx, before, now) => {
    await updateAnswer(tx, at.id, { answer: text, by: at.caller.id, at: now })
    return { before: before.answer?.text ?? null, after: text || null }
  })

/** Hides a review, or shows it again, and counts its stars accordingly. Throws location.not_found or feedback.not_found. */
export const hide = (parts: FeedbackParts, at: At, reason: string | null): Promise<Feedback> =>
  change(parts, at, reason === null ? 'feedback.show' : 'feedback.hide', async (tx, before, now) => {
    await updateHidden(tx, at.id, reason === null ? null : { reason, by: at.caller.id, at: now })
    if ((before.hidden === null) !== (reason === null))
      await countStars(tx, at.locationId, before.rating, reason === null ? 1 : -1)
    return { before: before.hidden?.reason ?? null, after: reason }
  })

async function change(
  { db, clock, live }: FeedbackParts,
  { caller, remoteAddress, locationId, id }: At,
  action: string,
  act: (tx: Tx, before: Feedback, now: Date) => Promise<{ before: unknown; after: unknown }>,
): Promise<Feedback> {
  if (!(await findLocation(db, caller, locationId))) throw new Failure('location.not_found')
  const now = clock.now()
  const changed = await inRepeatableTransaction(db, async (tx) => {
    const before = await lockFeedback(tx, { locationId, id })
    if (!before) throw new Failure('feedback.not_found')
    const values = await act(tx, before, now)
    await audit(tx, {
      caller,
      remoteAddress,
      action,
      subjectType: 'feedback',
      subjectId: id,
      ...values,
      at: now,
    })
    return (await findFeedback(tx, { locationId, id }))! // it is locked, so it exists
  })
  live.publish({ topic: 'location', id: locationId, locationId })
  return changed
}

/** Marks a driver's feedback as seen; throws feedback.not_found. */
export async function see(
  { db, clock, live }: FeedbackParts,
  { caller, remoteAddress, id }: Omit<At, 'locationId'>,
): Promise<void> {
  const at = clock.now()
  const { orderId, locationId } = await inRepeatableTransaction(db, async (tx) => {
    const seen = await updateSeen(tx, caller, { id, at })
    if (!seen) throw new Failure('feedback.not_found')
    await audit(tx, {
      caller,
      remoteAddress,
      action: 'feedback.see',
      subjectType: 'feedback',
      subjectId: id,
      at,
    })
    return seen
  })
  live.publish({ topic: 'order', id: orderId, locationId })
}
