/** How often a plan is paid. */
export const planFrequencies = ['monthly', 'annually'] as const
export type PlanFrequency = (typeof planFrequencies)[number]

/** Where a business may be. */
export const planCountries = ['DE', 'RU'] as const
export type PlanCountry = (typeof planCountries)[number]

/** Minor units for one station and month, before volume and country. */
const baseMinor: Record<PlanFrequency, number> = { monthly: 1600, annually: 1500 }
const monthsOf: Record<PlanFrequency, number> = { monthly: 1, annually: 12 }
const countryPercent: Record<PlanCountry, number> = { DE: 100, RU: 60 }

function volumePercent(count: number): number {
  if (count <= 0) return 0
  if (count === 1) return 100
  if (count <= 10) return 90
  return count <= 100 ? 80 : 70
}

export interface PlanPrice {
  /** for one station and month */
  unitMinor: number
  /** for all stations and one month */
  monthMinor: number
  /** for all stations and the whole period: what is charged */
  periodMinor: number
  /** below the price of a month for one station */
  discountPercent: number
}

/** What a plan costs for so many stations, paid so often, by a business of a country; Germany until that is known. */
export function planPriceOf(count: number, frequency: PlanFrequency, country: PlanCountry = 'DE'): PlanPrice {
  const percent = volumePercent(count) * countryPercent[country]
  // whole for every factor that there is
  const unitMinor = (baseMinor[frequency] * percent) / 10_000
  const monthMinor = unitMinor * count
  const full = baseMinor.monthly
  return {
    unitMinor,
    monthMinor,
    periodMinor: monthMinor * monthsOf[frequency],
    discountPercent: count === 0 ? 0 : Math.round(((full - unitMinor) * 100) / full),
  }
}
