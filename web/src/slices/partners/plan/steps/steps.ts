import type { Plan } from '@stationmaster/contract'

/** The way to the Pro plan. */
export const planSteps = ['method', 'account', 'bank', 'subscription'] as const
export type PlanStep = (typeof planSteps)[number]

/** Whether a step is done. */
export function isDone(step: PlanStep, { payment_method, payment_account, subscription }: Plan): boolean {
  if (step === 'method') return payment_method !== null
  if (step === 'account') return payment_account !== null
  if (step === 'bank') return payment_account?.bank_account != null
  return subscription !== null
}

/** The first step that is missing; the last one when none is. */
export const nextStep = (plan: Plan): PlanStep =>
  planSteps.find((step) => !isDone(step, plan)) ?? 'subscription'
