import type { InquiryWord } from '@stationmaster/contract'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { inquiryOf, inquiryWord } from '../../../charging/orders/chronology/inquiry.ts'
import { findOrder, seesOrder } from '../../../charging/orders/store.ts'
import type { Commander, CommandParts } from '../parts.ts'
import { failureOf, statusOf } from './outcome.ts'

/**
 * Requests from an order's station whether the session runs there, and whether messages about it still wait to be sent. The answer
 * is recorded in the order's chronology. Throws order.not_found, station.offline, order.no_inquiry, or why there was no answer.
 */
export async function inquire(
  { db, clock, stations, live, orderWork }: CommandParts,
  { caller, remoteAddress }: Commander,
  orderId: number,
): Promise<InquiryWord> {
  const order = (await seesOrder(db, caller, orderId)) ? await findOrder(db, orderId) : undefined
  if (!order) throw new Failure('order.not_found')
  const link = await stations.find(order.stationId)
  if (!link) throw new Failure('station.offline')
  const inquiry = inquiryOf(order, link.protocol, clock.now())
  if (!inquiry) throw new Failure('order.no_inquiry')
  await audit(db, {
    caller,
    action: 'order.inquire',
    subjectType: 'order',
    subjectId: orderId,
    at: clock.now(),
    ...(remoteAddress ? { remoteAddress } : {}),
  })
  const outcome = await link.command(inquiry)
  const answer = outcome.kind === 'answered' ? inquiryWord(outcome.findings) : null
  await orderWork.change(
    async () => [],
    (book) =>
      book.log(orderId, clock.now(), 'ocpp', 'transaction_inquiry', { status: answer ?? statusOf(outcome) }),
  )
  live.publish({ topic: 'order', id: orderId, locationId: order.locationId })
  if (!answer) throw failureOf(outcome)
  return answer
}
