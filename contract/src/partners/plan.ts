import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { languages } from '../base/enums.ts'
import { birthDateRule, emailRule, filledRule, nameRule } from '../base/rules.ts'
import { marked } from '../base/subjects.ts'
import { freeStations } from '../people/freed-stations.ts'
import { planCountries, planFrequencies } from './plan-price.ts'

const manager = ['manager'] as const

const sealed = z.string().min(1).max(4000)

/** A card as the browser has encrypted it with the key of help/config; this server cannot read it. */
export const cardBody = z.object({
  credit_card: z.object({
    expiration_year: z.coerce.number().int().min(2000).max(2099),
    expiration_month: z.coerce.number().int().min(1).max(12),
    encrypted_card_number: sealed,
    encrypted_security_code: sealed,
  }),
})

const place = {
  country: z.enum(planCountries),
  city: nameRule,
  zip: filledRule,
  address: filledRule,
}

const vendorPrincipal = z.object({
  firstName: nameRule,
  lastName: nameRule,
  ...place,
  dob: birthDateRule,
  email: emailRule,
  personalIdentificationNumber: filledRule,
  passportNumber: filledRule,
})

const vendor = {
  email: emailRule,
  phone: filledRule,
  ...place,
  defaultPayoutCurrency: z.literal('EUR'),
  vendorPrincipal,
  vendorAgreement: z.object({ commissionPercent: z.literal(0) }),
  /** to the terms in the plan's vendor_agreement, where there are some */
  agreed: z.boolean().optional(),
}

const individualBody = z.strictObject({ ...vendor, firstName: nameRule, lastName: nameRule })
const companyBody = z.strictObject({ ...vendor, name: nameRule, taxId: filledRule })

const payout = z.object({
  payoutType: z.literal('WIRE'),
  baseCurrency: z.literal('EUR'),
  bankName: nameRule,
  ...place,
  nameOnAccount: nameRule,
  bankAccountClass: z.literal('CORPORATE'),
  bankAccountType: z.literal('CHECKING'),
  bankId: filledRule,
  bankAccountId: filledRule,
})
const bankBody = z.strictObject({ payoutInfo: z.tuple([payout]) })

/** Who sells: a person, or a company with its principal. */
export type BusinessBody = z.output<typeof individualBody> | z.output<typeof companyBody>
export type Payout = z.output<typeof payout>

const accountBody = z.union([individualBody, companyBody, bankBody])
export type AccountBody = z.input<typeof accountBody>

const personFields = { first_name: nameRule, last_name: nameRule, email: emailRule }

/** The fields of step 2 as people fill them in, in their order. */
export const individualForm = z.object({
  ...personFields,
  phone: filledRule,
  birth_date: birthDateRule,
  pin: filledRule,
  ...place,
  passport: filledRule,
})
export type IndividualFields = z.output<typeof individualForm>

const principalFields = {
  ...personFields,
  birth_date: birthDateRule,
  tax_id: filledRule,
  ...place,
  passport: filledRule,
}
type PrincipalFields = {
  [K in keyof typeof principalFields as `principal_${K}`]: (typeof principalFields)[K]
}

export const companyForm = z.object({
  name: nameRule,
  email: emailRule,
  phone: filledRule,
  tax_id: filledRule,
  ...place,
  ...(Object.fromEntries(
    Object.entries(principalFields).map(([name, rule]) => [`principal_${name}`, rule]),
  ) as PrincipalFields),
})
export type CompanyFields = z.output<typeof companyForm>

/** The fields of step 3. */
export const bankForm = z.object({
  bank_account_id: filledRule,
  bank_name: nameRule,
  bank_id: filledRule,
  ...place,
  name_on_account: nameRule,
})
export type BankFields = z.output<typeof bankForm>

const subscriptionBody = z.object({
  frequency: z.enum(planFrequencies),
  quantity: z.number().int().min(1).max(100_000),
  /** every station of every location of the caller's own */
  stations: z
    .array(
      z.object({ id: marked(z.string().min(1).max(48), { subject: 'station' }), monetized: z.boolean() }),
    )
    .max(100_000),
  free_stations: freeStations,
})
export type SubscriptionBody = z.output<typeof subscriptionBody>

/** How a subscription stands. pending: its first charge is under way; past_due: a charge was refused, and is tried again. */
export const subscriptionStates = ['pending', 'active', 'past_due', 'ended'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

const subscriptionSchema = z.object({
  id: z.number(),
  state: z.enum(subscriptionStates),
  /** of a period, in minor units */
  fee: z.number(),
  frequency: z.enum(planFrequencies),
  /** from the next period on */
  next_frequency: z.enum(planFrequencies),
  quantity: z.number(),
  current_period_end: instant,
  /** ends with its period instead of being renewed */
  cancels: z.boolean(),
  /** deducted from the next charge */
  credit: z.number(),
  /** when a refused charge is tried again */
  retried_at: instant.nullable(),
})
export type Subscription = z.output<typeof subscriptionSchema>

export const planSchema = z.object({
  /** null: the network requires no plan, and everything is included */
  plan: z.enum(['free', 'pro']).nullable(),
  payment_method: z
    .object({
      id: z.number(),
      card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }),
    })
    .nullable(),
  payment_account: z
    .object({
      id: z.number(),
      country: z.enum(planCountries),
      bank_account: z.object({ bank_name: z.string(), currency: z.string() }).nullable(),
    })
    .nullable(),
  /** the address of the terms that a business account agrees to when it is opened; null: there are none, or it is open */
  vendor_agreement: z.string().nullable(),
  subscription: subscriptionSchema.nullable(),
  /** stations that sell nothing since the last subscription ended, or that were made free of charge then */
  switched_off: z.array(z.string()),
  /** stations that earn without a plan, because they did so before plans were required */
  exempt: z.array(z.string()),
  /** the manager's own stations that a plan is for: all but the exempt ones */
  station_count: z.number(),
})
export type Plan = z.output<typeof planSchema>

const invoiceSchema = z.object({
  /** e.g. 2026-17 */
  number: z.string(),
  kind: z.enum(['start', 'change', 'renewal']),
  frequency: z.enum(planFrequencies),
  quantity: z.number(),
  period_start: instant,
  period_end: instant,
  /** before the credit */
  price: z.number(),
  credit: z.number(),
  /** what was charged */
  amount: z.number(),
  paid_at: instant,
})
export type PlanInvoice = z.output<typeof invoiceSchema>

/** What a manager pays for the product: card, business, payouts and subscription. A manager sees and changes their own. */
export const plan = {
  get: call({
    method: 'GET',
    path: 'managers/{id}/plan',
    summary: 'The plan of a manager with card, account and subscription; amounts in minor units',
    roles: manager,
    params: idParams,
    answer: planSchema,
  }),
  saveMethod: call({
    method: 'POST',
    path: 'payment-methods',
    summary: 'Keep a card at the payment provider as the one that the plan is paid with',
    roles: manager,
    body: cardBody,
    answer: planSchema,
    status: 201,
  }),
  saveAccount: call({
    method: 'POST',
    path: 'managers/{id}/account',
    summary:
      'Business account or bank account for payouts, kept at the payment provider: a person, a company, or payoutInfo of one entry',
    roles: manager,
    params: idParams,
    body: accountBody,
    answer: planSchema,
    status: 201,
  }),
  subscribe: call({
    method: 'POST',
    path: 'managers/{id}/subscription',
    summary:
      'Begin the Pro plan, or change its stations: what is missing for this period is charged at once, what is too much is taken off the next charge',
    roles: manager,
    params: idParams,
    body: subscriptionBody,
    answer: planSchema,
    status: 201,
  }),
  change: call({
    method: 'PATCH',
    path: 'managers/{id}/subscription',
    summary: 'Change how often the plan is paid from the next period on, or have it end with its period',
    roles: manager,
    params: idParams,
    body: z.object({ frequency: z.enum(planFrequencies).optional(), cancels: z.boolean().optional() }),
    answer: planSchema,
  }),
  invoices: call({
    method: 'GET',
    path: 'managers/{id}/invoices',
    summary: 'What was paid for the plan, newest first',
    roles: manager,
    params: idParams,
    answer: z.array(invoiceSchema),
  }),
  invoiceFile: call({
    method: 'POST',
    path: 'managers/{id}/invoices/{number}/download',
    summary: 'A link to an invoice as PDF: good for one minute and one use',
    roles: manager,
    params: idParams.extend({ number: z.string().regex(/^\d{4}-\d{1,9}$/) }),
    body: z.object({ language: z.enum(languages) }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
}
