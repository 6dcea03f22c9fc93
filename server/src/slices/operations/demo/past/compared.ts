import { DAY_MS, dayOf, instantOf } from '@stationmaster/units'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { listOurs } from '../../../money/providers/reconciliation/difference-store.ts'
import { type Listing, reconcile } from '../../../money/providers/reconciliation/reconcile.ts'
import { formerProviders } from '../ways-to-pay.ts'

const nights = 30
/** the comparison of a day runs at this minute of the next day */
const comparedMinute = 5 * 60 + 10

/** Compares the payments of the last days with the lists of the former providers, as the nightly job would have done. */
export async function comparePast({
  db,
  clock,
  timeZone,
}: {
  db: Db
  clock: Clock
  timeZone: string
}): Promise<void> {
  const now = clock.now()
  for (let back = nights; back >= 1; back -= 1) {
    const day = dayOf(new Date(now.getTime() - back * DAY_MS), timeZone)
    const at = instantOf(day, 24 * 60 + comparedMinute, timeZone)
    const then = { now: () => (at < now ? at : now) }
    const parts = { db, clock: then, timeZone, paymentService: { read: async () => undefined } }
    for (const id of formerProviders) await reconcile({ ...parts, provider: listingOf(db, id) }, day)
  }
}

/** A former provider, which answers with the payments in our own books. */
const listingOf = (db: Db, id: string): Listing => ({
  id,
  async list(from, to) {
    const ours = await listOurs(db, id, from, to)
    return ours.flatMap(({ paymentRef, state, heldMinor, capturedMinor, refundedMinor }) =>
      paymentRef === null || state === 'created'
        ? []
        : [
            {
              orderRef: '',
              snapshot: {
                paymentRef,
                state,
                heldMinor,
                capturedMinor,
                refundedMinor,
                holdExpiresAt: null,
                action: null,
                feeMinor: null,
                declineCode: null,
                methodRef: null,
                card: null,
              },
            },
          ],
    )
  },
})
