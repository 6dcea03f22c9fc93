import type { PaymentMethodType } from '@stationmaster/contract'
import { DAY_MS, dayOf, instantOf, lastDayOf, monthOf } from '@stationmaster/units'
import { toCompensate } from '../../money/ledger/rules.ts'

/** What stands in every row of a statement, and at its end. Amounts in minor units. */
export interface Sums {
  sessionCount: number
  energyWh: number
  amountMinor: number
  bankCommissionMinor: number
  agentFeeMinor: number
  compensationMinor: number
  /** paid to the owner; below zero: the owner paid */
  paidMinor: number
}

/** Where a line belongs. */
interface Place {
  kind: 'sessions' | 'correction' | 'payout'
  /** YYYY-MM-DD, on which it counts */
  day: string
  locationId: number | null
  locationName: string | null
  methodType: PaymentMethodType | null
  /** of a correction */
  orderId: number | null
  /** of a payout */
  documentNumber: string | null
}
export type Line = Place & Sums

export const noSums: Sums = {
  sessionCount: 0,
  energyWh: 0,
  amountMinor: 0,
  bankCommissionMinor: 0,
  agentFeeMinor: 0,
  compensationMinor: 0,
  paidMinor: 0,
}

/** The lines of a statement, sessions by day first, then corrections, then payouts; what came to nothing is left out. */
export function linesOf(lines: readonly Line[]): Line[] {
  const isSomething = (line: Line) => (Object.keys(noSums) as (keyof Sums)[]).some((name) => line[name] !== 0)
  return lines.filter(isSomething).sort(byPlace)
}

const order = { sessions: 0, correction: 1, payout: 2 }

const byPlace = (a: Line, b: Line): number =>
  order[a.kind] - order[b.kind] ||
  a.day.localeCompare(b.day) ||
  (a.locationName ?? '').localeCompare(b.locationName ?? '') ||
  (a.locationId ?? 0) - (b.locationId ?? 0) ||
  (a.methodType ?? '').localeCompare(b.methodType ?? '') ||
  (a.orderId ?? 0) - (b.orderId ?? 0)

/** The sum of lines, which is theirs to the kopeck. */
export function sumOf(lines: readonly Sums[]): Sums {
  const sum = { ...noSums }
  for (const line of lines) for (const name of Object.keys(sum) as (keyof Sums)[]) sum[name] += line[name]
  return sum
}

/** What is still to be paid of what was taken, as everywhere. */
export const dueOf = toCompensate

/** What is due to the owner at the end of a month. */
export const closingOf = (openingMinor: number, sums: Sums): number =>
  openingMinor + dueOf(sums) - sums.paidMinor

/** The sums of each way to pay, those of sessions and corrections alike. */
export function sumsByMethod(lines: readonly Line[]): { methodType: PaymentMethodType; sums: Sums }[] {
  const methods = [...new Set(lines.flatMap(({ methodType }) => methodType ?? []))].sort()
  return methods.map((methodType) => ({
    methodType,
    sums: sumOf(lines.filter((line) => line.methodType === methodType)),
  }))
}

export const isOver = (month: string, today: string): boolean => month < monthOf(today)

/** Why an open month cannot be issued yet; null: it can. */
export function waitsFor(
  month: string,
  firstOpen: string,
  today: string,
): 'month_end' | 'earlier_month' | null {
  if (!isOver(month, today)) return 'month_end'
  return month > firstOpen ? 'earlier_month' : null
}

/** Whether a statement can have been paid on a day: after its month, and not tomorrow. */
export const mayBePaidOn = (day: string, month: string, today: string): boolean =>
  day > lastDayOf(month) && day <= today

/** The day (YYYY-MM-DD) from which the takings of an owner may be paid who was let in at an instant, in the network's zone; null for null. */
export function payableFrom(admittedAt: Date | null, holdDays: number, timeZone: string): string | null {
  if (admittedAt === null) return null
  const noon = instantOf(dayOf(admittedAt, timeZone), 12 * 60, 'UTC')
  return dayOf(new Date(noon.getTime() + holdDays * DAY_MS), 'UTC')
}

/** Until which day what is due to an owner is held; null: it is not, or the owner is the one who owes. */
export const heldUntil = (dueMinor: number, payableDay: string | null, today: string): string | null =>
  payableDay !== null && dueMinor > 0 && today < payableDay ? payableDay : null

export const numberText = ({ year, number }: { year: number; number: number }): string => `${year}-${number}`
