import { contract } from '@stationmaster/contract'
import { type Caller, onlyReads, seesNetwork } from '../../../../platform/http/caller.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import {
  type FoundDifference,
  listComparisons,
  listFound,
} from '../../providers/reconciliation/difference-store.ts'
import type { ComparedState } from '../../providers/reconciliation/differences.ts'
import type { PaymentParts } from '../actions.ts'
import {
  bookDifference,
  compareDay,
  explainDifference,
  giveDifferenceBack,
  mayMend,
  readAgain,
} from './reconciliation.ts'

/** What provider and ledger tell day by day, and what people do about what differs; for administrators, and for accounters to read. */
export function reconciliationRoutes(rest: Rest, parts: PaymentParts): void {
  const calls = contract.reconciliation
  route(rest, calls.days, async ({ query, caller }) => {
    if (!seesNetwork(caller)) return { items: [], total: 0 }
    const { rows, total } = await listComparisons(parts.db, query)
    return { items: rows, total }
  })
  route(rest, calls.differences, async ({ query, caller }) => {
    const { rows, total } = await listFound(parts.db, caller, query)
    return { items: rows.map((found) => viewOf(found, caller)), total }
  })
  route(rest, calls.compare, async ({ body }) => {
    await compareDay(parts, body.day)
    return undefined
  })
  route(rest, calls.read, async ({ params }) => {
    await readAgain(parts, params.id)
    return undefined
  })
  route(rest, calls.book, async ({ params, body, caller, remoteAddress }) => {
    await bookDifference(parts, { caller, remoteAddress }, params.id, body.reason)
    return undefined
  })
  route(rest, calls.giveBack, async ({ params, body, caller, remoteAddress }) => {
    await giveDifferenceBack(parts, { caller, remoteAddress }, params.id, body.reason)
    return undefined
  })
  route(rest, calls.explain, async ({ params, body, caller, remoteAddress }) => {
    await explainDifference(parts, { caller, remoteAddress }, params.id, body.reason)
    return undefined
  })
}

const stateView = (state: ComparedState | null) =>
  state && {
    state: state.state,
    held: state.heldMinor,
    captured: state.capturedMinor,
    refunded: state.refundedMinor,
  }

function viewOf(found: FoundDifference, caller: Caller) {
  const { id, provider, day, kind, orderId, paymentRef, ours, theirs, foundAt, explanation, explainedBy } =
    found
  const acts = !onlyReads(caller)
  const { read, book, give_back } = mayMend(found)
  const can = { read: acts && read, book: acts && book, give_back: acts && give_back, explain: acts }
  return {
    id,
    provider,
    day,
    kind,
    order_id: orderId,
    payment_ref: paymentRef,
    can,
    explanation,
    ours: stateView(ours),
    theirs: stateView(theirs),
    found_at: foundAt.toISOString(),
    explained_by: seesNetwork(caller) ? explainedBy : null,
  }
}
