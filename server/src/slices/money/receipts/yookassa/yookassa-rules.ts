import type { TaxSystem } from '@stationmaster/contract'
import type { ReceiptContent } from '../port.ts'
import type { Settlement } from '../rules.ts'

/** A receipt as it is sent to YooKassa (API version 3). */
export interface YookassaReceipt {
  type: 'payment' | 'refund'
  payment_id?: string
  refund_id?: string
  customer: { email: string } | { phone: string }
  items: object[]
  settlements: object[]
  tax_system_code: number
  send: true
}

/** Why a receipt is not sent to YooKassa: it lacks something that YooKassa demands. */
export type Unfit = 'payment_unknown' | 'customer_unknown' | 'vat_unknown'

type Amount = (minor: number) => { value: string; currency: string }

const taxSystemCodes: Record<TaxSystem, number> = {
  osn: 1,
  usn_income: 2,
  usn_income_outcome: 3,
  esn: 5,
  patent: 6,
}

/** The codes of a rate in hundredths of a percent: of what is sold, and of what is paid before (rate / (100 % + rate)). */
const vatCodes = new Map<number, { sold: number; before: number }>([
  [0, { sold: 2, before: 2 }],
  [500, { sold: 7, before: 9 }],
  [700, { sold: 8, before: 10 }],
  [1000, { sold: 3, before: 5 }],
  [2000, { sold: 4, before: 6 }],
  [2200, { sold: 11, before: 12 }],
])
const withoutVat = 1

/** How a line is paid, what it is, and how the receipt is settled. */
const terms: Record<Settlement, { mode: string; subject: string; settledBy: string; isBefore: boolean }> = {
  payment: { mode: 'full_payment', subject: 'service', settledBy: 'cashless', isBefore: false },
  prepayment: { mode: 'full_prepayment', subject: 'service', settledBy: 'cashless', isBefore: true },
  offset: { mode: 'full_payment', subject: 'service', settledBy: 'prepayment', isBefore: false },
  advance: { mode: 'advance', subject: 'payment', settledBy: 'cashless', isBefore: true },
}

/** The code of a rate (54-FZ tag 1199; Tax Code, article 164.4 for what is paid before); undefined: YooKassa knows none. */
export function vatCodeOf(vatBp: number | null, isBefore: boolean): number | undefined {
  if (vatBp === null) return withoutVat
  const codes = vatCodes.get(vatBp)
  return isBefore ? codes?.before : codes?.sold
}

/** What YooKassa is sent of a receipt, member by member so that the same key always says the same; or why it cannot be sent. */
export function yookassaReceiptOf(content: ReceiptContent, amount: Amount): YookassaReceipt | Unfit {
  const { kind, settlement, totalMinor, seller, customer, lines } = content
  const isReturn = kind === 'income_return'
  const { mode, subject, settledBy, isBefore } = terms[settlement]
  if (!content.money) return 'payment_unknown'
  if (customer === null) return 'customer_unknown'
  const { paymentRef, refundRef } = content.money
  const items: object[] = []
  for (const { name, amountMinor, vatBp, supplier } of lines) {
    const code = vatCodeOf(vatBp, isBefore)
    if (code === undefined) return 'vat_unknown'
    items.push({
      // YooKassa accepts 128 characters
      description: name.slice(0, 128),
      quantity: 1,
      measure: 'piece',
      amount: amount(amountMinor),
      vat_code: code,
      payment_mode: mode,
      payment_subject: subject,
      ...(supplier ? { agent_type: 'agent', supplier: { name: supplier.name, inn: supplier.inn } } : {}),
    })
  }
  return {
    type: isReturn ? 'refund' : 'payment',
    // a return for which nothing went back names the payment that it takes from
    ...(isReturn && refundRef ? { refund_id: refundRef } : { payment_id: paymentRef }),
    customer: 'email' in customer ? { email: customer.email } : { phone: customer.phone.replace(/\D/g, '') },
    items,
    settlements: [{ type: settledBy, amount: amount(totalMinor) }],
    tax_system_code: taxSystemCodes[seller.taxSystem],
    send: true,
  }
}
