import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, idParams, page } from '../base/call.ts'
import { idOf } from '../base/subjects.ts'
import { userSchema } from './feedback.ts'

const token = z.string().trim().min(1).max(36)

const cardSchema = z.object({
  token: z.string(),
  /** the card, or its driver, is blocked */
  blocked: z.boolean(),
  /** from this time on it is not valid; null: it is always valid */
  expires_at: z.string().nullable(),
  /** cards of one group may end each other's sessions and use each other's reservations */
  group: z.string().nullable(),
})

export const driverSchema = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  avatar_url: z.string().nullable(),
  /** since when none of the cards begins a session; null: not blocked */
  blocked_at: z.string().nullable(),
  block_reason: z.string().nullable(),
  /** has an open order, so that no other one can begin */
  busy: z.boolean(),
  /** what is due for earlier orders and not paid */
  debt: z.number(),
  /** what is paid in and not spent, cashback included; below zero: the driver owes it; null: the caller may not see it */
  balance: z.number().nullable(),
  /** the part of it that is held for sessions that are paid beforehand; null: the caller may not see it */
  held: z.number().nullable(),
  /** the saved payment card, which pays sessions of charging cards with the way to pay `card` */
  saved_card: z
    .object({ brand: z.string().nullable(), last4: z.string().nullable(), saved_at: z.string() })
    .nullable(),
  /** the driver's own discount, whole percent */
  discount_percent: z.number(),
  /** the company that pays for the driver; null: none, or the caller may not see it */
  fleet: z.object({ id: z.number(), name: z.string() }).nullable(),
  tokens: z.array(cardSchema),
})

/** How a card's sessions are paid: from its driver's account, with the driver's saved payment card, or at the terminal or cash desk that the card belongs to. */
export const cardPayment = z.enum(['account', 'card', 'terminal', 'cash'])

/** A card with its driver; null: it belongs to the network. */
export const idTokenSchema = cardSchema.extend({
  driver_id: z.number().nullable(),
  payment_method_type: cardPayment,
})
export type IdTokenView = z.output<typeof idTokenSchema>

const cardFields = {
  driver_id: idOf('driver').nullish(),
  expires_at: sentInstant.nullish(),
  /** OCPP 1.6 allows at most 20 characters */
  group: z.string().trim().min(1).max(20).nullish(),
  payment_method_type: cardPayment.optional(),
}

/** What changed a balance: a session, a refund of one, a payment into it, or cashback. */
const balancePostingKinds = ['sale', 'refund', 'chargeback', 'top_up', 'cashback'] as const

export const balancePostingSchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(balancePostingKinds),
  /** kopecks; below zero: taken from the balance */
  amount: z.number(),
  /** kopecks, after it */
  balance: z.number(),
  order_id: z.number().nullable(),
})
export type BalancePosting = z.output<typeof balancePostingSchema>

export const topUpBody = z.object({
  /** kopecks */
  amount: z
    .number()
    .int()
    .min(-100_000_000)
    .max(100_000_000)
    .refine((amount) => amount !== 0, { message: 'must not be zero' }),
  /** to our account at a bank, or in cash */
  paid_by: z.enum(['transfer', 'cash']).default('transfer'),
  reason: z.string().trim().min(1).max(500),
  /** a correction may make the balance negative; the driver then owes it */
  confirmed: z.boolean().optional(),
})

/** Drivers (`user` in the interface) and their RFID cards. */
export const drivers = {
  list: call({
    method: 'GET',
    path: 'drivers',
    summary:
      'Drivers, newest first. Others than administrators see who has charged at their locations, or whom they name exactly by phone, e-mail or card, with phone, e-mail and cards masked',
    roles: ['administrator', 'manager', 'operator'],
    query: z.object({
      ...page(50, 500),
      search: z.string().trim().max(100).optional(),
      /** drivers of one fleet */
      fleet: z.coerce.number().int().positive().optional(),
    }),
    answer: z.array(driverSchema),
    counted: true,
  }),
  user: call({
    method: 'GET',
    path: 'users/{id}',
    summary:
      'Name and picture of a driver; for others than administrators of one who has charged at their locations',
    roles: ['administrator', 'manager', 'operator'],
    params: idParams,
    answer: userSchema,
  }),
  get: call({
    method: 'GET',
    path: 'drivers/{id}',
    summary:
      'A driver. Others than administrators see who has charged at their locations, masked as in the list',
    roles: ['administrator', 'manager', 'operator'],
    params: idParams,
    answer: driverSchema,
  }),
  change: call({
    method: 'PATCH',
    path: 'drivers/{id}',
    summary:
      'Change a driver’s discount or fleet; both hold for sessions that begin from now on, and what is left out stays as it is',
    roles: ['administrator'],
    params: idParams,
    body: z.object({
      discount_percent: z.number().int().min(0).max(100).optional(),
      fleet_id: z.number().int().positive().nullish(),
    }),
    answer: driverSchema,
  }),
  postings: call({
    method: 'GET',
    path: 'drivers/{id}/postings',
    summary: 'What has moved a driver’s balance, newest first',
    roles: ['administrator'],
    params: idParams,
    query: z.object(page(20, 200)),
    answer: z.array(balancePostingSchema),
    counted: true,
  }),
  add: call({
    method: 'POST',
    path: 'drivers',
    summary: 'Add a driver',
    roles: ['administrator'],
    body: z.object({
      first_name: z.string().trim().min(1).max(100),
      last_name: z.string().trim().max(100).default(''),
      phone: z.string().trim().max(30).nullish(),
      email: z.string().trim().max(254).nullish(),
      tokens: z.array(token).max(20).default([]),
    }),
    answer: driverSchema,
    status: 201,
  }),
  tokens: call({
    method: 'GET',
    path: 'id-tokens',
    summary: 'RFID cards, newest first; `search` finds cards and groups, `group` the cards of one',
    roles: ['administrator'],
    query: z.object({
      ...page(50, 500),
      search: z.string().trim().max(100).optional(),
      group: z.string().trim().min(1).max(20).optional(),
    }),
    answer: z.array(idTokenSchema),
    counted: true,
  }),
  addToken: call({
    method: 'POST',
    path: 'id-tokens',
    summary: 'Register an RFID card, with or without a driver, an end and a group',
    roles: ['administrator'],
    body: z.object({ token, ...cardFields }),
    answer: idTokenSchema,
    status: 201,
  }),
  changeToken: call({
    method: 'PATCH',
    path: 'id-tokens/{token}',
    summary:
      'Block an RFID card, or change its driver, end, group or payment; what is left out stays as it is',
    roles: ['administrator'],
    params: z.object({ token }),
    body: z.object({ ...cardFields, blocked: z.boolean().optional() }),
    answer: idTokenSchema,
  }),
  topUp: call({
    method: 'POST',
    path: 'drivers/{id}/top-ups',
    summary:
      'Note in the ledger what a driver has paid in; an amount below zero takes back what was noted wrongly, and is confirmed where the balance cannot bear it',
    roles: ['administrator'],
    params: idParams,
    body: topUpBody,
    answer: z.object({ balance: z.number() }),
    status: 201,
  }),
  removeCard: call({
    method: 'DELETE',
    path: 'drivers/{id}/saved-card',
    summary: 'Forget the payment card of a driver; what was paid with it is on account from now on',
    roles: ['administrator'],
    params: idParams,
    status: 204,
  }),
  blockToken: call({
    method: 'POST',
    path: 'drivers/{id}/block',
    summary: 'Block a driver with every card, or unblock',
    roles: ['administrator'],
    params: idParams,
    body: z.object({ blocked: z.boolean(), reason: z.string().trim().min(1).max(500).optional() }),
    answer: driverSchema,
  }),
}

export type Driver = z.output<typeof driverSchema>
