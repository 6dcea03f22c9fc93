import type { InquiryWord } from '@stationmaster/contract'
import { type CommandFindings, knows, type Protocol } from '@stationmaster/ocpp'
import { DAY_MS } from '@stationmaster/units'
import type { Order } from '../order.ts'

/** a station that was out of contact has sent what waited by then */
const askedForMs = DAY_MS

type Asked = Pick<Order, 'status' | 'transactionId' | 'transactionFinish' | 'needsReview'>

/** What a station that speaks this version is asked after; null: it cannot be, or nobody has a reason to ask any more. */
export function inquiryOf(
  { status, transactionId, transactionFinish, needsReview }: Asked,
  protocol: Protocol | null,
  now: Date,
): { type: 'transaction_inquiry'; transactionId: string } | null {
  if (transactionId === null || protocol === null) return null
  const inquiry = { type: 'transaction_inquiry', transactionId } as const
  if (!knows(protocol, inquiry)) return null
  const recent = transactionFinish !== null && now.getTime() - transactionFinish.getTime() < askedForMs
  return status === 'started' || needsReview || recent ? inquiry : null
}

/** The station's answer in one word; a station that does not say whether a transaction runs has none that does. */
export function inquiryWord({ transactionRuns, messagesWait }: CommandFindings): InquiryWord {
  if (transactionRuns) return messagesWait ? 'running_waiting' : 'running'
  return messagesWait ? 'ended_waiting' : 'ended'
}
