import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { csvFormats } from '../base/csv-guard.ts'
import { languages, paymentMethodTypes } from '../base/enums.ts'
import { nameRule } from '../base/rules.ts'
import { idOf, narrowedBy } from '../base/subjects.ts'
import { monthRule } from '../figures/monthly-reports.ts'

/** Of a month, a way to pay or a line, in kopecks; energy in Wh. */
const sums = {
  session_count: z.number(),
  energy: z.number(),
  amount: z.number(),
  bank_commission: z.number(),
  agent_fee: z.number(),
  compensation: z.number(),
  /** to be compensated: amount less commission, fee and compensation */
  due_amount: z.number(),
}

const statementStatuses = ['open', 'issued', 'paid'] as const

const statementPayment = z.object({
  amount: z.number(),
  /** YYYY-MM-DD */
  paid_on: z.string(),
  document_number: z.string(),
  created_at: instant,
  created_by: z.string().nullable(),
  undone: z.object({ at: instant, by: z.string().nullable(), reason: z.string() }).nullable(),
})

const row = {
  /** null: not issued */
  id: z.number().nullable(),
  owner_id: z.number(),
  owner_name: z.string(),
  /** YYYY-MM */
  month: z.string(),
  /** within a year; null: not issued */
  number: z.string().nullable(),
  status: z.enum(statementStatuses),
  issued_at: instant.nullable(),
  issued_by: z.string().nullable(),
  ...sums,
  opening_balance: z.number(),
  /** paid to the owner in the month */
  paid_amount: z.number(),
  closing_balance: z.number(),
  /** how it was paid; null: not, or not any more */
  payment: statementPayment.nullable(),
  held_until: z
    .string()
    .nullable()
    .describe('YYYY-MM-DD, from which it can be paid: its owner was let in a short time ago; null: now'),
  /** why an open one cannot be issued yet */
  waits_for: z.enum(['month_end', 'earlier_month']).nullable(),
  can: z.object({ issue: z.boolean(), pay: z.boolean(), undo_payment: z.boolean() }),
}
export const statementRowSchema = z.object(row)
export type StatementRow = z.infer<typeof statementRowSchema>

/** The two parties of a statement. */
export const statementPartiesSchema = z.object({
  network: z.object({
    name: z.string(),
    inn: z.string().nullable(),
    address: z.string(),
    vat_percent: z.number().nullable(),
  }),
  owner: z.object({ name: z.string(), inn: z.string().nullable() }),
  contract: z
    .object({ number: z.string(), valid_from: z.string(), agent_fee_percent: z.number() })
    .nullable(),
})
export type StatementParties = z.infer<typeof statementPartiesSchema>

const statementLineKinds = ['sessions', 'correction', 'payout'] as const

/** Sessions of a day, location and way to pay; what was corrected of an earlier month's order; or what the owner was paid. */
export const statementLineSchema = z.object({
  kind: z.enum(statementLineKinds),
  day: z.string(),
  location_id: z.number().nullable(),
  location_name: z.string().nullable(),
  method_type: z.enum(paymentMethodTypes).nullable(),
  order_id: z.number().nullable(),
  document_number: z.string().nullable(),
  ...sums,
  paid_amount: z.number(),
})
export type StatementLine = z.infer<typeof statementLineSchema>

export const statementSchema = z.object({
  ...row,
  parties: statementPartiesSchema,
  lines: z.array(statementLineSchema),
  by_method: z.array(z.object({ method_type: z.enum(paymentMethodTypes), ...sums })),
  /** every payment, those undone too, oldest first */
  payments: z.array(statementPayment),
})
export type Statement = z.infer<typeof statementSchema>

export const statementPaymentBody = z.object({ paid_on: z.iso.date(), document_number: nameRule })
export const undoPaymentBody = z.object({ reason: z.string().trim().min(1).max(500) })
export const statementFormats = ['xlsx', ...csvFormats, 'pdf'] as const
export type StatementFormat = (typeof statementFormats)[number]

const administrator = ['administrator'] as const
const readers = ['administrator', 'manager', 'accounter'] as const

/** What is due to owners, month by month, from the ledger. */
export const settlement = {
  list: call({
    method: 'GET',
    path: 'settlements',
    summary:
      'Statements by month and owner, the newest first: issued ones of a year and, for administrators and the network’s accounters, all open months; managers and accounters of an owner see the owner’s',
    roles: readers,
    query: z.object({ year: z.coerce.number().int().min(2000).max(2099) }),
    answer: z.array(statementRowSchema),
  }),
  preview: call({
    method: 'GET',
    path: 'settlements/preview',
    summary:
      'A month of an owner as it would be issued now; managers and accounters of an owner see their own',
    roles: readers,
    query: z.object({ owner_id: narrowedBy('manager'), month: monthRule }),
    answer: statementSchema,
  }),
  get: call({
    method: 'GET',
    path: 'settlements/{id}',
    summary: 'An issued statement; managers and accounters of an owner see the owner’s',
    roles: readers,
    params: idParams,
    answer: statementSchema,
  }),
  issue: call({
    method: 'POST',
    path: 'settlements',
    summary: 'Issue the statement of a month that is over; one that is issued already is answered as it is',
    roles: administrator,
    body: z.object({
      owner_id: idOf('manager'),
      month: monthRule,
      /** the amount that the preview showed; with any other amount the call is refused */
      due_amount: z.number().int(),
    }),
    answer: statementSchema,
    status: 201,
  }),
  pay: call({
    method: 'POST',
    path: 'settlements/{id}/payment',
    summary: 'Mark a statement as paid, once',
    roles: administrator,
    params: idParams,
    body: statementPaymentBody,
    answer: statementSchema,
    status: 201,
  }),
  undoPayment: call({
    method: 'POST',
    path: 'settlements/{id}/payment/undo',
    summary: 'Take back that a statement was paid, by a counter posting',
    roles: administrator,
    params: idParams,
    body: undoPaymentBody,
    answer: statementSchema,
    status: 201,
  }),
  download: call({
    method: 'POST',
    path: 'settlements/{id}/download',
    summary: 'A link to download a statement: good for one minute and one use',
    roles: readers,
    params: idParams,
    body: z.object({ format: z.enum(statementFormats), language: z.enum(languages) }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
}
