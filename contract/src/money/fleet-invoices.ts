import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'
import { languages } from '../base/enums.ts'
import { monthRule } from '../figures/monthly-reports.ts'
import { statementPaymentBody } from '../partners/settlement.ts'

export const fleetInvoiceSchema = z.object({
  id: z.number(),
  fleet_id: z.number(),
  fleet_name: z.string(),
  /** YYYY-MM */
  month: z.string(),
  number: z.string(),
  /** kopecks, VAT included */
  amount: z.number(),
  /** the VAT in it; null: not subject to VAT */
  vat: z.number().nullable(),
  vat_percent: z.number().nullable(),
  sessions: z.number(),
  energy: z.number(),
  issued_at: instant,
  /** YYYY-MM-DD; null: not paid */
  paid_on: z.string().nullable(),
  document_number: z.string().nullable(),
  can: z.object({ pay: z.boolean() }),
})
export type FleetInvoice = z.output<typeof fleetInvoiceSchema>

const administrator = ['administrator'] as const

/** Invoices of fleets: one a month, from the ledger. */
export const fleetInvoices = {
  list: call({
    method: 'GET',
    path: 'fleet-invoices',
    summary: 'Invoices, the newest first; of one fleet where it is named',
    roles: administrator,
    query: z.object({ ...page(50, 500), fleet: z.coerce.number().int().positive().optional() }),
    answer: z.array(fleetInvoiceSchema),
    counted: true,
  }),
  issue: call({
    method: 'POST',
    path: 'fleets/{id}/invoices',
    summary: 'Issue the invoice of a month that is over; one that is issued already is answered as it is',
    roles: administrator,
    params: idParams,
    body: z.object({ month: monthRule }),
    answer: fleetInvoiceSchema,
    status: 201,
  }),
  pay: call({
    method: 'POST',
    path: 'fleet-invoices/{id}/payment',
    summary: 'Mark an invoice as paid, once',
    roles: administrator,
    params: idParams,
    body: statementPaymentBody,
    answer: fleetInvoiceSchema,
    status: 201,
  }),
  download: call({
    method: 'POST',
    path: 'fleet-invoices/{id}/download',
    summary: 'A link to download an invoice as PDF: good for one minute and one use',
    roles: administrator,
    params: idParams,
    body: z.object({ language: z.enum(languages) }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
}
