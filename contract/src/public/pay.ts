import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { languages } from '../base/enums.ts'
import { emailRule } from '../base/rules.ts'
import { idOf } from '../base/subjects.ts'
import { problemBody, reviewBody } from '../charging/feedback.ts'
import { debtPurposes } from '../money/payments.ts'
import { codeRule } from '../money/services.ts'
import { limitFields } from '../stations/connectors.ts'
import { pushSubscriptionBody } from './account-devices.ts'
import { payPageSchema } from './pay-page.ts'

const staff = ['administrator', 'manager', 'operator'] as const
const minor = z.number().int().nonnegative()

/** An order that an operator creates for a driver, who pays for it by a link. */
export const offerBody = z.object({
  kind: z.enum(['charge', 'reservation']),
  /** how long the connector is kept */
  minutes: z.number().int().min(5).max(60).optional(),
  ...limitFields,
  driver_id: idOf('driver').nullish(),
  /** the address for the link; the link of a known driver only goes to the driver's own address */
  email: emailRule.nullish(),
})

const linkFields = {
  link: z.string().nullable().describe('null: it was mailed to the driver, and is told to nobody else'),
  mailed_to: z.string().nullable().describe("The driver's address, masked; null: no known driver's"),
}

const tokenParams = z.object({ token: z.string().regex(/^[\w-]{20,64}$/) })
/** where the fiscal receipt is sent to */
const receiptTo = { receipt_email: emailRule.nullish() }
const encrypted = z.string().min(1).max(2000)
export const cardFields = {
  encrypted_card_number: encrypted,
  encrypted_security_code: encrypted,
  expiration_month: z.number().int().min(1).max(12),
  expiration_year: z.number().int().min(2000).max(2100),
}

/** the payment of a debt, at the amount that was shown */
const owed = { purpose: z.enum(debtPurposes), amount: minor.min(1) }

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
  debtLink: call({
    method: 'POST',
    path: 'orders/{id}/debt-links',
    summary:
      'A link by which what is owed of an order is paid: answered to be shown (`show`), or mailed, to a known driver’s own address, else to one that is given',
    roles: ['administrator', 'operator'],
    params: idParams,
    body: z.object({ show: z.boolean(), email: emailRule.nullish() }),
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
  curve: call({
    method: 'GET',
    path: 'pay/{token}/curve',
    summary: 'The power (W) of the session over time, in equal stretches; empty before it has two readings',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    answer: z.array(z.object({ at: instant, power: z.number() })),
  }),
  receipt: call({
    method: 'GET',
    path: 'pay/{token}/receipt',
    summary: 'The receipt of a finished order as a PDF, in the language that is named, else the browser’s',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    query: z.object({ language: z.enum(languages).optional() }),
    answer: z.unknown(),
    download: true,
  }),
  signedValues: call({
    method: 'GET',
    path: 'pay/{token}/signed-values',
    summary: 'What the meter has signed of a finished order, as the XML file of the transparency software',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    answer: z.unknown(),
    download: true,
  }),
  payment: call({
    method: 'POST',
    path: 'pay/{token}/payment',
    summary:
      'Pay for the order by a card that the browser has encrypted, by the card that the driver has saved, by SBP, or from the driver’s balance: with the code that was mailed, or with the driver’s own access token',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    body: z.discriminatedUnion('method', [
      z.object({
        ...receiptTo,
        method: z.literal('card'),
        ...cardFields,
        /** the card is saved: sessions that the driver starts with a charging card are paid with it */
        save_card: z.boolean().optional(),
      }),
      /** by a card on the provider's own page, where there is no key to encrypt with */
      z.object({ ...receiptTo, method: z.literal('card_page') }),
      z.object({ ...receiptTo, method: z.literal('sbp') }),
      z.object({ method: z.literal('saved_card') }),
      z.object({ method: z.literal('account'), code: codeRule.optional() }),
    ]),
    answer: payPageSchema,
  }),
  payDebt: call({
    method: 'POST',
    path: 'pay/{token}/debt',
    summary:
      'Pay what is owed of an order that is over, by a card that the browser has encrypted or by SBP; by the card that the driver has saved where the link is the driver’s own',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    body: z.discriminatedUnion('method', [
      z.object({ ...receiptTo, ...owed, method: z.literal('card'), ...cardFields }),
      z.object({ ...receiptTo, ...owed, method: z.literal('card_page') }),
      z.object({ ...receiptTo, ...owed, method: z.literal('sbp') }),
      z.object({ ...owed, method: z.literal('saved_card') }),
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
  notify: call({
    method: 'POST',
    path: 'pay/{token}/notices',
    summary:
      'Send this browser notices of the session: that it has ended or could not begin, and that an idle fee is near; the id is in each of them',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    body: pushSubscriptionBody,
    answer: z.object({ id: z.number() }),
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
