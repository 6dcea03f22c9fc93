import { dayOf, first } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { transfersOf } from '../../ledger/rules.ts'
import { type Entry, type EntryKind, post } from '../../ledger/store.ts'
import type { Payment } from '../store.ts'
import { type Cashback, cashbackAfter, promisesOf } from './cashback-rules.ts'
import { lockCashbacks, lockUncredited, upsertCashbacks } from './cashback-store.ts'

/** A payment for charging as it is by now. */
export interface Earned {
  payment: Payment
  /** of the location; what was promised before keeps its own */
  percent: number
  /** part of what is captured that is no charging; null: as it was */
  reservationMinor: number | null
  /** nothing can have been promised yet */
  isFirst: boolean
}

/** Promises cashback for what was captured, or takes it back for what went back, in the transaction in which that moves. */
export async function promiseCashback(
  tx: Tx,
  earned: readonly Earned[],
  at: Date,
  today: string,
): Promise<void> {
  const again = earned.flatMap(({ payment, isFirst }) => (isFirst ? [] : [payment.orderId]))
  const earlier = await lockCashbacks(tx, again)
  const changed = earned.flatMap(({ payment, percent, reservationMinor }) => {
    const last = earlier.get(payment.orderId) ?? null
    const terms = { percent, reservationMinor: reservationMinor ?? last?.reservationMinor ?? 0 }
    const next = cashbackAfter(last, payment, terms)
    return next && next !== last ? [{ last, next }] : []
  })
  if (changed.length === 0) return
  await upsertCashbacks(
    tx,
    changed.map(({ next }) => next),
  )
  await post(
    tx,
    changed.map(({ last, next }) =>
      entry(
        'cashback_earned',
        `cashback:${next.orderId}:${next.posted}`,
        { orderId: next.orderId, at, businessDay: today },
        [
          ...promisesOf(last, next).flatMap((moved) => transfersOf({ type: 'cashback_earned', ...moved })),
          ...(next.creditedAt === null
            ? []
            : promisesOf(last, next).flatMap((moved) =>
                transfersOf({ type: 'cashback_credited', ...moved }),
              )),
        ],
      ),
    ),
  )
}

const entry = (
  kind: EntryKind,
  cause: string,
  { orderId, at, businessDay }: Pick<Entry, 'orderId' | 'at' | 'businessDay'>,
  transfers: Entry['transfers'],
): Entry => ({
  kind,
  cause,
  orderId,
  at,
  businessDay,
  transfers,
  locationId: null,
  ownerId: null,
  methodType: null,
  provider: '',
  marketShopId: '',
  orderCount: 0,
  energyWh: 0,
})

const atOnce = 500

interface CashbackParts {
  db: Db
  clock: Clock
  /** of the network: months begin by its clocks */
  timeZone: string
}

/** Credits what was promised in months that are over to the drivers' balances, each once; resolves with how many orders that were. */
export async function creditCashback({ db, clock, timeZone }: CashbackParts): Promise<number> {
  let count = 0
  for (;;) {
    const credited = await inRepeatableTransaction(db, (tx) => creditSome(tx, clock.now(), timeZone))
    count += credited
    if (credited < atOnce) return count
  }
}

async function creditSome(tx: Tx, now: Date, timeZone: string): Promise<number> {
  const today = dayOf(now, timeZone)
  const list = await lockUncredited(tx, `${today.slice(0, 7)}-01`, atOnce)
  const groups = groupBy(list, ({ driverId, businessDay }) => `${driverId}:${businessDay.slice(0, 7)}`)
  await upsertCashbacks(
    tx,
    list.map((one) => ({ ...one, creditedAt: now })),
  )
  await post(
    tx,
    [...groups].map(([key, promises]) =>
      entry(
        'cashback_credited',
        `cashback:credited:${key}:${first(promises).orderId}`,
        { orderId: null, at: now, businessDay: today },
        transfersOf({
          type: 'cashback_credited',
          driverId: first(promises).driverId,
          amountMinor: promises.reduce((sum: number, one: Cashback) => sum + one.amountMinor, 0),
        }),
      ),
    ),
  )
  return list.length
}

/** Credits cashback each night: on the first of a month what was promised in the one before, and what could not be then. */
export const cashbackJobs = (parts: CashbackParts & { jobs: Jobs }): void =>
  parts.jobs.schedule('cashback-credited', '20 4 * * *', async () => {
    await creditCashback(parts)
  })
