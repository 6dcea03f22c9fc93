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
  const compareDay = async (day: string) => {
    const at = instantOf(day, 24 * 60 + comparedMinute, timeZone)
    const then = { now: () => (at < now ? at : now) }
    const parts = { db, clock: then, timeZone, paymentService: { read: async () => undefined } }
    for (const id of formerProviders) await reconcile({ ...parts, provider: listingOf(db, id) }, day)
  }
  const days = Array.from({ length: nights }, (_, index) =>
    dayOf(new Date(now.getTime() - (index + 1) * DAY_MS), timeZone),
  )
  // side by side: the database works on one while we look at another
  await Promise.all(days.map(compareDay))
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
