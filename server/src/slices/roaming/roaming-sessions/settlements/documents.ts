import type { Language, StatementFormat } from '@stationmaster/contract'
import { texts } from '../../../../i18n/index.ts'
import { type Cell, type Sheet, sheetFile } from '../../../../platform/documents/sheet.ts'
import type { Download } from '../../../../platform/downloads/downloads.ts'
import { type BillDifference, listedTotalOf, type OwnBill, totalsOf } from './compare.ts'
import { type DocumentParts, settlementPdf } from './pdf.ts'
import type { SettledMonth } from './settled-month.ts'

/** A partner's month as a file, named by both. */
export async function documentOf(
  parts: DocumentParts,
  settled: SettledMonth,
  { format, language }: { format: StatementFormat; language: Language },
): Promise<Download> {
  const name = fileNameOf(parts.partnerName, settled.month)
  if (format !== 'pdf') return sheetFile(sheetOf(parts, settled, language), format, name)
  const body = await settlementPdf(parts, settled, language)
  return { name: `${name}.pdf`, type: 'application/pdf', body }
}

const fileNameOf = (partnerName: string, month: string): string =>
  `${partnerName} ${month}`.replaceAll(/[^\p{L}\p{N} .-]+/gu, '').replaceAll(/\s+/g, '_')

/** A line for each bill of either side, and the totals of both. */
function sheetOf(
  { partnerName, timeZone }: DocumentParts,
  { month, bills, kept, differences }: SettledMonth,
  language: Language,
): Sheet {
  const { columns, total } = texts[language].partnerSettlement
  const ours = totalsOf(bills)
  const theirs = listedTotalOf(kept?.lines ?? [])
  const sums: Cell[] = [
    ...[total, null, null, null, null, ours.energyWh, ours.netMinor, ours.vatMinor, ours.grossMinor],
    ...[theirs.energyWh, theirs.netMinor, theirs.grossMinor],
    kept ? differences.reduce((sum, { grossMinor }) => sum + grossMinor, 0) : null,
    null,
  ]
  return {
    name: `${month} ${partnerName}`,
    timeZone,
    language,
    columns: [
      { head: columns.outcome, kind: 'text', width: 20 },
      { head: columns.bill, kind: 'text', width: 16 },
      { head: columns.order, kind: 'text', width: 12 },
      { head: columns.start, kind: 'instant' },
      { head: columns.end, kind: 'instant' },
      { head: columns.energy, kind: 'energy' },
      { head: columns.net, kind: 'money' },
      { head: columns.vat, kind: 'money' },
      { head: columns.gross, kind: 'money' },
      { head: columns.listedEnergy, kind: 'energy', width: 18 },
      { head: columns.listedNet, kind: 'money', width: 18 },
      { head: columns.listedGross, kind: 'money', width: 18 },
      { head: columns.difference, kind: 'money' },
      { head: columns.fields, kind: 'text', width: 30 },
    ],
    rows: [...rowsOf(bills, differences, { language, isListed: kept !== undefined }), sums],
  }
}

/** Our bills in the order in which they were made, each with what differs of it, and then what the partner alone has. */
function rowsOf(
  bills: readonly OwnBill[],
  differences: readonly BillDifference[],
  { language, isListed }: { language: Language; isListed: boolean },
): Cell[][] {
  const { kinds, agrees, notListed, fields: fieldNames } = texts[language].partnerSettlement
  const byId = new Map(differences.map((one) => [one.id, one]))
  const named = (one: BillDifference | undefined) =>
    one ? one.fields.map(({ field }) => fieldNames[field]).join(', ') : null
  const own = bills.map((bill): Cell[] => {
    const found = byId.get(bill.id)
    const theirs = found ? found.theirs : null
    const outcome = found ? kinds[found.kind] : isListed ? agrees : notListed
    // what agrees is on the list as it is here, within what the comparison lets pass
    const listed: Cell[] =
      found || !isListed
        ? [theirs?.energyWh ?? null, theirs?.netMinor ?? null, theirs?.grossMinor ?? null]
        : [bill.energyWh, bill.netMinor, bill.grossMinor]
    return [
      ...[outcome, bill.id, bill.sessionId, new Date(bill.startedAt), new Date(bill.endedAt), energyOf(bill)],
      ...[bill.netMinor, bill.grossMinor - bill.netMinor, bill.grossMinor, ...listed],
      ...[isListed ? (found?.grossMinor ?? 0) : null, named(found)],
    ]
  })
  const foreign = differences.flatMap(({ id, kind, theirs, grossMinor }): Cell[][] => {
    if (kind !== 'unknown' || !theirs) return []
    const { startedAt, endedAt, energyWh, netMinor } = theirs
    return [
      [
        ...[kinds.unknown, id, null, dateOf(startedAt), dateOf(endedAt), null, null, null, null],
        ...[energyWh, netMinor, theirs.grossMinor, grossMinor, null],
      ],
    ]
  })
  return [...own, ...foreign]
}

/** Of a credit it is taken off. */
const energyOf = ({ energyWh, isCredit }: OwnBill): number => (isCredit ? 0 - energyWh : energyWh)

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))
