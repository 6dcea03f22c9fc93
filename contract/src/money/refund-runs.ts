import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, idParams, instant } from '../base/call.ts'
import { failureStages, orderStatuses } from '../base/enums.ts'
import { marked, narrowedByStation } from '../base/subjects.ts'
import { partnerFilter } from '../charging/orders.ts'

/** Payments' orders that one run takes at most. */
export const refundRunMost = 1000

const orderIds = z
  .array(marked(z.number().int().positive(), { subject: 'order', narrows: true }))
  .min(1)
  .max(refundRunMost)

/** Which orders are meant: named ones, or all that the charging history's filter finds. */
export const refundSelection = z.discriminatedUnion('of', [
  z.object({ of: z.literal('orders'), ids: orderIds }),
  z.object({
    of: z.literal('filter'),
    filter: z.object({
      from: sentInstant,
      to: sentInstant,
      statuses: z.array(z.enum(orderStatuses)).max(20).optional(),
      search: z.string().trim().max(100).optional(),
      location_ids: z
        .array(marked(z.number().int().positive(), { subject: 'location', narrows: true }))
        .max(500)
        .optional(),
      station_id: narrowedByStation(48).optional(),
      connector_id: marked(z.number().int().positive(), { subject: 'connector', narrows: true }).optional(),
      failed: z.array(z.enum(failureStages)).max(10).optional(),
      model: z.string().max(200).optional(),
      firmware: z.string().max(200).optional(),
      hour_of_week: z.number().int().min(0).max(167).optional(),
      partner: partnerFilter.optional(),
    }),
  }),
])
export type RefundSelection = z.input<typeof refundSelection>

/** How a payment of a run stands. pending: the refund was requested from its provider; refused: the provider refunds nothing. */
export const refundResults = ['waiting', 'done', 'pending', 'refused', 'failed', 'canceled'] as const
export type RefundResult = (typeof refundResults)[number]

const reach = {
  /** orders of which something can go back */
  orders: z.number(),
  /** all of it, in kopecks */
  amount: z.number(),
}

export const refundRunSchema = z.object({
  id: z.number(),
  reason: z.string(),
  by: z.object({ name: z.string() }),
  created_at: instant,
  /** null while a payment waits for its turn */
  finished_at: instant.nullable(),
  canceled_at: instant.nullable(),
  ...reach,
  /** payments by result; an order may have one for charging and one for its idle fee */
  counts: z.object(
    Object.fromEntries(refundResults.map((result) => [result, z.number()])) as Record<
      RefundResult,
      z.ZodNumber
    >,
  ),
})
export type RefundRun = z.infer<typeof refundRunSchema>

export const refundRunPaymentSchema = z.object({
  order_id: z.number(),
  /** the idle fee, else what was paid for charging */
  idle: z.boolean(),
  amount: z.number(),
  result: z.enum(refundResults),
  /** why nothing went back: in words, or the provider’s own */
  error: z.string().nullable(),
})
export type RefundRunPayment = z.infer<typeof refundRunPaymentSchema>

const administrator = ['administrator'] as const

/** Refunds of many orders at once, as of a faulty day: each payment goes back in full, with a result of its own. */
export const refundRuns = {
  reach: call({
    method: 'POST',
    path: 'refund-runs/reach',
    summary:
      'How many orders of a selection have something to give back, and how much in all: charging and idle fees',
    roles: administrator,
    body: z.object({ selection: refundSelection }),
    answer: z.object(reach),
  }),
  start: call({
    method: 'POST',
    path: 'refund-runs',
    summary: 'Give back all that is left of the payments of a selection, in the background',
    roles: administrator,
    body: z.object({
      selection: refundSelection,
      reason: z.string().trim().min(1).max(500),
      /** what was seen: another count or sum is refused */
      ...reach,
    }),
    answer: refundRunSchema,
    status: 201,
  }),
  get: call({
    method: 'GET',
    path: 'refund-runs/{id}',
    summary: 'One run and how far it is',
    roles: administrator,
    params: idParams,
    answer: refundRunSchema,
  }),
  payments: call({
    method: 'GET',
    path: 'refund-runs/{id}/payments',
    summary: 'The payments of a run, each with its result',
    roles: administrator,
    params: idParams,
    answer: z.array(refundRunPaymentSchema),
  }),
  cancel: call({
    method: 'POST',
    path: 'refund-runs/{id}/cancel',
    summary: 'Give back nothing of what still waits; what went back stays',
    roles: administrator,
    params: idParams,
    answer: refundRunSchema,
  }),
}
