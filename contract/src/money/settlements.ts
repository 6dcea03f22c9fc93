import { z } from 'zod'
import { instant } from '../base/call.ts'

/** What the station reported of a payment at its own terminal; amounts in kopecks. */
export const orderSettlementSchema = z.object({
  id: z.number(),
  /** of the payment, at the payment service of the terminal */
  psp_ref: z.string(),
  /** settled: taken; canceled: nothing was due; rejected: by the payment service; failed: it could not be reached */
  status: z.enum(['settled', 'canceled', 'rejected', 'failed']),
  /** taken, or tried to be taken */
  amount: z.number(),
  settled_at: instant,
  info: z.string().nullable(),
  /** of the receipt that the station has made */
  receipt_id: z.string().nullable(),
  receipt_url: z.string().nullable(),
  /** of the company that wanted a receipt, with its name and address on lines */
  vat_number: z.string().nullable(),
  vat_company: z.string().nullable(),
  /** it is money of the order's payment */
  booked: z.boolean(),
})
export type OrderSettlement = z.infer<typeof orderSettlementSchema>

/** A payment that a station's own terminal has taken and that somebody has to look at; amounts in kopecks. */
export const openSettlementSchema = z.object({
  id: z.number(),
  /** of the payment, at the payment service of the terminal */
  psp_ref: z.string(),
  transaction_id: z.string().nullable(),
  amount: z.number(),
  settled_at: z.string(),
  station_id: z.string(),
  station_number: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  order_id: z.number().nullable(),
  /**
   * unknown: no order has its transaction; elsewhere: its order costs nothing or is paid in another way, so it is not booked; excess: more
   * was taken than the order costs; contradicted: the station has reported it in two ways, or as less than nothing
   */
  why: z.enum(['unknown', 'elsewhere', 'excess', 'contradicted']),
})
export type OpenSettlement = z.infer<typeof openSettlementSchema>
