import type { Statement, StatementLine, StatementParties, StatementRow } from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import { ownerOf } from './balance.ts'
import type { StatementPayment } from './payment-store.ts'
import { closingOf, dueOf, type Line, numberText, type Sums, sumsByMethod, type waitsFor } from './rules.ts'
import type { OpenMonth, StatementHead } from './store.ts'

/** Administrators issue and pay. */
const isAdministrator = ({ role }: Caller): boolean => role === 'administrator'

/** Who of the staff did what is the network’s to know. */
const isNetworks = (caller: Caller): boolean => ownerOf(caller) === null

const sumsView = (sums: Sums) => ({
  session_count: sums.sessionCount,
  energy: sums.energyWh,
  amount: sums.amountMinor,
  bank_commission: sums.bankCommissionMinor,
  agent_fee: sums.agentFeeMinor,
  compensation: sums.compensationMinor,
  due_amount: dueOf(sums),
})

const paymentView = (payment: StatementPayment, isNetworks: boolean): Statement['payments'][number] => ({
  amount: payment.amountMinor,
  paid_on: payment.paidOn,
  document_number: payment.documentNumber,
  created_at: payment.createdAt.toISOString(),
  created_by: isNetworks ? payment.createdBy : null,
  undone: payment.undoneAt && {
    at: payment.undoneAt.toISOString(),
    by: isNetworks ? payment.undoneBy : null,
    reason: payment.undoReason ?? '',
  },
})

const monthView = (
  month: Sums & { ownerId: number; ownerName: string; month: string; openingMinor: number },
) => ({
  owner_id: month.ownerId,
  owner_name: month.ownerName,
  month: month.month,
  ...sumsView(month),
  opening_balance: month.openingMinor,
  paid_amount: month.paidMinor,
  closing_balance: closingOf(month.openingMinor, month),
})

/** A month that is not issued; administrators issue it, and in which order is theirs to know. */
export const openView = (
  open: OpenMonth,
  waits: ReturnType<typeof waitsFor>,
  caller: Caller,
): StatementRow => ({
  id: null,
  number: null,
  status: 'open',
  issued_at: null,
  issued_by: null,
  payment: null,
  ...monthView(open),
  held_until: null,
  waits_for: isAdministrator(caller) || waits === 'month_end' ? waits : null,
  can: { issue: isAdministrator(caller) && waits === null, pay: false, undo_payment: false },
})

/** A statement with its payments; `heldUntil` is the day until which it may not be paid. */
export function issuedView(
  statement: StatementHead,
  payments: readonly StatementPayment[],
  caller: Caller,
  heldUntil: string | null,
): StatementRow {
  const paid = payments.find(({ statementId, undoneAt }) => statementId === statement.id && undoneAt === null)
  const administers = isAdministrator(caller)
  return {
    id: statement.id,
    number: numberText(statement),
    status: paid ? 'paid' : 'issued',
    issued_at: statement.issuedAt.toISOString(),
    issued_by: isNetworks(caller) ? statement.issuedBy : null,
    ...monthView(statement),
    payment: paid ? paymentView(paid, isNetworks(caller)) : null,
    held_until: paid ? null : heldUntil,
    waits_for: null,
    can: {
      issue: false,
      pay: administers && !paid && dueOf(statement) !== 0 && heldUntil === null,
      undo_payment: administers && Boolean(paid),
    },
  }
}

const lineView = (line: Line): StatementLine => ({
  kind: line.kind,
  day: line.day,
  location_id: line.locationId,
  location_name: line.locationName,
  method_type: line.methodType,
  order_id: line.orderId,
  document_number: line.documentNumber,
  ...sumsView(line),
  paid_amount: line.paidMinor,
})

/** A row with everything that stands behind it. */
export const wholeView = (
  row: StatementRow,
  { parties, lines }: { parties: StatementParties; lines: readonly Line[] },
  payments: readonly StatementPayment[],
  caller: Caller,
): Statement => ({
  ...row,
  parties,
  lines: lines.map(lineView),
  by_method: sumsByMethod(lines).map(({ methodType, sums }) => ({
    method_type: methodType,
    ...sumsView(sums),
  })),
  payments: payments.map((payment) => paymentView(payment, isNetworks(caller))),
})
