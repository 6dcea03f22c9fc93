import { z } from 'zod'
import { call, idParams, instant } from './call.ts'
import { limitFields } from './connectors.ts'
import { ownFeedbackSchema, problemBody, reviewBody } from './feedback.ts'
import { idlePriceSchema } from './idle.ts'
import { fiscalReceiptSchema } from './receipts.ts'
import { emailRule } from './rules.ts'
import { codeRule, serviceSchema, serviceWays, soldServiceSchema } from './services.ts'
import { idOf } from './subjects.ts'
import { priceWindowsTold } from './tariffs.ts'

const staff = ['administrator', 'manager', 'operator'] as const
const minor = z.number().int().nonnegative()

/** What an operator takes for a driver, who pays for it by a link. */
export const offerBody = z.object({
  kind: z.enum(['charge', 'reservation']),
  /** how long the connector is kept */
  minutes: z.number().int().min(5).max(60).optional(),
  ...limitFields,
  driver_id: idOf('driver').nullish(),
  /** where the link is sent to; that of a driver who is named goes to the driver's own address alone */
  email: emailRule.nullish(),
})

/** Where a driver stands with an order that is paid beforehand. */
export const paySteps = [
  /** to be paid */
  'pay',
  /** the provider is asked */
  'confirming',
  /** the driver has something to do at the bank */
  'action',
  'reserved',
  'waiting_plug',
  'starting',
  'charging',
  'stopping',
  'finished',
  'canceled',
  'expired',
] as const
export type PayStep = (typeof paySteps)[number]

/** What a driver sees of the one order that the link names. Money in kopecks, energy in Wh, power in W. */
export const payPageSchema = z.object({
  step: z.enum(paySteps),
  order_id: z.number(),
  place: z.object({ name: z.string(), city: z.string(), street: z.string() }),
  station_number: z.number(),
  station_online: z.boolean(),
  connector: z.object({ number: z.number(), type: z.string(), power_kw: z.number() }),
  price: z.object({
    tariff: z.number(),
    rate: z.number(),
    start_fee: z.number(),
    /** percent */
    discount: z.number(),
    windows: priceWindowsTold,
    /** of a session; null: no bound */
    min_price: z.number().nullable(),
    max_price: z.number().nullable(),
  }),
  /** what a car costs that stays connected after charging, and until when nothing; null: nothing */
  idle: idlePriceSchema.nullable(),
  hold_amount: minor,
  /** null: to charge at once */
  reservation: z
    .object({ fee: minor, seconds: z.number(), free_seconds: z.number(), free_until: instant.nullable() })
    .nullable(),
  limit_amount: minor.nullable(),
  /** until when the step may last, where it has an end of its own */
  until: instant.nullable(),
  methods: z.array(z.enum(['card', 'sbp'])),
  /** the card that the order's driver has saved, to be paid with by one tap; null: none, or not now */
  saved_card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
  /** the order's driver may pay from the balance, with a code that is mailed there; null: not for this order */
  balance: z.object({ email: z.string(), code_until: instant.nullable() }).nullable(),
  /** what the browser encrypts cards with; null: cards are paid with on the provider's own page */
  card_key: z.string().nullable(),
  /** a card may be saved for the next time, of which `amount` is held and let go at once; null: not now */
  card_check: z
    .object({
      amount: minor,
      /** of the last one that was tried */
      state: z.enum(['asking', 'action', 'saved', 'refused']).nullable(),
      decline: z.string().nullable(),
      /** where the bank asks its driver */
      url: z.string().nullable(),
    })
    .nullable(),
  /** why the last attempt to pay was refused, in the provider's word */
  decline: z.string().nullable(),
  action: z.object({ kind: z.enum(['redirect', 'qr']), url: z.string() }).nullable(),
  plugged: z.boolean(),
  session: z
    .object({
      started_at: instant.nullable(),
      energy: z.number(),
      power: z.number().nullable(),
      soc: z.number().nullable(),
      amount: minor,
      metered_at: instant.nullable(),
    })
    .nullable(),
  receipt: z
    .object({
      charging: minor,
      reservation: minor,
      held: minor,
      captured: minor,
      released: minor,
      refunded: minor,
      /** of the car that stayed: what it costs by now, and what was given back of that */
      idle: minor,
      idle_refunded: minor,
      card: z.string().nullable(),
      from_balance: z.boolean(),
      /** with services, less what went back */
      paid_in_all: z.number(),
      finished_at: instant.nullable(),
      /** of the till, in order */
      fiscal: z.array(fiscalReceiptSchema),
    })
    .nullable(),
  /** what is sold with the order */
  services: z.object({
    offered: z.array(serviceSchema),
    /** how they are paid; null: the driver cannot buy any by the link */
    way: z.enum(serviceWays).nullable(),
    /** the card that they are paid with */
    card: z.string().nullable(),
    /**
     * how the driver agrees to what no bank asks about: with a code that is mailed there, or, where no address is known, with the
     * card entered anew; null: the bank asks
     */
    proof: z
      .object({
        email: z.string().nullable(),
        /** that was mailed, and for which service */
        code: z.object({ service_id: z.number(), until: instant }).nullable(),
      })
      .nullable(),
    sold: z.array(
      soldServiceSchema.extend({
        refunded: minor,
        /** what its driver has to do at the bank */
        action: z.object({ kind: z.enum(['redirect', 'qr']), url: z.string() }).nullable(),
      }),
    ),
  }),
  /** the driver says where the fiscal receipt is sent to */
  asks_email: z.boolean(),
  /** and cannot pay without it */
  needs_email: z.boolean(),
  /** what the driver has said of it */
  feedback: ownFeedbackSchema.nullable(),
  /** what the driver has reported */
  problem: z.string().nullable(),
  /** why it was given up */
  reason: z.string().nullable(),
  /** save_card: the order's driver is known, who may have the card kept */
  can: z.object({
    pay: z.boolean(),
    save_card: z.boolean(),
    cancel: z.boolean(),
    start: z.boolean(),
    stop: z.boolean(),
    review: z.boolean(),
  }),
})
export type PayPage = z.infer<typeof payPageSchema>

const linkFields = {
  link: z.string().nullable().describe('null: it was mailed to the driver, and is told to nobody else'),
  mailed_to: z.string().nullable().describe("The driver's address, masked; null: no known driver's"),
}

const tokenParams = z.object({ token: z.string().regex(/^[\w-]{20,64}$/) })
/** where the fiscal receipt is sent to */
const receiptTo = { receipt_email: emailRule.nullish() }
const encrypted = z.string().min(1).max(2000)
const cardFields = {
  encrypted_card_number: encrypted,
  encrypted_security_code: encrypted,
  expiration_month: z.number().int().min(1).max(12),
  expiration_year: z.number().int().min(2000).max(2100),
}

export const pay = {
  offer: call({
    method: 'POST',
    path: 'connectors/{id}/orders',
    summary:
      'Take a charge or a reservation for a driver, who pays for it by the link that is answered; that of a driver who is named is mailed to the driver alone',
    roles: staff,
    params: idParams,
    body: offerBody,
    answer: z.object({ order_id: z.number(), hold_amount: minor, ...linkFields }),
    status: 201,
  }),
  link: call({
    method: 'POST',
    path: 'orders/{id}/pay-links',
    summary:
      'One more link by which the driver pays for an order, sent by mail where an address is given; that of a known driver is mailed to the driver alone',
    roles: staff,
    params: idParams,
    body: z.object({ email: emailRule.nullish() }),
    answer: z.object(linkFields),
    status: 201,
  }),
  cancel: call({
    method: 'POST',
    path: 'orders/{id}/cancel',
    summary: 'Cancel an order that its driver pays for beforehand, before it starts',
    roles: staff,
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    answer: z.object({ order_id: z.number() }),
  }),
  page: call({
    method: 'GET',
    path: 'pay/{token}',
    summary: 'How the order stands that a link names',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    answer: payPageSchema,
  }),
  payment: call({
    method: 'POST',
    path: 'pay/{token}/payment',
    summary:
      'Pay for the order by a card that the browser has encrypted, by the card that the driver has saved, by SBP, or from the driver’s balance with the code that was mailed',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    body: z.discriminatedUnion('method', [
      z.object({
        ...receiptTo,
        method: z.literal('card'),
        ...cardFields,
        /** it is kept: sessions that the driver begins with a charging card are paid with it */
        save_card: z.boolean().optional(),
      }),
      /** by a card on the provider's own page, where there is no key to encrypt with */
      z.object({ ...receiptTo, method: z.literal('card_page') }),
      z.object({ ...receiptTo, method: z.literal('sbp') }),
      z.object({ method: z.literal('saved_card') }),
      z.object({ method: z.literal('account'), code: codeRule }),
    ]),
    answer: payPageSchema,
  }),
  balanceCode: call({
    method: 'POST',
    path: 'pay/{token}/balance-code',
    summary:
      'Mail the order’s driver a code to pay from the balance with; one that was mailed before is void',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    answer: payPageSchema,
  }),
  checkCard: call({
    method: 'POST',
    path: 'pay/{token}/card',
    summary:
      'Save a card of the order’s driver without paying with it: 10 roubles of it are held and let go at once',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    body: z.object(cardFields),
    answer: payPageSchema,
  }),
  buy: call({
    method: 'POST',
    path: 'pay/{token}/services',
    summary:
      'Buy a service at the price that was seen, with the code that was mailed or the card entered anew where no bank asks; the same `wish` again buys nothing more',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    body: z.object({
      service_id: z.number().int().positive(),
      price: minor,
      wish: z.string().regex(/^[\w-]{16,64}$/),
      /** that was mailed for this service at this price */
      code: codeRule.nullish(),
      card: z.object(cardFields).nullish(),
    }),
    answer: payPageSchema,
  }),
  serviceCode: call({
    method: 'POST',
    path: 'pay/{token}/services/code',
    summary: 'Mail the driver a code to buy a service at its price with; one that was mailed before is void',
    roles: 'public',
    params: tokenParams,
    body: z.object({ service_id: z.number().int().positive(), price: minor }),
    answer: payPageSchema,
  }),
  takeBack: call({
    method: 'POST',
    path: 'pay/{token}/services/{id}/cancel',
    summary: 'Take a service back whose money is under way',
    roles: 'public',
    bySecret: true,
    params: tokenParams.extend(idParams.shape),
    answer: payPageSchema,
  }),
  giveUp: call({
    method: 'POST',
    path: 'pay/{token}/cancel',
    summary: 'Cancel the order before it starts',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    answer: payPageSchema,
  }),
  start: call({
    method: 'POST',
    path: 'pay/{token}/start',
    summary: 'End the reservation: the driver is there, and plugs in',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    answer: payPageSchema,
  }),
  stop: call({
    method: 'POST',
    path: 'pay/{token}/stop',
    summary: 'Stop charging',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    answer: payPageSchema,
  }),
  review: call({
    method: 'POST',
    path: 'pay/{token}/feedback',
    summary: 'Say how it was, in stars and words, once the car has charged',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    body: reviewBody,
    answer: payPageSchema,
  }),
  report: call({
    method: 'POST',
    path: 'pay/{token}/problem',
    summary: 'Report a problem to the network',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    body: problemBody,
    answer: payPageSchema,
  }),
}
