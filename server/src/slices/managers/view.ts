import type { Manager, SecondFactorState } from '@stationmaster/contract'
import type { ManagerRow } from './store.ts'

/** A manager as the interface shows them. */
export const managerView = (manager: ManagerRow, secondFactor: SecondFactorState): Manager => ({
  id: manager.id,
  role: manager.role,
  first_name: manager.first_name,
  last_name: manager.last_name,
  email: manager.email,
  phone: manager.phone,
  avatar_url: manager.avatar_url,
  owner_id: manager.owner_id,
  default_payment_method_id: null,
  account_id: null,
  subscription_id: null,
  plan_id: null,
  language: manager.language,
  email_verified: manager.email_verified_at !== null,
  new_email: manager.new_email,
  second_factor: secondFactor,
})
