import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { taxSystems } from '../base/enums.ts'
import { innRule, nameRule } from '../base/rules.ts'
import { idOf } from '../base/subjects.ts'
import { idlePriceFields, idlePriceSchema, nightIsWhole } from '../places/idle.ts'

/** A share in percent, to the hundredth. */
const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
    message: 'two decimals at most',
  })

const day = z.iso.date()

/** What is agreed on from a day on; `can.change` while that day has not come. */
const agreed = {
  id: z.number(),
  valid_from: z.string(),
  created_at: instant,
  /** who entered it; null: nobody who is known */
  created_by: z.string().nullable(),
  in_force: z.boolean(),
  can: z.object({ change: z.boolean() }),
}

/** Ways to pay that a bank has a part in. */
export const bankedMethods = ['card', 'sbp', 'terminal'] as const

/** How providers and shops are named: what stands in names of accounts. */
export const providerRule = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9_.-]{0,29}$/)

export const contractBody = z.object({
  owner_id: idOf('manager'),
  number: nameRule,
  inn: innRule,
  agent_fee_percent: percent,
  valid_from: day,
})
export const contractSchema = z.object({
  ...agreed,
  owner_id: z.number(),
  owner_name: z.string(),
  number: z.string(),
  inn: z.string().nullable(),
  agent_fee_percent: z.number(),
})
export type OwnerContract = z.infer<typeof contractSchema>

export const bankRateBody = z.object({
  provider: providerRule,
  method_type: z.enum(bankedMethods),
  rate_percent: percent,
  valid_from: day,
})
export const bankRateSchema = z.object({
  ...agreed,
  provider: z.string(),
  method_type: z.enum(bankedMethods),
  rate_percent: z.number(),
})
export type BankRate = z.infer<typeof bankRateSchema>

export const legalDetailsBody = z.object({
  name: nameRule,
  inn: innRule,
  address: z.string().trim().min(1).max(300),
  /** null: not subject to VAT */
  vat_percent: percent.nullable(),
  tax_system: z.enum(taxSystems).default('osn'),
  valid_from: day,
})
export const legalDetailsSchema = z.object({
  ...agreed,
  name: z.string(),
  inn: z.string().nullable(),
  address: z.string(),
  vat_percent: z.number().nullable(),
  tax_system: z.enum(taxSystems),
})
export type LegalDetails = z.infer<typeof legalDetailsSchema>

/** Whether drivers who owe something may charge, and from which debt on (in kopecks) they may not. */
export const debtRuleBody = z.object({
  refuses: z.boolean(),
  from_amount: z.number().int().min(1).max(100_000_000),
  valid_from: day,
})
export const debtRuleSchema = z.object({ ...agreed, refuses: z.boolean(), from_amount: z.number() })
export type DebtRule = z.infer<typeof debtRuleSchema>

const idleFields = { ...idlePriceFields, valid_from: day }
export const idleTermsBody = z
  .object({ location_id: idOf('location').nullable(), ...idleFields })
  .refine(...nightIsWhole)
export const idleTermsSchema = z.object({
  ...agreed,
  /** null: of every location without terms of its own */
  location_id: z.number().nullable(),
  location_name: z.string().nullable(),
  ...idlePriceSchema.shape,
})
export type IdleTerms = z.infer<typeof idleTermsSchema>

const administrator = ['administrator'] as const

/** What was agreed on with owners and banks, and who the network is; each from a day on, and never back into a closed month. */
export const contracts = {
  list: call({
    method: 'GET',
    path: 'contracts',
    summary: 'Contracts of owners, by owner, the newest first',
    roles: administrator,
    answer: z.array(contractSchema),
  }),
  add: call({
    method: 'POST',
    path: 'contracts',
    summary: 'Agree on a fee with an owner from a day on; payments since that day are shared anew',
    roles: administrator,
    body: contractBody,
    answer: contractSchema,
    status: 201,
  }),
  change: call({
    method: 'PATCH',
    path: 'contracts/{id}',
    summary: 'Change a contract that has not begun',
    roles: administrator,
    params: idParams,
    body: contractBody.omit({ owner_id: true }),
    answer: contractSchema,
  }),
  rates: call({
    method: 'GET',
    path: 'bank-rates',
    summary: 'Commissions of banks, by provider and way to pay, the newest first',
    roles: administrator,
    answer: z.array(bankRateSchema),
  }),
  addRate: call({
    method: 'POST',
    path: 'bank-rates',
    summary: 'Enter a bank’s commission from a day on; payments since that day are shared anew',
    roles: administrator,
    body: bankRateBody,
    answer: bankRateSchema,
    status: 201,
  }),
  changeRate: call({
    method: 'PATCH',
    path: 'bank-rates/{id}',
    summary: 'Change a commission that has not begun',
    roles: administrator,
    params: idParams,
    body: bankRateBody,
    answer: bankRateSchema,
  }),
  legal: call({
    method: 'GET',
    path: 'legal-details',
    summary: 'Who the network is on receipts and statements, and its VAT, the newest first',
    roles: administrator,
    answer: z.array(legalDetailsSchema),
  }),
  addLegal: call({
    method: 'POST',
    path: 'legal-details',
    summary: 'Enter legal details from a day on',
    roles: administrator,
    body: legalDetailsBody,
    answer: legalDetailsSchema,
    status: 201,
  }),
  changeLegal: call({
    method: 'PATCH',
    path: 'legal-details/{id}',
    summary: 'Change legal details that are not in force yet',
    roles: administrator,
    params: idParams,
    body: legalDetailsBody,
    answer: legalDetailsSchema,
  }),
  debtRules: call({
    method: 'GET',
    path: 'debt-rules',
    summary: 'From which debt on drivers may not charge, the newest first',
    roles: administrator,
    answer: z.array(debtRuleSchema),
  }),
  addDebtRule: call({
    method: 'POST',
    path: 'debt-rules',
    summary: 'Set from which debt on drivers may not charge, from a day on',
    roles: administrator,
    body: debtRuleBody,
    answer: debtRuleSchema,
    status: 201,
  }),
  changeDebtRule: call({
    method: 'PATCH',
    path: 'debt-rules/{id}',
    summary: 'Change a rule that is not in force yet',
    roles: administrator,
    params: idParams,
    body: debtRuleBody,
    answer: debtRuleSchema,
  }),
  idleTerms: call({
    method: 'GET',
    path: 'idle-terms',
    summary: 'What cars cost that stay after charging, of the network and of locations, the newest first',
    roles: administrator,
    answer: z.array(idleTermsSchema),
  }),
  addIdleTerms: call({
    method: 'POST',
    path: 'idle-terms',
    summary:
      'Set what cars cost that stay after charging, from a day on; who stays already is charged as before',
    roles: administrator,
    body: idleTermsBody,
    answer: idleTermsSchema,
    status: 201,
  }),
  changeIdleTerms: call({
    method: 'PATCH',
    path: 'idle-terms/{id}',
    summary: 'Change terms that are not in force yet',
    roles: administrator,
    params: idParams,
    body: z.object(idleFields).refine(...nightIsWhole),
    answer: idleTermsSchema,
  }),
}
