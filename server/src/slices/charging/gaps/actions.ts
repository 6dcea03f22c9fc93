import { inTransaction } from '../../../platform/database/transaction.ts'
import { auditAll } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Closed, Order } from '../orders/order.ts'
import { insertLogs } from '../orders/store.ts'
import { type Change, listBetween, listNeighbours, lockGaps } from './neighbour-store.ts'
import { gapBetween } from './rules.ts'
import { removeGaps, updateDismissed, upsertGaps, type Which } from './store.ts'

/**
 * Records the energy that flowed between sessions of connectors, when sessions end or more of them becomes known. Each session is
 * compared with the one before it and the ones after it, so that a late session removes the gap that it explains.
 */
export async function noteGaps(
  tx: Tx,
  closed: readonly Closed[],
  { now, leastWh }: { now: Date; leastWh: number },
): Promise<void> {
  const changes = closed.flatMap(changesOf)
  if (changes.length === 0) return
  // the second is sent behind the first, and sees what was committed until that has its locks
  const [, neighbours] = await Promise.all([
    lockGaps(tx, [...new Set(changes.map(({ stationId }) => stationId))]),
    listNeighbours(tx, changes),
  ])
  const pairs = neighbours.flatMap(({ next, before, ...place }) =>
    next && before ? [{ next, before, ...place }] : [],
  )
  const risen = pairs.flatMap((pair) => {
    const gap = gapBetween(pair.before, pair.next, [], { powerW: pair.powerW, leastWh })
    return gap ? [{ ...pair, ...gap }] : []
  })
  const between = await listBetween(tx, risen)
  const gaps = risen.flatMap(({ next, before, powerW, ...place }) => {
    const gap = gapBetween(before, next, between.get(next.id) ?? [], { powerW, leastWh })
    const { stationId, connectorId, locationId } = place
    return gap ? [{ ...gap, stationId, connectorId, locationId, foundAt: now }] : []
  })
  const stillGaps = new Set(gaps.map(({ orderId }) => orderId))
  await upsertGaps(tx, gaps)
  await removeGaps(
    tx,
    neighbours.flatMap(({ orderId, isKnown }) => (isKnown && !stillGaps.has(orderId) ? [orderId] : [])),
  )
}

/** The changes of an ended session that can change gaps; none where only its money has changed, or its car has left. */
function changesOf({ order, before }: Closed): Change[] {
  if (order.status !== 'completed' || !order.transactionStart) return []
  if (before?.status === 'completed' && registersOf(before) === registersOf(order)) return []
  const common = {
    orderId: order.id,
    stationId: order.stationId,
    beginWh: order.reportedBeginWh ?? order.meterStartWh,
    endWh: order.reportedEndWh ?? order.meterStopWh,
  }
  const starts = [order.transactionStart, before?.transactionStart ?? order.transactionStart]
  return [...new Set(starts.map((at) => at.getTime()))].map((ms) => ({ ...common, at: new Date(ms) }))
}

const registersOf = (order: Order): string =>
  JSON.stringify([
    ...[order.connectorId, order.transactionStart, order.transactionFinish, order.timeDoubtful],
    ...[
      order.reportedBeginWh,
      order.reportedEndWh,
      order.meterStartWh,
      order.meterStopWh,
      order.meterStartOffsetWh,
    ],
  ])

/** Dismisses gaps, with a reason; throws gap.not_found where there is no open one. */
export function dismiss(
  { db, clock }: { db: Db; clock: Clock },
  { caller, remoteAddress }: { caller: Caller; remoteAddress: string | undefined },
  which: Which,
  note: string,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const dismissed = await updateDismissed(tx, caller, which, { now, note })
    if (dismissed.length === 0) throw new Failure('gap.not_found')
    await auditAll(
      tx,
      dismissed.map(({ orderId, energyWh }) => ({
        caller,
        action: 'gap.dismiss',
        subjectType: 'order',
        subjectId: orderId,
        at: now,
        after: { energyWh, note },
        ...(remoteAddress ? { remoteAddress } : {}),
      })),
    )
    await insertLogs(
      tx,
      dismissed.map(({ orderId }) => ({
        orderId,
        at: now,
        kind: 'api',
        event: 'gap_dismissed',
        fields: { text: `${caller.email}: ${note}` },
      })),
    )
    return dismissed.length
  })
}
