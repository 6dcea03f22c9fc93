import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { cardFields } from './pay.ts'

const minor = z.number().int()

/** What a driver pays into the balance at once, in kopecks. */
const topUpLeast = 1000
const topUpMost = 1_500_000

const actionSchema = z.object({ kind: z.enum(['redirect', 'qr']), url: z.string() })

/** A payment into the balance. under_way: the provider has not answered; action: the driver has something to do at the bank. */
export const driverTopUpSchema = z.object({
  id: z.number(),
  amount: minor,
  method: z.enum(['card', 'sbp']),
  state: z.enum(['under_way', 'action', 'paid', 'refused', 'canceled']),
  action: actionSchema.nullable(),
  /** the provider's word for why it was refused */
  decline: z.string().nullable(),
  created_at: instant,
})
export type DriverTopUp = z.output<typeof driverTopUpSchema>

export const driverCardSchema = z.object({
  saved: z
    .object({ brand: z.string().nullable(), last4: z.string().nullable(), saved_at: instant })
    .nullable(),
  /** the key that the browser encrypts cards with; null: they are entered on the provider's page */
  card_key: z.string().nullable(),
  /** by which a balance can be paid into; empty: nobody takes money */
  methods: z.array(z.enum(['card', 'sbp'])),
  /** what is held to check a card, and released at once */
  check_amount: minor,
  /** the last check; null: there was none, or the driver has canceled it */
  check: z
    .object({
      state: z.enum(['asking', 'action', 'saved', 'refused']),
      decline: z.string().nullable(),
      /** where the bank asks its driver */
      url: z.string().nullable(),
    })
    .nullable(),
})
export type DriverCard = z.output<typeof driverCardSchema>

const key = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .describe('Your own for one payment: sent again with it, nothing more is paid')
const amount = z.number().int().min(topUpLeast).max(topUpMost)

/** Drivers' saved card and balance. */
export const driverMoney = {
  card: call({
    method: 'GET',
    path: 'driver/me/card',
    summary: 'The saved card, what a new one is encrypted with, and how its check stands',
    roles: 'driver',
    answer: driverCardSchema,
  }),
  saveCard: call({
    method: 'POST',
    path: 'driver/me/card',
    summary: 'Save a card that the browser has encrypted: a little of it is held and released at once',
    roles: 'driver',
    body: z.object(cardFields),
    answer: driverCardSchema,
  }),
  removeCard: call({
    method: 'DELETE',
    path: 'driver/me/card',
    summary:
      'Forget the saved card, here and at the provider; RFID cards that it pays begin nothing from now on',
    roles: 'driver',
    status: 204,
  }),
  topUp: call({
    method: 'POST',
    path: 'driver/me/top-ups',
    summary:
      'Pay into the balance by an encrypted card, on the provider’s own page, by SBP or with the saved card; it is on the balance once, when the provider has it',
    roles: 'driver',
    body: z.discriminatedUnion('method', [
      z.object({ key, amount, method: z.literal('card'), ...cardFields, save_card: z.boolean().optional() }),
      z.object({ key, amount, method: z.literal('card_page') }),
      z.object({ key, amount, method: z.literal('sbp') }),
      z.object({ key, amount, method: z.literal('saved_card') }),
    ]),
    answer: driverTopUpSchema,
    status: 201,
  }),
  topUpState: call({
    method: 'GET',
    path: 'driver/me/top-ups/{id}',
    summary: 'How a payment into the balance stands',
    roles: 'driver',
    params: idParams,
    answer: driverTopUpSchema,
  }),
}
