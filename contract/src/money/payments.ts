import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { paymentMethodTypes } from '../base/enums.ts'
import type { OrderNode } from '../charging/orders.ts'
import { providerRule } from './contracts.ts'
import { orderSettlementSchema } from './settlements.ts'

/** A node of the payments query (domain.md#payments-and-reports). */
export interface PaymentNode
  extends Pick<
    OrderNode,
    | 'location'
    | 'station'
    | 'connector'
    | 'user'
    | 'rfid'
    | 'status'
    | 'reservation_start'
    | 'reservation_finish'
    | 'charging_start'
    | 'charging_finish'
    | 'meter_start'
    | 'meter_stop'
    | 'charging_price'
    | 'reservation_price'
  > {
  id: number
  order_id: number
  /** YYYY-MM-DD, the settlement day in the network's time zone */
  day: string
  created_at: string
  /** Wh */
  energy: number
  /** kopecks */
  captured_amount: number
  refunded_amount: number
  charged_back_amount: number
  payment_method_type: string
  payment_provider: string
  market_shop_id: string
  bank_commission: number
  agent_fee: number
  /** what the owner has received already */
  compensation: number
}

/** A node of the groupedPayments query; amounts in kopecks. */
export interface GroupedPaymentNode {
  day: string
  location: OrderNode['location']
  payment_method_type: string
  payment_provider: string | null
  market_shop_id: string | null
  count: number
  kwh: number
  captured: number
  refunded: number
  charged_back: number
  amount: number
  revenue: number
  bank_commission: number
  agent_fee: number
  compensation: number
  to_compensate: number
}

/** Ways to pay that are taken elsewhere and booked here. */
export const bookedMethods = ['terminal', 'cash', 'compensation'] as const

/** The provider's number of a terminal or shop. */
export const shopRule = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/)

/** The number of a receipt or slip. */
export const documentRule = z.string().trim().min(1).max(64)

/** Where something was paid elsewhere, and what is in hand of it. */
const paidElsewhere = {
  provider: providerRule.nullish(),
  market_shop_id: shopRule.nullish(),
  document_number: documentRule.nullish(),
}
const isWhole = ({ method_type, provider }: { method_type: string; provider?: string | null | undefined }) =>
  method_type !== 'terminal' || Boolean(provider)
const notWhole = { message: 'a terminal has a provider', path: ['provider'] }

/** How a session was paid elsewhere: at a payment terminal, of a provider and shop, in cash, or by nobody. */
export const bookingBody = z
  .object({ method_type: z.enum(bookedMethods), ...paidElsewhere })
  .refine(isWhole, notWhole)
export type Booking = z.output<typeof bookingBody>

/** How what is owed was handed over. */
export const debtBookedMethods = ['cash', 'terminal'] as const

/** What may be owed; parking: the idle fee. */
export const debtPurposes = ['charging', 'parking'] as const

/** What was handed over of a debt, in cash or at a payment terminal. */
export const debtBookingBody = z
  .object({
    purpose: z.enum(debtPurposes),
    /** kopecks, no more than is owed */
    amount: z.number().int().min(1).max(1_000_000_000),
    method_type: z.enum(debtBookedMethods),
    ...paidElsewhere,
  })
  .refine(isWhole, notWhole)
export type DebtBooking = z.output<typeof debtBookingBody>

/** parking: the idle fee; service: one that was sold with the order */
const purposes = ['charging', 'parking', 'service'] as const

export const givenBackBody = z
  .object({
    purpose: z.enum(purposes).default('charging'),
    /** which of the services that were sold */
    service_id: z.number().int().positive().nullish(),
    /** what was handed over of a debt for that purpose, by its number */
    booking_id: z.number().int().positive().nullish(),
    /** kopecks */
    amount: z.number().int().min(1).max(1_000_000_000),
    reason: z.string().trim().min(1).max(500),
  })
  .refine(({ purpose, service_id }) => (purpose === 'service') === Boolean(service_id), {
    message: 'a service is named by its number',
    path: ['service_id'],
  })
  .refine(({ purpose, booking_id }) => purpose !== 'service' || !booking_id, {
    message: 'of a service nothing is owed',
    path: ['booking_id'],
  })

/** A payment for a session, what went back of it and what of it is whose; amounts in kopecks. */
export const orderPaymentSchema = z.object({
  order_id: z.number(),
  purpose: z.enum(purposes),
  /** of the service that was sold */
  service_id: z.number().nullable(),
  /** what was handed over of a debt has a number */
  booking_id: z.number().nullable(),
  status: z.enum(['created', 'captured', 'canceled']),
  method_type: z.enum(paymentMethodTypes),
  provider: z.string().nullable(),
  market_shop_id: z.string().nullable(),
  document_number: z.string().nullable(),
  /** YYYY-MM-DD in the network's time zone */
  business_day: z.string(),
  captured_amount: z.number(),
  refunded_amount: z.number(),
  charged_back_amount: z.number(),
  /** due, and nobody has paid it */
  debt_amount: z.number(),
  /** what may still go back; refunds under way are taken off */
  refundable_amount: z.number(),
  /** null: not the caller's to see */
  agent_fee: z.number().nullable(),
  bank_commission: z.number().nullable(),
  given_back: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(['refund', 'chargeback']),
      amount: z.number(),
      reason: z.string(),
      state: z.enum(['pending', 'done', 'failed']),
      /** the provider’s own word for why it gives nothing back */
      refusal: z.string().nullable(),
      created_at: instant,
      created_by: z.string().nullable(),
    }),
  ),
  can: z.object({
    book: z.boolean(),
    refund: z.boolean(),
    charge_back: z.boolean(),
    /** its debt, to what it was paid with */
    charge_debt: z.boolean(),
    /** as handed over in cash or at a terminal */
    book_debt: z.boolean(),
    /** to be paid by a link */
    link_debt: z.boolean(),
    waive_debt: z.boolean(),
  }),
  /** why something that there would be to do cannot be done */
  cannot: z.object({
    /** the provider that took it is not the one that is set up here */
    refund: z.enum(['provider_missing']).nullable(),
    /** nothing is held, and no card is saved at the provider that is set up */
    charge_debt: z.enum(['no_method']).nullable(),
  }),
})
export type OrderPayment = z.infer<typeof orderPaymentSchema>

const maybePayment = z.object({
  payment: orderPaymentSchema.nullable(),
  /** of the idle fee; null: there is none to pay */
  idle: orderPaymentSchema.nullable(),
  /** what was handed over of debts for either, oldest first */
  booked: z.array(orderPaymentSchema),
  /** reported of payments at the station's own terminal, oldest first */
  settlements: z.array(orderSettlementSchema),
})
const operators = ['administrator', 'operator'] as const
const administrator = ['administrator'] as const

/** What was paid for a session, and what people do with it. */
export const payments = {
  get: call({
    method: 'GET',
    path: 'orders/{id}/payment',
    summary: 'What was paid for a session; null while nothing is to be paid',
    roles: [...operators, 'accounter'],
    params: idParams,
    answer: maybePayment,
  }),
  book: call({
    method: 'POST',
    path: 'orders/{id}/payment',
    summary: 'Book a session as paid at a terminal, in cash, or by nobody (compensation)',
    roles: operators,
    params: idParams,
    body: bookingBody,
    answer: maybePayment,
  }),
  refund: call({
    method: 'POST',
    path: 'orders/{id}/refunds',
    summary:
      'Give a payment back, with purpose `parking` an idle fee, with `service` one that was sold: in full or in part, never more than is left of it',
    roles: administrator,
    params: idParams,
    body: givenBackBody,
    answer: maybePayment,
  }),
  chargeBack: call({
    method: 'POST',
    path: 'orders/{id}/chargebacks',
    summary: 'Book what a bank took back of a payment, for its holder',
    roles: administrator,
    params: idParams,
    body: givenBackBody,
    answer: maybePayment,
  }),
}
