import { partnerSettlements as calls, type PartnerSettlement } from '@stationmaster/contract'
import { firstDayOf, instantOf, nextMonth } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import { getPartner } from '../../partners/office/actions.ts'
import type { PartnerParts } from '../../partners/parts.ts'
import { cdrOfKept } from '../kept.ts'
import { type BillDifference, compare, type OwnBill, totalsOf } from './compare.ts'
import { readPartnerList } from './partner-list.ts'
import {
  findSettlement,
  listBillsMade,
  type MadeBill,
  type SettlementRow,
  saveList,
  updateAgreed,
} from './settlement-store.ts'

type Parts = PartnerParts & { timeZone: string; currency: string }

/** so many differences are shown; all are counted */
const shownMost = 1000

/** Months of partners settled against their own lists, for administrators. */
export function partnerSettlementRoutes(rest: Rest, parts: Parts): void {
  const { db, clock } = parts

  route(rest, calls.get, async ({ params: { id, month } }) => {
    await getPartner(parts, id)
    return settlementOf(parts, id, month)
  })

  route(rest, calls.putList, async ({ params: { id, month }, body, caller, remoteAddress }) => {
    const at = clock.now()
    const partner = await getPartner(parts, id)
    const lines = readPartnerList(body.file)
    await inTransaction(db, async (tx) => {
      const subjectId = await saveList(tx, { partnerId: id, month, lines }, { at, managerId: caller.id })
      if (subjectId === undefined) throw new Failure('roaming.settlement_agreed')
      const after = { partner: partner.name, month, lines: lines.length }
      const subject = { subjectType: 'partner_settlement', subjectId }
      await audit(tx, { caller, remoteAddress, action: 'partner_settlement.list', ...subject, after, at })
    })
    return settlementOf(parts, id, month)
  })

  route(rest, calls.agree, async ({ params: { id, month }, body, caller, remoteAddress }) => {
    const at = clock.now()
    const partner = await getPartner(parts, id)
    const { differing } = await settlementOf(parts, id, month)
    await inTransaction(db, async (tx) => {
      const agreed = { partnerId: id, month, note: body.note }
      const subjectId = await updateAgreed(tx, agreed, { at, managerId: caller.id })
      if (subjectId === undefined) throw new Failure('roaming.nothing_to_agree')
      const after = { partner: partner.name, month, differing, note: body.note }
      const subject = { subjectType: 'partner_settlement', subjectId }
      await audit(tx, { caller, remoteAddress, action: 'partner_settlement.agree', ...subject, after, at })
    })
    return settlementOf(parts, id, month)
  })
}

/** A month of a partner: what our bills come to, and what differs on the partner's list by now. */
async function settlementOf(parts: Parts, partnerId: number, month: string): Promise<PartnerSettlement> {
  const { db, timeZone, currency } = parts
  const from = instantOf(firstDayOf(month), 0, timeZone)
  const to = instantOf(firstDayOf(nextMonth(month)), 0, timeZone)
  const bills = (await listBillsMade(db, partnerId, { from, to })).map((made) => ownBill(made))
  const kept = await findSettlement(db, partnerId, month)
  const differences = kept ? compare(bills, kept.lines) : []
  return {
    month,
    currency,
    total: viewOfTotals(bills),
    by_vat: [...new Set(bills.map(({ vat }) => vat))].toSorted().map((vat) => ({
      vat,
      ...viewOfTotals(bills.filter((bill) => bill.vat === vat)),
    })),
    ...stateOf(kept),
    differing: differences.length,
    difference: differences.reduce((sum, { grossMinor }) => sum + grossMinor, 0),
    differences: differences.slice(0, shownMost).map(viewOfDifference),
  }
}

const stateOf = (kept: SettlementRow | undefined) => ({
  state: kept ? (kept.agreedAt ? ('agreed' as const) : ('open' as const)) : ('no_list' as const),
  listed: kept?.lines.length ?? null,
  uploaded_at: kept?.uploadedAt.toISOString() ?? null,
  agreed_at: kept?.agreedAt?.toISOString() ?? null,
  note: kept?.note ?? '',
})

const viewOfDifference = ({ id, kind, fields, grossMinor }: BillDifference) => ({
  cdr_id: id,
  kind,
  fields,
  difference: grossMinor,
})

function viewOfTotals(bills: readonly OwnBill[]) {
  const { netMinor, vatMinor, grossMinor, energyWh, ...counts } = totalsOf(bills)
  return { ...counts, energy: energyWh, net: netMinor, vat_amount: vatMinor, gross: grossMinor }
}

/** A bill in the units of the comparison; its net is what the partner has of it. */
function ownBill({ id, orderId, body, totalMinor, energyWh, isCredit, vat }: MadeBill): OwnBill {
  const { startDateTime, endDateTime, totalCost, currency } = cdrOfKept(body)
  return {
    id,
    sessionId: String(orderId),
    startedAt: startDateTime.toISOString(),
    endedAt: endDateTime.toISOString(),
    energyWh,
    netMinor: Math.round(totalCost.beforeTaxesMicro / 10_000),
    grossMinor: totalMinor,
    currency,
    isCredit,
    vat: vat ?? 'domestic',
  }
}
