import {
  DAY_MS,
  dayOf,
  HOUR_MS,
  localTime,
  MINUTE_MS,
  multiplyDivideRounded,
  SECOND_MS,
} from '@stationmaster/units'

export type ReceiptKind = 'income' | 'income_return'

/**
 * How a receipt's money is settled: with the service, before it, the service out of what was paid before it, or to the driver's
 * balance.
 */
export type Settlement = 'payment' | 'prepayment' | 'offset' | 'advance'

/** waiting: not sent yet; sent: it went out, and nobody knows what came of it; refused and stuck: a person looks. */
export type ReceiptState = 'waiting' | 'sent' | 'done' | 'refused' | 'stuck'

/** What one change did to an order: to the money that its provider has of it, and to what it is sold for. Minor units. */
export interface Movement {
  moneyMinor: number
  saleMinor: number
}

export interface ReceiptDue {
  kind: ReceiptKind
  settlement: Settlement
  amountMinor: number
}

/**
 * The receipts of a movement. Money and sale that move together are one receipt; money alone is paid before the service, or what
 * of it goes back; a sale alone is settled by what was paid before.
 */
export function receiptsOf({ moneyMinor, saleMinor }: Movement): ReceiptDue[] {
  const together =
    Math.sign(moneyMinor) === Math.sign(saleMinor)
      ? Math.sign(saleMinor) * Math.min(Math.abs(moneyMinor), Math.abs(saleMinor))
      : 0
  return [
    ...due('payment', together),
    ...due('prepayment', moneyMinor - together),
    ...due('offset', saleMinor - together),
  ]
}

function due(settlement: Settlement, amountMinor: number): ReceiptDue[] {
  if (amountMinor === 0) return []
  const kind = amountMinor > 0 ? 'income' : 'income_return'
  return [{ kind, settlement, amountMinor: Math.abs(amountMinor) }]
}

/** The tax in an amount that holds it, rounded half up. */
export const vatIn = (amountMinor: number, vatBp: number | null): number =>
  vatBp === null ? 0 : multiplyDivideRounded(amountMinor, vatBp, 10_000 + vatBp)

/** A part of what an order is sold for. */
export interface Part {
  name: string
  amountMinor: number
}

/** What a receipt's amount is for: each part where it is for all of them, else the first of them alone. */
export const partsOf = (amountMinor: number, parts: readonly Part[]): Part[] =>
  parts.length > 0 && parts.reduce((sum, part) => sum + part.amountMinor, 0) === amountMinor
    ? parts.filter((part) => part.amountMinor > 0)
    : [{ name: parts[0]?.name ?? '', amountMinor }]

const pauses = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
]

/** When a receipt is sent again that went out so often; null: a person looks. */
export const nextAttempt = (attempts: number, callMs: number, now: Date): Date | null => {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : new Date(now.getTime() + callMs + pause)
}

/** The key that the till knows a receipt by: what it refused is another receipt when it is sent again. */
export const keyOf = ({ id, round }: { id: number; round: number }): string => `receipt:${id}:${round}`

/** What the code on a printed receipt says, by the till's own clocks; any application that checks receipts reads it. */
export function printedCode(
  receipt: {
    kind: ReceiptKind
    amountMinor: number
    documentNumber: string
    driveNumber: string
    fiscalSign: string
    registeredAt: Date
  },
  timeZone: string,
): string {
  const { driveNumber, documentNumber, fiscalSign, kind, amountMinor, registeredAt } = receipt
  const { hour, minute } = localTime(registeredAt, timeZone)
  const two = (n: number) => String(n).padStart(2, '0')
  const at = `${dayOf(registeredAt, timeZone).replaceAll('-', '')}T${two(hour)}${two(minute)}`
  const sum = (amountMinor / 100).toFixed(2)
  return `t=${at}&s=${sum}&fn=${driveNumber}&i=${documentNumber}&fp=${fiscalSign}&n=${kind === 'income' ? 1 : 2}`
}
