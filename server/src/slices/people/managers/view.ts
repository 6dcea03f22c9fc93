import type { Manager, SecondFactorState } from '@stationmaster/contract'
import type { ManagerRow } from './store.ts'

/** The part of a manager's plan that the API shows. */
export type PlanFacts = Pick<
  Manager,
  'default_payment_method_id' | 'account_id' | 'subscription_id' | 'plan_id'
>

/** A manager in the API. */
export const managerView = (
  manager: ManagerRow,
  secondFactor: SecondFactorState,
  plan: PlanFacts | undefined,
): Manager => ({
  id: manager.id,
  role: manager.role,
  first_name: manager.first_name,
  last_name: manager.last_name,
  email: manager.email,
  phone: manager.phone,
  avatar_url: manager.avatar_url,
  owner_id: manager.owner_id,
  default_payment_method_id: plan?.default_payment_method_id ?? null,
  account_id: plan?.account_id ?? null,
  subscription_id: plan?.subscription_id ?? null,
  plan_id: plan?.plan_id ?? null,
  language: manager.language,
  silence_mails: manager.silence_mails,
  email_verified: manager.email_verified_at !== null,
  new_email: manager.new_email,
  second_factor: secondFactor,
})
