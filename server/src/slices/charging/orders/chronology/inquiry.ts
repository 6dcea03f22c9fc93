import type { InquiryWord } from '@stationmaster/contract'
import { type CommandFindings, knows, type Protocol } from '@stationmaster/ocpp'
import { DAY_MS } from '@stationmaster/units'
import type { Order } from '../order.ts'

/** after this time a station that was offline has sent its waiting messages */
const inquiryPeriodMs = DAY_MS

type InquiredOrder = Pick<Order, 'status' | 'transactionId' | 'transactionFinish' | 'needsReview'>

/** The inquiry about a transaction for a station of this version; null: the version has none, or there is no reason for one any more. */
export function inquiryOf(
  { status, transactionId, transactionFinish, needsReview }: InquiredOrder,
  protocol: Protocol | null,
  now: Date,
): { type: 'transaction_inquiry'; transactionId: string } | null {
  if (transactionId === null || protocol === null) return null
  const inquiry = { type: 'transaction_inquiry', transactionId } as const
  if (!knows(protocol, inquiry)) return null
  const recent = transactionFinish !== null && now.getTime() - transactionFinish.getTime() < inquiryPeriodMs
  return status === 'started' || needsReview || recent ? inquiry : null
}

/** The station's answer in one word; a station that does not report whether the transaction runs has no running one. */
export function inquiryWord({ transactionRuns, messagesWait }: CommandFindings): InquiryWord {
  if (transactionRuns) return messagesWait ? 'running_waiting' : 'running'
  return messagesWait ? 'ended_waiting' : 'ended'
}
