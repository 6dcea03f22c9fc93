import { multiplyDivideRounded } from '@stationmaster/units'
import type { TariffElement, TariffVersion } from '../../../places/tariffs/elements.ts'
import type { StoredVersion } from '../../../places/tariffs/store.ts'
import { type DatedVersion, versionAt } from './dated.ts'

/** By what a company charges: our prices, those by some percent dearer or cheaper, or a tariff of its own. */
export type ContractCharging = 'public' | 'percent' | 'tariff'

/** Who owes the VAT of what a company pays: we, its recipient abroad, or nobody. */
export type VatKind = 'domestic' | 'reverse_charge' | 'exempt'

/** What a company has agreed on for a time. */
export interface FleetContract {
  id: number
  validFrom: Date
  /** the first instant at which it no longer holds; null: no end */
  validTo: Date | null
  charging: ContractCharging
  /** how much dearer than ours its prices are; less than 0: cheaper */
  percent: number
  /** of its own tariff, the latest first; empty where it has none */
  versions: readonly DatedVersion[]
  vat: VatKind
}

/** The contract in force at an instant. */
export const contractAt = (contracts: readonly FleetContract[], at: Date): FleetContract | undefined =>
  contracts.find(({ validFrom, validTo }) => validFrom <= at && (validTo === null || at < validTo))

/** What a connector costs under a contract; nothing where nobody else pays either. */
export function pricedBy<T extends TariffVersion>(
  { charging, percent, versions }: FleetContract,
  usual: T | null,
  at: Date,
): { version: T | StoredVersion | null; pricePercent: number } {
  if (usual === null || charging === 'public') return { version: usual, pricePercent: 0 }
  if (charging === 'tariff') return { version: versionAt(versions, at) ?? usual, pricePercent: 0 }
  return { version: withPercent(usual, percent), pricePercent: percent }
}

/**
 * A version whose every price is by some percent dearer or cheaper: prices rounded half up to hundredths of a kopeck, which are the four
 * decimals of OCPI, lowest and highest price to kopecks. The prices themselves change, not the sum, so the lines of a bill are those that
 * a partner reckons from its tariff.
 */
export function withPercent<T extends TariffVersion>(version: T, percent: number): T {
  if (percent === 0) return version
  const dearer = (price: number) => multiplyDivideRounded(price, 100 + percent, 100)
  const bound = (minor: number | null | undefined) => (typeof minor === 'number' ? dearer(minor) : null)
  return {
    ...version,
    elements: elementsWith(version.elements, percent),
    minPriceMinor: bound(version.minPriceMinor),
    maxPriceMinor: bound(version.maxPriceMinor),
  }
}

/** The same of elements alone. */
export function elementsWith(elements: TariffElement[], percent: number): TariffElement[] {
  if (percent === 0) return elements
  return elements.map((element) => ({
    ...element,
    components: element.components.map((one) => ({
      ...one,
      priceMicro: 10 * multiplyDivideRounded(one.priceMicro, 100 + percent, 1000),
    })),
  }))
}

/** What of VAT, in basis points, is in the prices of a contract; null: none. */
export const vatBpUnder = (vat: VatKind | null, domesticBp: number | null): number | null =>
  vat === null || vat === 'domestic' ? domesticBp : null
