import { monthOf } from '@stationmaster/units'
import type { VatKind } from '../../../charging/drivers/terms/contract.ts'

/** The days of a contract, both included; null: no end. */
export interface Days {
  validFrom: string
  validTo: string | null
}

export type ContractState = 'future' | 'current' | 'past'

/** Whether a contract is still to come, in force, or over on a day. */
export const stateOn = ({ validFrom, validTo }: Days, today: string): ContractState =>
  validFrom > today ? 'future' : validTo !== null && validTo < today ? 'past' : 'current'

/** Whether some day belongs to both. */
export const overlap = (one: Days, other: Days): boolean =>
  (one.validTo === null || other.validFrom <= one.validTo) &&
  (other.validTo === null || one.validFrom <= other.validTo)

/** Why a contract may not be agreed on beside others. */
export type ContractRefusal = 'starts_too_early' | 'ends_before_start' | 'overlaps' | 'vat_within_month'

/**
 * Whether a contract may be added on a day; null: it may. What is over is charged already, so nothing begins before today; and an invoice
 * is of one month and of one kind of VAT.
 */
export function refusalOf(
  added: Days & { vat: VatKind },
  others: readonly (Days & { vat: VatKind })[],
  today: string,
): ContractRefusal | null {
  if (added.validFrom < today) return 'starts_too_early'
  if (added.validTo !== null && added.validTo < added.validFrom) return 'ends_before_start'
  if (others.some((one) => overlap(one, added))) return 'overlaps'
  const clashes = others.some((one) => one.vat !== added.vat && shareMonth(one, added))
  return clashes ? 'vat_within_month' : null
}

const shareMonth = (one: Days, other: Days): boolean => overlap(months(one), months(other))
const months = ({ validFrom, validTo }: Days): Days => ({
  validFrom: monthOf(validFrom),
  validTo: validTo && monthOf(validTo),
})

/** Who owes the VAT of what a partner pays, as follows from two countries: of a recipient abroad the recipient. */
export const suggestedVat = (ours: string | undefined, theirs: readonly string[]): VatKind =>
  ours === undefined || theirs.length === 0 || theirs.includes(ours) ? 'domestic' : 'reverse_charge'
