import { DAY_MS, dayOf, HOUR_MS, instantOf } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { inForce } from '../../contracts/rules.ts'
import { loadRates } from '../../contracts/terms-store.ts'
import { listPlanCharges, matchPlanCharges } from '../payment/plan-charge-store.ts'
import type { PaymentService } from '../payment-service.ts'
import type { PaymentProvider } from '../port.ts'
import {
  keepComparison,
  keepDifferences,
  listKnownRefs,
  listOurs,
  listPaidOrders,
} from './difference-store.ts'
import {
  type Comparison,
  comparisonOf,
  type Difference,
  differencesOf,
  feeDifferences,
  type RateOf,
  unbooked,
} from './differences.ts'

/** The part of a provider that a comparison needs. */
export type Listing = Pick<PaymentProvider, 'id' | 'list'>

export interface ReconcileParts {
  db: Db
  clock: Clock
  paymentService: Pick<PaymentService, 'read'>
  /** null: nobody takes money for this network */
  provider: Listing | null
  /** days begin by its clocks */
  timeZone: string
}

/** the provider's clock may put a payment on another day than ours */
const marginMs = HOUR_MS
/** late reports, refunds most of all, are found for so many days */
const daysBack = 7

/** Compares each night what the provider and we tell of the last days. */
export function reconcileNightly(jobs: Jobs, parts: ReconcileParts): void {
  jobs.schedule('payments-reconciled', '10 5 * * *', async () => {
    const now = parts.clock.now().getTime()
    for (let back = daysBack; back >= 1; back -= 1)
      await reconcile(parts, dayOf(new Date(now - back * DAY_MS), parts.timeZone))
  })
}

/**
 * Compares the payments of orders and of plans that were made on a day (YYYY-MM-DD) with the provider's list. What differs is
 * read once more, so that a lost notice is no difference; what still does is kept, and what does no longer is resolved.
 */
export async function reconcile(parts: ReconcileParts, day: string): Promise<void> {
  const { db, clock, paymentService, provider } = parts
  if (!provider) return
  const first = await compare(parts, provider, day)
  const doubtful = first.differences.flatMap(({ kind, paymentId }) =>
    kind === 'differs' && paymentId !== null ? [paymentId] : [],
  )
  for (const paymentId of doubtful) await paymentService.read(paymentId)
  const { differences, comparison } = doubtful.length > 0 ? await compare(parts, provider, day) : first
  const of = { provider: provider.id, day }
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    await keepDifferences(tx, of, differences, now)
    await keepComparison(tx, of, comparison, now)
  })
}

async function compare(
  { db, timeZone }: ReconcileParts,
  provider: Listing,
  day: string,
): Promise<{ differences: Difference[]; comparison: Comparison }> {
  const from = instantOf(day, 0, timeZone)
  const to = instantOf(day, 24 * 60, timeZone)
  const paid = await listPlanCharges(db, provider.id, from, to)
  const payments = await listOurs(db, provider.id, from, to)
  const refs = [...paid, ...payments].flatMap(({ paymentRef }) => paymentRef ?? [])
  const own = await provider.list(from, to, refs)
  const around = [
    ...(await provider.list(new Date(from.getTime() - marginMs), from, [])),
    ...(await provider.list(to, new Date(to.getTime() + marginMs), [])),
  ]
  const listed = [...own, ...around]
  const plans = await matchPlanCharges(db, provider.id, own)
  const charges = [...paid, ...plans.refused]
  const ours = [...payments, ...charges]
  const known = new Set([...(await listKnownRefs(db, provider.id, own)), ...plans.known])
  const rates = (await loadRates(db)).filter((one) => one.provider === provider.id)
  const rateOf: RateOf = (method) =>
    inForce(
      rates.filter(({ methodType }) => methodType === method),
      day,
    )?.rateBp
  const orders = await listPaidOrders(db, provider.id, from, to)
  const differences = [
    // a payment that is unknown here is shown on the provider's day
    ...differencesOf(ours, listed, (one) => around.includes(one) || known.has(one.snapshot.paymentRef)),
    ...unbooked([...orders, ...charges]),
    ...feeDifferences(payments, own, rateOf),
  ]
  return { differences, comparison: comparisonOf(ours, listed, differences) }
}
