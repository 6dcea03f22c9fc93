import { type Plan, type PlanCountry, planPriceOf } from '@stationmaster/contract'
import type { Db } from '../../../platform/schema/schema.ts'
import type { PaymentService } from '../../money/providers/payment-service.ts'
import { listOwnedStations } from '../../stations/stations/lists/owned-store.ts'
import { covers, type Subscription } from './rules.ts'
import { findAccount, findMethod, findSubscription } from './store.ts'

/** The plan of a manager as the interface shows it. */
export async function viewPlan(
  { db, asksForPlans, paymentService }: { db: Db; asksForPlans: boolean; paymentService: PaymentService },
  managerId: number,
): Promise<Plan> {
  const [method, account, last, owned] = await Promise.all([
    findMethod(db, managerId),
    findAccount(db, managerId),
    findSubscription(db, managerId),
    listOwnedStations(db, managerId),
  ])
  const isPro = last !== undefined && covers(last)
  return {
    plan: asksForPlans ? (isPro ? 'pro' : 'free') : null,
    payment_method: method ? { id: method.id, card: { brand: method.brand, last4: method.last4 } } : null,
    payment_account: account
      ? {
          id: account.id,
          country: account.country,
          bank_account:
            account.bankName === null
              ? null
              : { bank_name: account.bankName, currency: account.bankCurrency ?? '' },
        }
      : null,
    vendor_agreement: account?.provider === paymentService.connected ? null : paymentService.agreementUrl,
    subscription: last && last.state !== 'ended' ? subscriptionOf(last, account?.country ?? 'DE') : null,
    switched_off: last?.switchedOff ?? [],
    exempt: owned.flatMap(({ id, exempt }) => (exempt ? [id] : [])),
    station_count: owned.filter(({ exempt }) => !exempt).length,
  }
}

const subscriptionOf = (one: Subscription, country: PlanCountry): Plan['subscription'] => ({
  id: one.id,
  state: one.state,
  fee: planPriceOf(one.quantity, one.frequency, country).periodMinor,
  frequency: one.frequency,
  next_frequency: one.nextFrequency,
  quantity: one.quantity,
  current_period_end: one.periodEnd.toISOString(),
  cancels: one.cancels,
  credit: one.creditMinor,
  retried_at: one.state === 'past_due' ? (one.dueAt?.toISOString() ?? null) : null,
})
