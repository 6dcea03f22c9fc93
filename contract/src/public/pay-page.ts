import { z } from 'zod'
import { instant } from '../base/call.ts'
import { connectorTypes } from '../base/enums.ts'
import { ownFeedbackSchema } from '../charging/feedback.ts'
import { driverSignedSchema } from '../charging/orders.ts'
import { debtPurposes } from '../money/payments.ts'
import { fiscalReceiptSchema } from '../money/receipts.ts'
import { serviceSchema, serviceWays, soldServiceSchema } from '../money/services.ts'
import { idlePriceSchema } from '../places/idle.ts'
import { priceWindowsAnswer } from '../places/tariffs.ts'

const minor = z.number().int().nonnegative()

/** The step of a prepaid order. */
export const paySteps = [
  /** to be paid */
  'pay',
  /** the provider has yet to answer */
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

/** The price of charging as a driver reads it before paying, in kopecks. */
export const driverPriceSchema = z.object({
  tariff: z.number(),
  rate: z.number(),
  start_fee: z.number(),
  /** percent */
  discount: z.number(),
  windows: priceWindowsAnswer,
  /** of a session; null: no bound */
  min_price: z.number().nullable(),
  max_price: z.number().nullable(),
})
export type DriverPrice = z.infer<typeof driverPriceSchema>

/** What a driver sees of the order of a link. Money in kopecks, energy in Wh, power in W. */
export const payPageSchema = z.object({
  step: z.enum(paySteps),
  order_id: z.number(),
  place: z.object({ name: z.string(), city: z.string(), street: z.string() }),
  station_number: z.number(),
  station_online: z.boolean(),
  connector: z.object({ number: z.number(), type: z.string(), power_kw: z.number() }),
  /** what the driver finds there: a picture of the station, if it has one, and all its connectors */
  station: z.object({
    image: z.string().nullable(),
    connectors: z.array(z.object({ number: z.number(), type: z.enum(connectorTypes), own: z.boolean() })),
  }),
  price: driverPriceSchema,
  /** the idle fee, and how long a car may stay free of charge; null when there is no fee */
  idle: idlePriceSchema.nullable(),
  hold_amount: minor,
  /** null: to charge at once */
  reservation: z
    .object({ fee: minor, seconds: z.number(), free_seconds: z.number(), free_until: instant.nullable() })
    .nullable(),
  limit_amount: minor.nullable(),
  /** the deadline of the step, if it has one */
  until: instant.nullable(),
  methods: z.array(z.enum(['card', 'sbp'])),
  /** the saved card of the driver, to pay with one tap; null when there is none or it cannot be used now */
  saved_card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
  /** the order's driver may pay from the balance, with a code that is mailed to `email`; null: not for this order */
  balance: z
    .object({
      email: z.string().nullable(),
      code_until: instant.nullable(),
      /** what is free of it, for the driver who is logged in, who needs no code; null for anybody else */
      free: minor.nullable(),
    })
    .nullable(),
  /** the key with which the browser encrypts cards; null when cards are entered on the provider's page */
  card_key: z.string().nullable(),
  /** a card can be saved for the next time; `amount` is held and released at once; null when not possible now */
  card_check: z
    .object({
      amount: minor,
      /** state of the last attempt */
      state: z.enum(['asking', 'action', 'saved', 'refused']).nullable(),
      decline: z.string().nullable(),
      /** where the bank asks its driver */
      url: z.string().nullable(),
    })
    .nullable(),
  /** the debt of a finished order, which can be paid here; null when there is none */
  debt: z
    .object({
      purpose: z.enum(debtPurposes),
      amount: minor,
      /** under way: an attempt of this page is at the provider */
      under_way: z.boolean(),
      /** what its driver has to do at the bank */
      action: z.object({ kind: z.enum(['redirect', 'qr']), url: z.string() }).nullable(),
      /** why the last attempt of this page was refused, in the provider's word */
      decline: z.string().nullable(),
    })
    .nullable(),
  /** the link can only pay the debt, and shows nothing else */
  for_debt: z.boolean(),
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
      /** what the meter has signed; null: nothing */
      signed: driverSignedSchema.nullable(),
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
     * how the driver agrees when no bank asks: with a code that is mailed, or, without a known address, by entering the card again;
     * null when the bank asks
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
  /** with which a browser subscribes to notices of the session; null: none are sent, or nothing more will happen */
  push_key: z.string().nullable(),
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
