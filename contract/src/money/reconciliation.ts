import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'
import { differenceKinds } from '../base/enums.ts'

/** The payments of a day, as both sides had them at the last comparison. In kopecks, less refunds. */
export const comparedDaySchema = z.object({
  provider: z.string(),
  /** YYYY-MM-DD in the network's time zone */
  day: z.string(),
  compared_at: instant,
  payments: z.number(),
  /** what the provider has */
  theirs: z.number(),
  /** what it should have by our own book of payments */
  ours: z.number(),
  /** what of it is in the ledger */
  booked: z.number(),
  /** of orders that have not ended, or are not decided */
  unsettled: z.number(),
  /** that nobody has explained */
  differences: z.number(),
})
export type ComparedDay = z.infer<typeof comparedDaySchema>

const state = z.object({ state: z.string(), held: z.number(), captured: z.number(), refunded: z.number() })

/** What a provider and we tell differently of one payment. */
export const paymentDifferenceSchema = z.object({
  id: z.number(),
  provider: z.string(),
  day: z.string(),
  kind: z.enum(differenceKinds),
  order_id: z.number().nullable(),
  payment_ref: z.string().nullable(),
  ours: state.nullable(),
  theirs: state.nullable(),
  found_at: instant,
  explanation: z.string().nullable(),
  explained_by: z.string().nullable(),
  can: z.object({
    /** ask the provider once more, and compare the day */
    read: z.boolean(),
    /** note in the ledger what the provider has given back by itself */
    book: z.boolean(),
    /** have the provider give back what the ledger knows nothing of */
    give_back: z.boolean(),
    explain: z.boolean(),
  }),
})
export type PaymentDifference = z.infer<typeof paymentDifferenceSchema>

const administrator = ['administrator'] as const
/** accounters read; those of an owner only what differs at the owner's locations */
const readers = ['administrator', 'accounter'] as const
const reason = z.object({ reason: z.string().trim().min(1).max(500) })

/** What the payment provider and the ledger tell, day by day, and the acts that mend what differs. */
export const reconciliation = {
  days: call({
    method: 'GET',
    path: 'reconciliation',
    summary: 'The days that were compared with the payment provider, newest first',
    roles: readers,
    query: z.object(page(50, 400)),
    answer: z.array(comparedDaySchema),
    counted: true,
  }),
  differences: call({
    method: 'GET',
    path: 'reconciliation/differences',
    summary: 'What the payment provider and we tell differently, what nobody has explained first',
    roles: readers,
    query: z.object(page(50, 200)),
    answer: z.array(paymentDifferenceSchema),
    counted: true,
  }),
  compare: call({
    method: 'POST',
    path: 'reconciliation/compare',
    summary: 'Compare the payments of a day with the provider’s own list now',
    roles: administrator,
    body: z.object({ day: z.iso.date() }),
    status: 204,
  }),
  read: call({
    method: 'POST',
    path: 'reconciliation/differences/{id}/read',
    summary: 'Read a payment at its provider once more, and book what the provider has taken for its order',
    roles: administrator,
    params: idParams,
    status: 204,
  }),
  book: call({
    method: 'POST',
    path: 'reconciliation/differences/{id}/book',
    summary: 'Book as a refund what the provider has given back by itself',
    roles: administrator,
    params: idParams,
    body: reason,
    status: 204,
  }),
  giveBack: call({
    method: 'POST',
    path: 'reconciliation/differences/{id}/give-back',
    summary: 'Have the provider give back what the ledger knows nothing of',
    roles: administrator,
    params: idParams,
    body: reason,
    status: 204,
  }),
  explain: call({
    method: 'POST',
    path: 'reconciliation/differences/{id}/explain',
    summary: 'Note why a difference is none that has to be mended',
    roles: administrator,
    params: idParams,
    body: reason,
    status: 204,
  }),
}
