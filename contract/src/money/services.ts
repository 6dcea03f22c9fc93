import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { type Language, languages } from '../base/enums.ts'
import { nameRule } from '../base/rules.ts'
import { idOf } from '../base/subjects.ts'
import { providerRule } from './contracts.ts'
import { documentRule, orderPaymentSchema, shopRule } from './payments.ts'

/** Pictures that a kind of service may have. */
export const serviceIcons = [
  'coffee',
  'food',
  'shop',
  'wash',
  'vacuum',
  'tyres',
  'tools',
  'lounge',
  'wifi',
  'kids',
  'parking',
  'gift',
] as const
export type ServiceIcon = (typeof serviceIcons)[number]

/** The most services that a location sells. */
export const mostServices = 12

/** What the price of a new service is proposed as, in kopecks. */
export const newServicePrice = 50

const minor = z.number().int().nonnegative()
/** The most that a service may cost anywhere, in kopecks. */
export const mostServicePrice = 10_000_000
/** kopecks */
const servicePrice = z.number().int().min(1).max(mostServicePrice)
/** mailed to a driver, who agrees with it */
export const codeRule = z.string().regex(/^\d{6}$/)

/** A service at a location, named in the caller's language. */
export const serviceSchema = z.object({
  id: z.number(),
  type_id: z.number(),
  name: z.string(),
  description: z.string(),
  icon: z.enum(serviceIcons),
  price: minor,
  agreed: z
    .boolean()
    .describe(
      "Its price is within the location's most, or an administrator has agreed to it; else it is sold in cash and at a terminal only",
    ),
})
export type Service = z.infer<typeof serviceSchema>

const descriptionRule = z.string().trim().max(300)
const inEach = <T extends z.ZodType>(rule: T) =>
  z.object(Object.fromEntries(languages.map((language) => [language, rule])) as Record<Language, T>)

/** A kind of service as administrators write it. */
export const serviceTypeBody = z.object({
  names: inEach(nameRule),
  descriptions: inEach(descriptionRule),
  icon: z.enum(serviceIcons),
})

/** A kind of service; `name` and `description` are in the caller's language. */
export const serviceTypeSchema = serviceTypeBody.extend({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  locations: z.number().describe('How many locations sell it'),
})
export type ServiceType = z.infer<typeof serviceTypeSchema>

/** How services of an order are paid: with the order's own card, by SBP once more, or from its driver's balance. */
export const serviceWays = ['card', 'sbp', 'account'] as const

/** The state of a sold service. Of the first, the payment is under way; void: it was not paid, and is not given. */
const soldStates = ['asked', 'sold', 'void'] as const

/** A service that was sold with an order, as it was then. */
export const soldServiceSchema = serviceSchema
  .pick({ id: true, name: true, icon: true, price: true })
  .extend({
    state: z.enum(soldStates),
    /** why it is void: the provider's word, not_paid or taken_back */
    refusal: z.string().nullable(),
    created_at: instant,
  })
export type SoldService = z.infer<typeof soldServiceSchema>

/** What is sold with an order, for those who sell. */
export const orderServicesSchema = z.object({
  offered: z.array(serviceSchema).describe('Empty once nothing may be sold any more'),
  way: z.enum(serviceWays).nullable().describe('How it is paid as the order is; null: elsewhere only'),
  proof_email: z
    .string()
    .nullable()
    .describe(
      'Where the driver is mailed a code to agree with, masked; null: nobody can be asked, or the bank asks',
    ),
  sold: z.array(
    soldServiceSchema.extend({
      sold_by: z.string().nullable().describe('null: its driver has bought it'),
      payment: orderPaymentSchema.nullable(),
    }),
  ),
})
export type OrderServices = z.infer<typeof orderServicesSchema>

/** What is sold, at the price that was seen; paid as the order is, or elsewhere. */
export const saleBody = z
  .object({
    service_id: idOf('service'),
    price: servicePrice,
    pays: z.enum(['order', 'cash', 'terminal']),
    code: codeRule
      .nullish()
      .describe('That the driver was mailed, and tells who sells: with the order’s card or the balance'),
    provider: providerRule.nullish(),
    market_shop_id: shopRule.nullish(),
    document_number: documentRule.nullish(),
  })
  .refine(({ pays, provider }) => pays !== 'terminal' || Boolean(provider), {
    message: 'a terminal has a provider',
    path: ['provider'],
  })

export const serviceBody = z.object({ type_id: z.number().int().positive(), price: servicePrice })
export const servicePriceBody = z.object({ price: servicePrice })

const readers = ['administrator', 'manager', 'operator'] as const
const sellers = ['administrator', 'manager'] as const
const administrator = ['administrator'] as const
const operators = ['administrator', 'operator'] as const

/** What locations sell beside charging, and the kinds of services that there are. */
export const services = {
  list: call({
    method: 'GET',
    path: 'locations/{id}/services',
    summary: 'The services of a location, by name',
    roles: readers,
    params: idParams,
    answer: z.array(serviceSchema),
  }),
  add: call({
    method: 'POST',
    path: 'locations/{id}/services',
    summary: 'Sell one more kind of service at a location; each kind once',
    roles: sellers,
    params: idParams,
    body: serviceBody,
    answer: serviceSchema,
    status: 201,
  }),
  change: call({
    method: 'PATCH',
    path: 'services/{id}',
    summary: 'Change what a service costs; what is sold already stays as it was sold',
    roles: sellers,
    params: idParams,
    body: servicePriceBody,
    answer: serviceSchema,
  }),
  remove: call({
    method: 'DELETE',
    path: 'services/{id}',
    summary: 'Sell a service no more; what is sold already stays',
    roles: sellers,
    params: idParams,
    status: 204,
  }),
  ofOrder: call({
    method: 'GET',
    path: 'orders/{id}/services',
    summary: 'What is sold with an order, and what was; to accounters nothing is offered',
    roles: [...operators, 'accounter'],
    params: idParams,
    answer: orderServicesSchema,
  }),
  sell: call({
    method: 'POST',
    path: 'orders/{id}/services',
    summary:
      'Sell a service with an order: paid with its card, by SBP or from its driver’s balance as the order is, in cash, or at a terminal',
    roles: operators,
    params: idParams,
    body: saleBody,
    answer: orderServicesSchema,
    status: 201,
  }),
  code: call({
    method: 'POST',
    path: 'orders/{id}/services/code',
    summary:
      'Mail the driver a code, with which the driver agrees to buy a service at its price; one that was mailed before is void',
    roles: operators,
    params: idParams,
    body: z.object({ service_id: idOf('service'), price: servicePrice }),
    status: 204,
  }),
  types: call({
    method: 'GET',
    path: 'types/services',
    summary: 'The kinds of services, by name',
    roles: readers,
    answer: z.array(serviceTypeSchema),
  }),
  addType: call({
    method: 'POST',
    path: 'types/services',
    summary: 'Add a kind of service, named in each language',
    roles: administrator,
    body: serviceTypeBody,
    answer: serviceTypeSchema,
    status: 201,
  }),
  changeType: call({
    method: 'PATCH',
    path: 'types/services/{id}',
    summary: 'Change how a kind of service is named and shown; what is left out stays',
    roles: administrator,
    params: idParams,
    body: serviceTypeBody.partial(),
    answer: serviceTypeSchema,
  }),
  removeType: call({
    method: 'DELETE',
    path: 'types/services/{id}',
    summary: 'Delete a kind of service that no location sells',
    roles: administrator,
    params: idParams,
    status: 204,
  }),
}
