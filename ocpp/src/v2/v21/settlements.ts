import { type EventOf, type HandledAction, only } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types21.ts'
import { instant, number, record, text, withoutUndefined } from '../../messages/reading.ts'
import type { StationReply, TerminalPayment } from '../../station-event.ts'

const statuses = new Map<unknown, TerminalPayment['status']>([
  ['Settled', 'settled'],
  ['Canceled', 'canceled'],
  ['Rejected', 'rejected'],
  ['Failed', 'failed'],
])
const words = new Map([...statuses].map(([word, status]) => [status, word]))

/** A company's name and address, a line for each. */
function companyOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const { name, address1, address2, postalCode, city, country } = record(value)
  const place = [postalCode, city].map(text).filter(Boolean).join(' ')
  return [text(name), text(address1), text(address2), place, text(country)].filter(Boolean).join('\n')
}

/** The reverse of `companyOf`, for five lines of which the second may be missing in the middle. */
function addressOf(company: string): Messages.AddressType {
  const lines = company.split('\n')
  const [name = '', address1 = ''] = lines
  return { name, address1, city: lines.at(-2) ?? '', country: lines.at(-1) ?? '' }
}

/** NotifySettlement (2.1 part 2, C24 and C25): a payment at the station's own terminal. */
export const notifySettlement: HandledAction = {
  treatment: 'handled',
  // money that was taken counts as what energy does: nothing of it may be lost
  lenient: true,
  bringsEnergy: true,
  read: (payload, remarks) => {
    const { transactionId, pspRef, status: word, statusInfo, settlementAmount, ...rest } = payload
    const reference = text(pspRef)
    const status = statuses.get(word)
    const amount = number(settlementAmount)
    if (reference === undefined || status === undefined || amount === undefined) return null
    return withoutUndefined<EventOf<'payment.settled'>>({
      type: 'payment.settled',
      transactionId: text(transactionId),
      reference,
      status,
      info: text(statusInfo),
      amountMinor: Math.round(amount * 100),
      happenedAt: instant(rest.settlementTime, remarks),
      receiptId: text(rest.receiptId),
      receiptUrl: text(rest.receiptUrl),
      vatNumber: text(rest.vatNumber),
      company: companyOf(rest.vatCompany),
    })
  },
  answer: (reply): Messages.NotifySettlementResponse =>
    reply.type === 'settlement' && reply.receiptId !== undefined ? { receiptId: reply.receiptId } : {},
  write: (event): Messages.NotifySettlement => {
    const { transactionId, reference, info, amountMinor, happenedAt, company, ...said } = only(
      event,
      'payment.settled',
    )
    return withoutUndefined<Omit<Messages.NotifySettlement, 'customData'>>({
      transactionId,
      pspRef: reference,
      // each of our words is one of its
      status: words.get(said.status) as Messages.PaymentStatusEnumType,
      statusInfo: info,
      settlementAmount: amountMinor / 100,
      settlementTime: (happenedAt ?? new Date(0)).toISOString(),
      receiptId: said.receiptId,
      receiptUrl: said.receiptUrl,
      vatNumber: said.vatNumber,
      vatCompany: company === undefined ? undefined : addressOf(company),
    })
  },
  readAnswer: ({ receiptId }): StationReply =>
    withoutUndefined<Extract<StationReply, { type: 'settlement' }>>({
      type: 'settlement',
      receiptId: text(receiptId),
    }),
}
