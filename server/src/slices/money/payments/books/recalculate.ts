import { dayOf, valueIn } from '@stationmaster/units'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { KnownTerms } from '../../contracts/known-terms.ts'
import { sharesOf } from '../../contracts/rules.ts'
import { nextCauses, post } from '../../ledger/store.ts'
import { listSince, lockPayments, type Payment, updatePayments } from '../store.ts'
import { entriesOf } from './entries.ts'

/** How many payments one statement shares again. */
const atOnce = 2000

/** Shares the payments since a day again by the present terms; each change is an entry of today. Resolves to how many changed. */
export async function recalculate(tx: Tx, fromDay: string, now: Date, timeZone: string): Promise<number> {
  const known = new KnownTerms()
  let count = 0
  let last = 0
  for (;;) {
    const orderIds = await listSince(tx, fromDay, last, atOnce)
    if (orderIds.length === 0) return count
    // the list is not empty here
    last = orderIds.at(-1)!
    const payments = [...(await lockPayments(tx, orderIds)).values()]
    const terms = await known.load(
      tx,
      payments.map(({ locationId }) => locationId),
      now,
    )
    const changed = payments.flatMap((before) => {
      const { ownerId, refundedMinor, chargedBackMinor, locationId, businessDay } = before
      const captured = { ...before, givenBackMinor: refundedMinor + chargedBackMinor }
      const shares = sharesOf(captured, { ...valueIn(terms, locationId), ownerId }, businessDay)
      const isSame =
        shares.agentFeeMinor === before.agentFeeMinor &&
        shares.bankCommissionMinor === before.bankCommissionMinor
      return isSame ? [] : [{ before, after: { ...before, ...shares } satisfies Payment }]
    })
    const causes = await nextCauses(
      tx,
      changed.map(({ after }) => after.orderId),
    )
    await post(
      tx,
      changed.flatMap(({ before, after }) =>
        entriesOf(before, after, {
          cause: valueIn(causes, after.orderId),
          kind: 'recalculated',
          at: now,
          businessDay: dayOf(now, timeZone),
          orderCount: 0,
          energyWh: 0,
          before,
        }),
      ),
    )
    await updatePayments(
      tx,
      changed.map(({ after }) => after),
    )
    count += changed.length
  }
}
