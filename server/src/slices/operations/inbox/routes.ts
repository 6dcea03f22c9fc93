import { inbox, type ReportingStation, type Unmatched } from '@stationmaster/contract'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { CommandParts } from '../../control/commands/parts.ts'
import { checkBooks } from '../../money/ledger/check.ts'
import { findCheck } from '../../money/ledger/totals-store.ts'
import type { PaymentParts } from '../../money/payments/actions.ts'
import { listOpenSettlements } from '../../money/payments/cards/at-station/settlement-store.ts'
import { bookDebt } from '../../money/payments/debts/book-debt.ts'
import { chargeDebt, readDebts } from '../../money/payments/debts/charge-debt.ts'
import {
  listReporting,
  type ReportingStation as ReportingRow,
} from '../../stations/stations/description/reported-store.ts'
import { decideReview, matchEnd, noteBorne, priceUnmatched, waiveDebt, waiveUnmatched } from './actions.ts'
import { choicesOf } from './choices.ts'
import { listBorne, listReviews, listUnmatched } from './store.ts'
import { noteTerminalPayment } from './terminal-payments.ts'
import { summaryOf } from './unmatched.ts'
import { countWaiting } from './waiting.ts'

const reportingView = ({
  id,
  number,
  vendorName,
  model,
  locationId,
  locationName,
  places,
}: ReportingRow): ReportingStation => ({
  station_id: id,
  station_number: number,
  vendor_name: vendorName,
  model,
  location_id: locationId,
  location_name: locationName,
  connectors: places,
})

/** The inbox: what the network could not decide by itself, and the decisions of people. */
export function inboxRoutes(rest: Rest, commands: CommandParts, payments: PaymentParts): void {
  const parts = { ...commands, timeZone: payments.timeZone }

  route(rest, inbox.count, ({ caller }) => countWaiting(parts.db, caller, parts.clock.now()))
  unmatchedRoutes(rest, parts)
  bookRoutes(rest, parts)
  debtRoutes(rest, parts, payments)
  reviewRoutes(rest, parts)
}

type InboxParts = CommandParts & Pick<PaymentParts, 'timeZone'>

function unmatchedRoutes(rest: Rest, parts: InboxParts): void {
  route(rest, inbox.connectors, async ({ caller, query }) => {
    const { rows, total } = await listReporting(parts.db, caller, query)
    return { items: rows.map(reportingView), total }
  })
  route(rest, inbox.unmatched, async ({ caller, query }) => {
    const { rows, total } = await listUnmatched(parts.db, caller, query)
    return { items: rows.map(viewOf), total }
  })
  route(rest, inbox.match, async ({ params, body, caller, remoteAddress }) => ({
    order_id: await matchEnd(parts, { caller, remoteAddress }, params.id, body.order_id),
  }))
  route(rest, inbox.price, async ({ params, body, caller, remoteAddress }) => ({
    order_id: await priceUnmatched(parts, { caller, remoteAddress }, params.id, {
      connectorId: body.connector_id,
      energyWh: body.energy,
      note: body.note,
    }),
  }))
  route(rest, inbox.waive, async ({ params, body, caller, remoteAddress }) => {
    await waiveUnmatched(parts, { caller, remoteAddress }, params.id, body.note)
    return undefined
  })
}

function bookRoutes(rest: Rest, parts: InboxParts): void {
  const lastCheck = async () => {
    const check = await findCheck(parts.db)
    return {
      checked_at: check?.checkedAt.toISOString() ?? null,
      differences: (check?.differences ?? []).map(({ locationId, locationName, ...one }) => ({
        book: one.book,
        of: one.of,
        location_id: locationId,
        location_name: locationName,
        says: one.saysMinor,
        ledger: one.ledgerMinor,
      })),
    }
  }
  route(rest, inbox.differences, lastCheck)
  route(rest, inbox.checkBooks, async () => {
    await checkBooks(parts.db, parts.clock.now())
    return lastCheck()
  })
}

function debtRoutes(rest: Rest, parts: InboxParts, payments: PaymentParts): void {
  route(rest, inbox.debts, ({ caller, query }) => readDebts(payments, caller, query))
  route(rest, inbox.chargeDebt, async ({ params, body, caller, remoteAddress }) => {
    await chargeDebt(payments, { caller, remoteAddress }, params.id, body.purpose)
    return undefined
  })
  route(rest, inbox.bookDebt, async ({ params, body, caller, remoteAddress }) => {
    await bookDebt(payments, { caller, remoteAddress }, params.id, body)
    return undefined
  })
  route(rest, inbox.waiveDebt, async ({ params, body, caller, remoteAddress }) => {
    await waiveDebt(parts, { caller, remoteAddress }, params.id, body)
    return undefined
  })
}

function reviewRoutes(rest: Rest, parts: InboxParts): void {
  route(rest, inbox.borne, async ({ caller, query }) => {
    const { rows, total } = await listBorne(parts.db, caller, query)
    return { items: rows, total }
  })
  route(rest, inbox.noteBorne, async ({ params, body, caller, remoteAddress }) => {
    await noteBorne(parts, { caller, remoteAddress }, params.id, body.note)
    return undefined
  })

  route(rest, inbox.terminalPayments, async ({ caller, query }) => {
    const { rows, total } = await listOpenSettlements(parts.db, caller, query)
    return { items: rows, total }
  })
  route(rest, inbox.noteTerminalPayment, async ({ params, body, caller, remoteAddress }) => {
    await noteTerminalPayment(parts, { caller, remoteAddress }, params.id, body.note)
    return undefined
  })

  route(rest, inbox.reviews, async ({ caller, query }) => {
    const { rows, total } = await listReviews(parts.db, caller, query)
    return { items: rows, total }
  })
  route(rest, inbox.choices, ({ params, caller }) => choicesOf(parts, caller, params.id))
  route(rest, inbox.priceOrder, async ({ params, body, caller, remoteAddress }) => {
    const decision =
      body.amount === undefined
        ? { kind: 'energy' as const, energyWh: body.energy ?? 0 }
        : { kind: 'amount' as const, amountMinor: body.amount }
    const order = await decideReview(parts, { caller, remoteAddress }, params.id, decision, body.note)
    return { order_id: order.id, charging_price: order.chargingPriceMinor ?? 0 }
  })
  route(rest, inbox.waiveOrder, async ({ params, body, caller, remoteAddress }) => {
    await decideReview(parts, { caller, remoteAddress }, params.id, { kind: 'waive' }, body.note)
    return undefined
  })
}

type Listed = Awaited<ReturnType<typeof listUnmatched>>['rows'][number]

function viewOf({ events, power, ...row }: Listed): Unmatched {
  const { started, ended, happenedAt, rfid, energyWh } = summaryOf(events, power)
  return {
    ...row,
    kind: ended ? 'stop' : started ? 'start' : 'values',
    happened_at: happenedAt?.toISOString() ?? null,
    rfid,
    meter: (ended ?? started)?.meterWh ?? null,
    energy: energyWh,
    reason: ended?.reason ?? null,
  }
}
