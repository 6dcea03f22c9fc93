import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'

/** A fiscal receipt of a movement of a driver's money. Amounts in kopecks. */
export const fiscalReceiptSchema = z.object({
  id: z.number(),
  kind: z.enum(['income', 'income_return']),
  /** with the service, before it, or the service out of what was paid before */
  settlement: z.enum(['payment', 'prepayment', 'offset', 'advance']),
  amount: z.number(),
  /** stuck: the till has not answered for two days */
  state: z.enum(['waiting', 'sent', 'done', 'refused', 'stuck']),
  /** the till’s own word for why it refuses it */
  refusal: z.string().nullable(),
  created_at: instant,
  /** null: it is not registered yet */
  mark: z
    .object({
      document_number: z.string(),
      drive_number: z.string(),
      fiscal_sign: z.string(),
      registered_at: instant,
      url: z.string().nullable(),
      /** what its printed code says */
      code: z.string(),
    })
    .nullable(),
})
export type FiscalReceipt = z.infer<typeof fiscalReceiptSchema>

export const failedReceiptSchema = fiscalReceiptSchema.extend({ order_id: z.number().nullable() })
export type FailedReceipt = z.infer<typeof failedReceiptSchema>

export const receipts = {
  ofOrder: call({
    method: 'GET',
    path: 'orders/{id}/receipts',
    summary: 'The fiscal receipts of an order, and what registers them; null: nobody does',
    roles: ['administrator', 'operator', 'accounter'],
    params: idParams,
    answer: z.object({ till: z.string().nullable(), receipts: z.array(fiscalReceiptSchema) }),
  }),
  failed: call({
    method: 'GET',
    path: 'inbox/receipts',
    summary: 'Receipts that the till refuses or has not answered for two days, newest first',
    roles: ['administrator'],
    query: z.object(page(50, 200)),
    answer: z.array(failedReceiptSchema),
    counted: true,
  }),
  withoutSeller: call({
    method: 'GET',
    path: 'inbox/receipts/without-seller',
    summary:
      'How many receipts wait for legal details with an INN, and the first day that these have to hold',
    roles: ['administrator'],
    answer: z.object({ total: z.number(), since: z.string().nullable() }),
  }),
  sendAgain: call({
    method: 'POST',
    path: 'inbox/receipts/{id}/send',
    summary:
      'Send a receipt again, with the legal details that are entered now where the till has refused it',
    roles: ['administrator'],
    params: idParams,
    status: 204,
  }),
}
