import { SECOND_MS } from '@stationmaster/units'
import type { VatKind } from '../../../charging/drivers/terms/contract.ts'
import type { ListedBill } from './partner-list.ts'

/** A bill of ours in a month. */
export interface OwnBill {
  id: string
  sessionId: string
  startedAt: string
  endedAt: string
  energyWh: number
  netMinor: number
  grossMinor: number
  currency: string
  /** it takes another bill back: its amounts are below zero, its energy is that of the other */
  isCredit: boolean
  vat: VatKind
}

/** A field in which both sides differ, in kopecks, Wh, or as it is written. */
export interface FieldDifference {
  field: 'session_id' | 'start' | 'end' | 'energy' | 'net' | 'gross' | 'currency'
  ours: string | number
  theirs: string | number
}

/** A bill that is not the same on both sides. */
export interface BillDifference {
  id: string
  /** missing: the partner does not have it; unknown: we do not; differs: both have it */
  kind: 'missing' | 'unknown' | 'differs'
  fields: FieldDifference[]
  ours: OwnBill | null
  theirs: ListedBill | null
  /** what the partner would pay less than we have billed; below zero: more */
  grossMinor: number
}

/** partners write kWh with two decimals */
const energySlackWh = 5
/** partners cut or round seconds */
const timeSlackMs = SECOND_MS

/** What differs between our bills and a partner's list; bills are the same whose numbers are, in letters of either case. */
export function compare(ours: readonly OwnBill[], theirs: readonly ListedBill[]): BillDifference[] {
  const listed = new Map(theirs.map((one) => [one.id.toLowerCase(), one]))
  const known = new Set(ours.map(({ id }) => id.toLowerCase()))
  const own = ours.flatMap((bill): BillDifference[] => {
    const { id, grossMinor } = bill
    const theirs = listed.get(id.toLowerCase()) ?? null
    if (!theirs) return [{ id, kind: 'missing', fields: [], ours: bill, theirs, grossMinor }]
    const fields = fieldsOf(bill, theirs)
    if (fields.length === 0) return []
    return [{ id, kind: 'differs', fields, ours: bill, theirs, grossMinor: lackOf(bill, theirs) }]
  })
  const foreign = theirs
    .filter(({ id }) => !known.has(id.toLowerCase()))
    .map((one): BillDifference => {
      const grossMinor = 0 - (one.grossMinor ?? one.netMinor ?? 0)
      return { id: one.id, kind: 'unknown', fields: [], ours: null, theirs: one, grossMinor }
    })
  return [...own, ...foreign]
}

/** What a partner has less of a bill than we; a list may say the net alone, or no amount. */
function lackOf(ours: OwnBill, theirs: ListedBill): number {
  if (theirs.grossMinor !== null) return ours.grossMinor - theirs.grossMinor
  return theirs.netMinor === null ? 0 : ours.netMinor - theirs.netMinor
}

/** What a list does not say does not differ. */
function fieldsOf(ours: OwnBill, theirs: ListedBill): FieldDifference[] {
  const { sessionId, startedAt, endedAt, energyWh, netMinor, grossMinor, currency } = theirs
  const isOtherSession = sessionId?.toLowerCase() !== ours.sessionId.toLowerCase()
  const isOtherEnergy = energyWh !== null && Math.abs(energyWh - ours.energyWh) > energySlackWh
  return [
    fieldOf('session_id', ours.sessionId, sessionId, isOtherSession),
    fieldOf('start', ours.startedAt, startedAt, isFar(ours.startedAt, startedAt)),
    fieldOf('end', ours.endedAt, endedAt, isFar(ours.endedAt, endedAt)),
    fieldOf('energy', ours.energyWh, energyWh, isOtherEnergy),
    fieldOf('net', ours.netMinor, netMinor, netMinor !== ours.netMinor),
    fieldOf('gross', ours.grossMinor, grossMinor, grossMinor !== ours.grossMinor),
    fieldOf('currency', ours.currency, currency, currency !== ours.currency),
  ].flat()
}

const isFar = (ours: string, theirs: string | null): boolean =>
  theirs !== null && Math.abs(Date.parse(ours) - Date.parse(theirs)) > timeSlackMs

type Value = string | number

const fieldOf = (
  field: FieldDifference['field'],
  ours: Value,
  theirs: Value | null,
  differs: boolean,
): FieldDifference[] => (theirs !== null && differs ? [{ field, ours, theirs }] : [])

/** What the bills of a month come to. */
export function totalsOf(bills: readonly OwnBill[]) {
  const sum = (of: (bill: OwnBill) => number) => bills.reduce((total, bill) => total + of(bill), 0)
  const netMinor = sum((bill) => bill.netMinor)
  const grossMinor = sum((bill) => bill.grossMinor)
  return {
    bills: bills.length,
    sessions: new Set(bills.map(({ sessionId }) => sessionId)).size,
    energyWh: sum(({ energyWh, isCredit }) => (isCredit ? 0 - energyWh : energyWh)),
    netMinor,
    vatMinor: grossMinor - netMinor,
    grossMinor,
  }
}

/** What a partner's list comes to, credits taken off; null: no line of it says. */
export function listedTotalOf(lines: readonly ListedBill[]) {
  const sum = (of: (line: ListedBill) => number | null) => {
    const said = lines.flatMap((line) => of(line) ?? [])
    return said.length === 0 ? null : said.reduce((total, one) => total + one, 0)
  }
  return {
    energyWh: sum((line) => (isCreditLine(line) ? 0 - (line.energyWh ?? 0) : line.energyWh)),
    netMinor: sum(({ netMinor }) => netMinor),
    grossMinor: sum(({ grossMinor }) => grossMinor),
  }
}

/** The energy of a credit is that of the bill that it takes back. */
const isCreditLine = ({ grossMinor, netMinor }: ListedBill): boolean => (grossMinor ?? netMinor ?? 0) < 0
