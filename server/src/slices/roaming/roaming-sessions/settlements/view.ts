import type {
  DifferingSettlement,
  PartnerSettlement,
  PartnerSettlementDifference,
  PartnerSettlementMonth,
} from '@stationmaster/contract'
import { type Caller, onlyReads } from '../../../../platform/http/caller.ts'
import { type BillDifference, listedTotalOf, type OwnBill, totalsOf } from './compare.ts'
import type { SettledMonth } from './settled-month.ts'
import type { DifferingRow, MonthRow, SettlementRow } from './settlement-store.ts'

/** so many differences are shown; all are counted, and files have all */
const shownMost = 1000

/** A month as the screens show it, to whoever may do what with it. */
export function viewOf(
  { partnerId, month, bills, kept, differences, differenceMinor, isRunning }: SettledMonth,
  { partnerName, currency, caller }: { partnerName: string; currency: string; caller: Caller },
): PartnerSettlement {
  const acts = !onlyReads(caller)
  const agreed = Boolean(kept?.agreedAt)
  return {
    partner_id: partnerId,
    partner_name: partnerName,
    month,
    currency,
    total: viewOfTotals(bills),
    by_vat: [...new Set(bills.map(({ vat }) => vat))].toSorted().map((vat) => ({
      vat,
      ...viewOfTotals(bills.filter((bill) => bill.vat === vat)),
    })),
    running: isRunning,
    ...stateOf(kept),
    differing: differences.length,
    difference: differenceMinor,
    differences: differences.slice(0, shownMost).map(viewOfDifference),
    can: {
      upload: acts && !agreed,
      agree: acts && kept !== undefined && !agreed && !isRunning,
      reopen: acts && agreed,
    },
  }
}

function stateOf(kept: SettlementRow | undefined) {
  const { energyWh, netMinor, grossMinor } = listedTotalOf(kept?.lines ?? [])
  return {
    state: kept ? (kept.agreedAt ? ('agreed' as const) : ('open' as const)) : ('no_list' as const),
    listed: kept?.lines.length ?? null,
    listed_total: { energy: energyWh, net: netMinor, gross: grossMinor },
    uploaded_at: kept?.uploadedAt.toISOString() ?? null,
    uploaded_by: kept?.uploadedBy ?? null,
    agreed_at: kept?.agreedAt?.toISOString() ?? null,
    agreed_by: kept?.agreedBy ?? null,
    note: kept?.note ?? '',
  }
}

const viewOfDifference = ({
  id,
  kind,
  fields,
  grossMinor,
  ours,
  theirs,
}: BillDifference): PartnerSettlementDifference => ({
  cdr_id: id,
  order_id: ours ? Number(ours.sessionId) : null,
  kind,
  started_at: ours?.startedAt ?? theirs?.startedAt ?? null,
  energy: ours?.energyWh ?? theirs?.energyWh ?? null,
  gross: ours?.grossMinor ?? null,
  listed_gross: theirs?.grossMinor ?? null,
  fields,
  difference: grossMinor,
})

function viewOfTotals(bills: readonly OwnBill[]) {
  const { netMinor, vatMinor, grossMinor, energyWh, ...counts } = totalsOf(bills)
  return { ...counts, energy: energyWh, net: netMinor, vat_amount: vatMinor, gross: grossMinor }
}

export const viewOfMonth = (row: MonthRow, running: boolean): PartnerSettlementMonth => ({
  month: row.month,
  bills: row.bills,
  sessions: row.sessions,
  energy: row.energyWh,
  gross: row.grossMinor,
  state: row.listed === null ? 'no_list' : row.agreedAt ? 'agreed' : 'open',
  running,
  listed: row.listed,
  listed_gross: row.listedGrossMinor,
  differing: row.differing,
  difference: row.differenceMinor,
})

export const viewOfDiffering = (row: DifferingRow): DifferingSettlement => ({
  partner_id: row.partnerId,
  partner_name: row.partnerName,
  month: row.month,
  listed: row.listed,
  differing: row.differing,
  difference: row.differenceMinor,
  uploaded_at: row.uploadedAt.toISOString(),
})
