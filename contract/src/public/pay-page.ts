import { z } from 'zod'
import { instant } from '../base/call.ts'
import { ownFeedbackSchema } from '../charging/feedback.ts'
import { debtPurposes } from '../money/payments.ts'
import { fiscalReceiptSchema } from '../money/receipts.ts'
import { serviceSchema, serviceWays, soldServiceSchema } from '../money/services.ts'
import { idlePriceSchema } from '../places/idle.ts'
import { priceWindowsAnswer } from '../places/tariffs.ts'

const minor = z.number().int().nonnegative()

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
    windows: priceWindowsAnswer,
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
  /** what is owed of an order that is over, and can be paid here; null: nothing */
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
  /** the link is good for paying what is owed, and shows nothing else */
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
