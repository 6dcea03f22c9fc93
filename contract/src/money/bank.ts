import { z } from 'zod'
import { call, instant, page } from '../base/call.ts'

const administrator = ['administrator'] as const
/** the account is the network's: accounters of an owner see nothing of it */
const readers = ['administrator', 'accounter'] as const
const day = z.iso.date()

/** A credit of our account at a bank, as its statement tells it. Amounts in kopecks. */
export const bankLineSchema = z.object({
  id: z.number(),
  booked_on: day,
  amount: z.number(),
  counterparty: z.string(),
  purpose: z.string(),
  /** the bank's own; empty: it gave none */
  reference: z.string(),
})
export type BankLine = z.infer<typeof bankLineSchema>

/** What a provider owes us, or has paid, for the payments of some days: what it took, less what went back and its fees. Kopecks. */
export const remittanceSchema = z.object({
  provider: z.string(),
  /** YYYY-MM-DD in the network's time zone, both included */
  from: day,
  to: day,
  payments: z.number(),
  captured: z.number(),
  refunded: z.number(),
  fee: z.number(),
  amount: z.number(),
  /** paid: a line of the bank's statement answers to it; missing: none does, though it should have come */
  state: z.enum(['paid', 'awaited', 'missing']),
  line: bankLineSchema.nullable(),
})
export type Remittance = z.infer<typeof remittanceSchema>

/** What of a remittance is one payment's. Kopecks. */
export const remittedPaymentSchema = z.object({
  order_id: z.number(),
  payment_ref: z.string().nullable(),
  day,
  captured: z.number(),
  refunded: z.number(),
  fee: z.number(),
})
export type RemittedPayment = z.infer<typeof remittedPaymentSchema>

/** What providers pay into our account at a bank, and what of its statements answers to that. */
export const bank = {
  list: call({
    method: 'GET',
    path: 'bank/remittances',
    summary:
      'What providers have paid and owe for the payments of days, newest first, and credits of the bank’s statements that answer to none',
    roles: readers,
    answer: z.object({
      remittances: z.array(remittanceSchema),
      unmatched: z.array(bankLineSchema),
      /** when a statement was taken in last; null: never */
      uploaded_at: instant.nullable(),
    }),
  }),
  payments: call({
    method: 'GET',
    path: 'bank/remittances/payments',
    summary: 'The payments beneath a remittance',
    roles: readers,
    query: z.object({ provider: z.string().min(1).max(40), from: day, to: day, ...page(200, 1000) }),
    answer: z.array(remittedPaymentSchema),
    counted: true,
  }),
  upload: call({
    method: 'POST',
    path: 'bank/statements',
    summary:
      'Take in a statement of the bank: CSV with heads, or ISO 20022 camt.053; lines that are known change nothing',
    roles: administrator,
    body: z.object({ name: z.string().max(200), text: z.string().min(1) }),
    bodyLimit: 8 * 1024 * 1024,
    answer: z.object({
      /** credits that were not known */
      added: z.number(),
      known: z.number(),
      /** debits, other currencies, and what is not booked yet */
      ignored: z.number(),
    }),
  }),
}
