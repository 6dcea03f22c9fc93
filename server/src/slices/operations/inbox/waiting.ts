import type { InboxCount } from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { countUnseen } from '../../charging/feedback/store.ts'
import { countGaps } from '../../charging/gaps/store.ts'
import { countRootNeeds } from '../../control/plug-and-charge/roots/held.ts'
import { countAttention } from '../../figures/statistics/attention-store.ts'
import { findCheck } from '../../money/ledger/totals-store.ts'
import { countOpenSettlements } from '../../money/payments/cards/at-station/settlement-store.ts'
import { countDebts } from '../../money/payments/debts/debt-store.ts'
import { countUnexplained } from '../../money/providers/reconciliation/difference-store.ts'
import { countFailed } from '../../money/receipts/store.ts'
import { countRequests } from '../../partners/owners/request-store.ts'
import { countWaitingOwners } from '../../partners/owners/store.ts'
import { countDiffering } from '../../roaming/roaming-sessions/settlements/settlement-store.ts'
import { countReporting } from '../../stations/stations/description/reported-store.ts'
import { countBorne } from './store.ts'

/** How much waits for a person, by kind. All screens use this count. Things of the whole network wait only for administrators. */
export async function countWaiting(db: Db, caller: Caller, now: Date): Promise<InboxCount> {
  const isAdministrator = caller.role === 'administrator'
  const [
    attention,
    debts,
    feedback,
    owners,
    locations,
    borne,
    terminalPayments,
    gaps,
    connectors,
    receipts,
    unexplained,
    check,
    settlements,
    roots,
  ] = await Promise.all([
    countAttention(db, caller, now),
    countDebts(db, caller),
    countUnseen(db, caller),
    isAdministrator ? countWaitingOwners(db) : 0,
    isAdministrator ? countRequests(db) : 0,
    countBorne(db, caller),
    countOpenSettlements(db, caller),
    countGaps(db, caller),
    countReporting(db, caller),
    isAdministrator ? countFailed(db) : 0,
    isAdministrator ? countUnexplained(db) : 0,
    isAdministrator ? findCheck(db) : undefined,
    isAdministrator ? countDiffering(db) : 0,
    isAdministrator ? countRootNeeds(db, now) : 0,
  ])
  const { offline = 0, faulted = 0, tamper = 0, unknown_station: unknown = 0 } = attention
  return {
    stations: offline + faulted + tamper + unknown,
    rollouts: attention.rollout_paused ?? 0,
    transactions: attention.unmatched_transaction ?? 0,
    orders: attention.order_review ?? 0,
    debts,
    feedback,
    owners,
    locations,
    borne,
    terminal_payments: terminalPayments,
    gaps,
    connectors,
    receipts,
    differences: unexplained + (check?.differences.length ?? 0),
    settlements,
    roots,
  }
}

/** The sum of all kinds. */
export const totalOf = (count: InboxCount): number => Object.values(count).reduce((sum, one) => sum + one, 0)
