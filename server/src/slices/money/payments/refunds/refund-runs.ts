import {
  type contract,
  type ErrorCode,
  type Language,
  refundResults,
  refundRunMost,
} from '@stationmaster/contract'
import type { z } from 'zod'
import { inRepeatableTransaction, inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { listOrderIds } from '../../../charging/orders/lists/list-store.ts'
import { findManager } from '../../../people/managers/store.ts'
import { type By, giveBackIn, type PaymentParts } from '../actions.ts'
import {
  type Candidate,
  cancelWaiting,
  claimNext,
  findRefundRun,
  finishRefundRun,
  insertRefundRun,
  listCandidates,
  listRunPayments,
  type RefundRunRow,
  updateRunPayment,
} from './refund-run-store.ts'

type Started = z.output<typeof contract.refundRuns.start.body>
type Selection = Started['selection']

const job = 'refund-run'

/** What can go back of the orders of a selection that the caller sees; throws refund.run_too_many. */
async function candidatesOf(db: Db, caller: Caller, selection: Selection): Promise<Candidate[]> {
  const ids = await listOrderIds(db, caller, filterOf(selection), refundRunMost + 1)
  if (ids.length > refundRunMost) throw new Failure('refund.run_too_many', { most: refundRunMost })
  return listCandidates(db, ids)
}

function filterOf(selection: Selection) {
  if (selection.of === 'orders') return { ids: selection.ids }
  const { from, to, statuses, search, location_ids, station_id, connector_id, failed, ...of } =
    selection.filter
  const { model, firmware, hour_of_week, partner } = of
  return {
    from: new Date(from),
    to: new Date(to),
    ...(statuses && { statuses }),
    ...(search && { search }),
    ...(location_ids && { locationIds: location_ids }),
    ...(station_id !== undefined && { stationId: station_id }),
    ...(connector_id !== undefined && { connectorId: connector_id }),
    ...(failed && { failed }),
    ...(model !== undefined && { model }),
    ...(firmware !== undefined && { firmware }),
    ...(hour_of_week !== undefined && { hourOfWeek: hour_of_week }),
    ...(partner !== undefined && { partner }),
  }
}

const reachOf = (candidates: readonly Candidate[]) => ({
  orders: new Set(candidates.map(({ orderId }) => orderId)).size,
  amount: candidates.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
})

/** How many orders have something to give back, and how much. Throws refund.run_too_many. */
export const reachRefunds = async (db: Db, caller: Caller, selection: Selection) =>
  reachOf(await candidatesOf(db, caller, selection))

/**
 * Keeps a run over what is left of a selection's payments, as it was seen; a job gives them back one by one. Resolves to its id.
 * Throws refund.run_too_many, refund.run_nothing, and refund.run_changed where count or sum are others by now.
 */
export function startRefunds(parts: PaymentParts & { jobs: Jobs }, by: By, input: Started): Promise<number> {
  const at = parts.clock.now()
  const { caller, remoteAddress } = by
  return inRepeatableTransaction(parts.db, async (tx) => {
    const candidates = await candidatesOf(tx, caller, input.selection)
    const { orders, amount } = reachOf(candidates)
    if (orders === 0) throw new Failure('refund.run_nothing')
    if (orders !== input.orders || amount !== input.amount) throw new Failure('refund.run_changed')
    const { reason } = input
    const run = { reason, managerId: caller.id, remoteAddress, at }
    const id = await insertRefundRun(tx, run, candidates)
    await audit(tx, {
      caller,
      remoteAddress,
      action: 'refund_run.start',
      subjectType: 'refund_run',
      subjectId: id,
      after: { selection: input.selection, reason, orders, amount },
      at,
    })
    await parts.jobs.send(tx, job, { runId: id })
    return id
  })
}

/** Throws refund.run_not_found. */
async function getRefundRun(db: Db, id: number): Promise<RefundRunRow> {
  const run = await findRefundRun(db, id)
  if (!run) throw new Failure('refund.run_not_found')
  return run
}

/** Gives back nothing of what still waits; throws refund.run_not_found. */
export async function cancelRefunds({ db, clock }: PaymentParts, by: By, id: number): Promise<void> {
  await getRefundRun(db, id)
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    if (!(await cancelWaiting(tx, id, at))) return
    await finishRefundRun(tx, id, at)
    await audit(tx, { ...by, action: 'refund_run.cancel', subjectType: 'refund_run', subjectId: id, at })
  })
}

/** Names the job that carries runs out; before the queue starts. */
export function refundJobs(parts: PaymentParts & { jobs: Jobs }): void {
  parts.jobs.work<{ runId: number }>(job, ({ runId }) => carryOut(parts, runId))
}

/** Gives back what waits in a run, each payment in a transaction with its result, so that it goes back once however often this begins. */
async function carryOut(parts: PaymentParts, runId: number): Promise<void> {
  const { db, clock, live } = parts
  const run = await getRefundRun(db, runId)
  for (let position: number | undefined = 0; position !== undefined; ) {
    const manager = await findManager(db, run.managerId)
    if (manager?.role !== 'administrator' || manager.blocked_at) {
      await inTransaction(db, (tx) => cancelWaiting(tx, runId, clock.now()))
      break
    }
    const { id, role, owner_id: ownerId, email } = manager
    const by = { caller: { id, role, ownerId, email }, remoteAddress: run.remoteAddress }
    position = await giveNext(parts, run, by, position)
    live.publish({ topic: 'refunds', id: runId, locationId: 0 })
  }
  await inTransaction(db, (tx) => finishRefundRun(tx, runId, clock.now()))
  live.publish({ topic: 'refunds', id: runId, locationId: 0 })
}

/** Gives back the next payment after a position; resolves to its position, undefined where none waits. */
async function giveNext(
  parts: PaymentParts,
  { id: runId, reason }: RefundRunRow,
  by: By,
  after: number,
): Promise<number | undefined> {
  const at = parts.clock.now()
  let failed: { position: number; code: ErrorCode } | undefined
  try {
    return await inRepeatableTransaction(parts.db, async (tx) => {
      failed = undefined
      const next = await claimNext(tx, runId, after)
      if (!next) return undefined
      const { position, orderId, purpose, amountMinor } = next
      try {
        await giveBackIn(tx, parts, by, orderId, { kind: 'refund', purpose, amountMinor, reason, runId, at })
      } catch (error) {
        if (error instanceof Failure) failed = { position, code: error.code }
        throw error
      }
      await updateRunPayment(tx, runId, position, { result: 'given', code: null, at })
      return position
    })
  } catch (error) {
    if (failed === undefined) throw error
    const { position, code } = failed
    await inTransaction(parts.db, (tx) =>
      updateRunPayment(tx, runId, position, { result: 'failed', code, at }),
    )
    return position
  }
}

/** A run as the interface shows it. */
export async function viewRefundRun(db: Db, id: number) {
  const run = await getRefundRun(db, id)
  const payments = await listRunPayments(db, id)
  const count = (of: string) => payments.filter(({ result }) => result === of).length
  return {
    id: run.id,
    reason: run.reason,
    by: { name: run.by },
    created_at: run.createdAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    canceled_at: run.canceledAt?.toISOString() ?? null,
    orders: run.orders,
    amount: run.amountMinor,
    counts: Object.fromEntries(refundResults.map((one) => [one, count(one)])) as Record<
      (typeof refundResults)[number],
      number
    >,
  }
}

/** Its payments, in a language; throws refund.run_not_found. */
export async function viewRunPayments(db: Db, id: number, language: Language) {
  await getRefundRun(db, id)
  return (await listRunPayments(db, id)).map(({ orderId, purpose, amountMinor, result, code, refusal }) => ({
    order_id: orderId,
    idle: purpose.startsWith('parking'),
    amount: amountMinor,
    result,
    error: code === null ? refusal : new Failure(code as ErrorCode).textIn(language),
  }))
}
