import { multiplyDivideRounded } from '@stationmaster/units'

/** The tax in an amount that holds it, rounded half up once. */
export const taxIn = (amountMinor: number, taxPercent: number | null): number =>
  taxPercent === null
    ? 0
    : multiplyDivideRounded(amountMinor, Math.round(taxPercent * 100), 10_000 + Math.round(taxPercent * 100))
