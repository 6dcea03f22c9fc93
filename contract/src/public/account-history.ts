import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'
import { languages, orderStatuses } from '../base/enums.ts'
import { balancePostingSchema } from '../charging/drivers.ts'
import { driverSignedSchema } from '../charging/orders.ts'
import { fiscalReceiptSchema } from '../money/receipts.ts'

const minor = z.number().int()

/** A session, or a reservation, as its driver sees it in a list. Money in kopecks, energy in Wh. */
export const driverOrderSchema = z.object({
  id: z.number(),
  status: z.enum(orderStatuses),
  place: z.object({ name: z.string(), city: z.string(), street: z.string() }),
  station_number: z.number(),
  connector: z.object({ number: z.number(), type: z.string(), power_kw: z.number() }),
  created_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  energy: z.number(),
  /** what was taken for it and not given back, idle fee and services included */
  paid: minor,
  /** what is still due */
  debt: minor,
})
export type DriverOrder = z.output<typeof driverOrderSchema>

/** What is paid of an order: `charging` with the reservation, `parking` for the car that stayed, a service by its name. */
const paidPart = z.object({
  purpose: z.string(),
  /** of a service, in the caller's language */
  name: z.string().nullable(),
  method_type: z.string().nullable(),
  status: z.string(),
  held: minor,
  captured: minor,
  refunded: minor,
  debt: minor,
})

/** What charging cost, line by line, in kopecks. */
const priceExplainedSchema = z.object({
  lines: z.array(
    z.object({
      dimension: z.enum(['energy', 'time', 'flat']),
      /** Wh, seconds or 1 */
      quantity: z.number(),
      /** of a kWh, a minute or a session; with decimals where the tariff has them */
      unit_price: z.number(),
      from: instant,
      to: instant,
      amount: minor,
    }),
  ),
  discount: minor,
  /** what the tariff's lowest or highest price adds or takes off */
  bounded: minor,
  /** what the network bears beyond what the driver was promised */
  borne: minor,
  total: minor,
})
export type PriceExplained = z.output<typeof priceExplainedSchema>

export const driverOrderDetailsSchema = driverOrderSchema.extend({
  /** null: it is not known yet */
  charging_price: minor.nullable(),
  reservation_price: minor.nullable(),
  /** why charging costs that; null: it is not priced, or free */
  price: priceExplainedSchema.nullable(),
  /** readings of the meter in Wh; null: the station has sent none */
  meter_start: z.number().nullable(),
  meter_stop: z.number().nullable(),
  /** what the meter has signed; null: nothing */
  signed: driverSignedSchema.nullable(),
  payments: z.array(paidPart),
  /** of the till, in order */
  receipts: z.array(fiscalReceiptSchema),
})
export type DriverOrderDetails = z.output<typeof driverOrderDetailsSchema>

const asPdf = { query: z.object({ language: z.enum(languages).optional() }), answer: z.unknown() }

/** What a driver has charged and paid. What is another's answers as if it did not exist. */
export const driverHistory = {
  orders: call({
    method: 'GET',
    path: 'driver/me/orders',
    summary: 'The driver’s sessions and reservations, newest first',
    roles: 'driver',
    query: z.object(page(20, 100)),
    answer: z.array(driverOrderSchema),
    counted: true,
  }),
  order: call({
    method: 'GET',
    path: 'driver/me/orders/{id}',
    summary: 'One of them with its price, meter readings, payments and fiscal receipts',
    roles: 'driver',
    params: idParams,
    answer: driverOrderDetailsSchema,
  }),
  payLink: call({
    method: 'POST',
    path: 'driver/me/orders/{id}/pay-links',
    summary: 'The page where one of them is paid and followed: what is owed of it, or while it is open',
    roles: 'driver',
    params: idParams,
    answer: z.object({
      token: z.string().describe('Of its page /pay/{token}, and of the calls pay/{token}/...'),
    }),
    status: 201,
  }),
  receipt: call({
    method: 'GET',
    path: 'driver/me/orders/{id}/receipt',
    summary: 'The receipt of a finished one as a PDF, in the language that is named, else the driver’s',
    roles: 'driver',
    params: idParams,
    ...asPdf,
    download: true,
  }),
  statement: call({
    method: 'GET',
    path: 'driver/me/statements/{month}',
    summary: 'What the driver has charged and paid in a month (YYYY-MM) as a PDF',
    roles: 'driver',
    params: z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) }),
    ...asPdf,
    download: true,
  }),
  postings: call({
    method: 'GET',
    path: 'driver/me/postings',
    summary: 'What has moved the balance, newest first',
    roles: 'driver',
    query: z.object(page(20, 200)),
    answer: z.array(balancePostingSchema),
    counted: true,
  }),
  export: call({
    method: 'GET',
    path: 'driver/me/export',
    summary: 'Everything that is kept about the driver, as a JSON file',
    roles: 'driver',
    answer: z.unknown(),
    download: true,
  }),
}
