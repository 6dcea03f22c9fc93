import {
  codecOf,
  type DayOfWeek,
  lossesOf,
  type PriceComponent as OcpiComponent,
  type TariffElement as OcpiElement,
  type OcpiVersion,
  type PriceLimit,
  type Tariff,
  type TariffRestrictions,
} from '@stationmaster/ocpi'
import { vatIn } from '../../../money/receipts/rules.ts'
import {
  componentOf,
  type PriceComponent,
  type Restrictions,
  type TariffElement,
  type TariffVersion,
} from '../../../places/tariffs/elements.ts'
import { clockOf, type IdleTerms } from '../../../places/tariffs/idle-terms.ts'

/** What a partner cannot learn from a tariff of ours, by name. The bill is right all the same: it has our price. */
export type TariffLoss =
  | 'discount'
  | 'decimals'
  | 'start_fee_needs_energy'
  | 'lowest_price_needs_energy'
  | 'several_start_fees'
  | 'start_fee_while_parking'
  | 'limits_without_parking'
  | 'steps_before_parking'
  | 'idle_grace'
  | 'idle_cap'

/** A version of a tariff of ours, with all that a partner sees of it. */
export interface OwnTariff {
  countryCode: string
  partyId: string
  id: string
  /** ISO 4217 */
  currency: string
  version: TariffVersion
  idle: IdleTerms | null
  /** in basis points, and in every price; null: there is no VAT */
  vatBp: number | null
  validFrom?: Date
  validTo?: Date
  lastUpdated: Date
}

const daysOfWeek: readonly DayOfWeek[] = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
]

/** Kopecks in millionths of the currency's unit. */
export const microOf = (minor: number): number => minor * 10_000

/** Basis points of VAT in millionths. */
export const ppmOf = (vatBp: number): number => vatBp * 100

/** Our tariff as partners have it: a discount is in the prices, and the parking fee is an element of its own. */
export function tariffOf(own: OwnTariff): Tariff {
  const { version, idle, vatBp } = own
  const elements = version.elements
    .map((element) => elementOf(element, own))
    .filter((one) => one !== undefined)
  const parking = idle && idle.blockMinor > 0 ? [parkingElement(idle, vatBp)] : []
  const all = [...elements, ...parking]
  return {
    countryCode: own.countryCode,
    partyId: own.partyId,
    id: own.id,
    currency: own.currency,
    tariffAltText: [],
    ...(version.minPriceMinor ? { minPrice: limitOf(version.minPriceMinor, vatBp) } : {}),
    ...(typeof version.maxPriceMinor === 'number' ? { maxPrice: limitOf(version.maxPriceMinor, vatBp) } : {}),
    elements: all.length > 0 ? all : [freeOfCharge],
    taxIncluded: vatBp === null ? 'N/A' : 'YES',
    ...(own.validFrom ? { startDateTime: own.validFrom } : {}),
    ...(own.validTo ? { endDateTime: own.validTo } : {}),
    lastUpdated: own.lastUpdated,
  }
}

/** As the standard has a tariff that costs nothing. */
const freeOfCharge: OcpiElement = { priceComponents: [{ type: 'FLAT', priceMicro: 0, stepSize: 1 }] }

/** What a partner that speaks a version cannot learn from a tariff. */
export function tariffLosses(own: OwnTariff, version: OcpiVersion): TariffLoss[] {
  const { elements, discountPercent, minPriceMinor, maxPriceMinor } = own.version
  const fees = elements.filter((element) => componentOf(element, 'flat'))
  const hasSteps = elements.some((element) => (componentOf(element, 'time')?.stepSize ?? 1) > 1)
  const parks = own.idle !== null && own.idle.blockMinor > 0
  const found: [TariffLoss, boolean][] = [
    ['discount', discountPercent > 0],
    ['decimals', lossesOf(codecOf(version).tariff, tariffOf(own)).length > 0],
    ['start_fee_needs_energy', fees.some((element) => componentOf(element, 'flat')?.priceMicro !== 0)],
    ['lowest_price_needs_energy', (minPriceMinor ?? 0) > 0],
    ['several_start_fees', fees.length > 1],
    ['start_fee_while_parking', parks && fees.some(({ restrictions }) => restrictions)],
    ['limits_without_parking', parks && ((minPriceMinor ?? 0) > 0 || typeof maxPriceMinor === 'number')],
    ['steps_before_parking', parks && hasSteps],
    ['idle_grace', parks && (own.idle?.graceSeconds ?? 0) > 0],
    ['idle_cap', parks && own.idle?.capMinor !== null],
  ]
  return found.filter(([, isLost]) => isLost).map(([name]) => name)
}

function elementOf(element: TariffElement, { version, vatBp }: OwnTariff): OcpiElement | undefined {
  const components = element.components.flatMap((component) => componentsOf(component, version, vatBp))
  if (components.length === 0) return undefined
  const restrictions = restrictionsOf(element.restrictions)
  return { priceComponents: components, ...(restrictions && { restrictions }) }
}

const types = { energy: 'ENERGY', time: 'TIME', flat: 'FLAT' } as const
/** A unit of theirs in units of ours: an hour has sixty minutes. */
const unitsOf = { energy: 1, time: 60, flat: 1 } as const

function componentsOf(
  { dimension, priceMicro, stepSize = 1 }: PriceComponent,
  { discountPercent }: TariffVersion,
  vatBp: number | null,
): OcpiComponent[] {
  // parked cars pay by the terms of the location
  if (dimension === 'idle') return []
  // thousandths of a kopeck are tens of millionths of a rouble
  const micro = (priceMicro * 10 * unitsOf[dimension] * (100 - discountPercent)) / 100
  return [{ type: types[dimension], priceMicro: micro, ...vatOf(vatBp), stepSize }]
}

const vatOf = (vatBp: number | null) => (vatBp === null ? {} : { vatPpm: ppmOf(vatBp) })

function restrictionsOf(own: Restrictions | undefined): TariffRestrictions | undefined {
  if (!own) return undefined
  const { startTime, endTime, startDate, endDate } = own
  // a window whose ends are the same is the whole day
  const hasWindow = (startTime ?? '00:00') !== (endTime ?? '00:00')
  const restrictions: TariffRestrictions = {
    ...(hasWindow && startTime ? { startTime } : {}),
    ...(hasWindow && endTime ? { endTime } : {}),
    ...(startDate ? { startDate } : {}),
    ...(endDate ? { endDate } : {}),
    ...present('minEnergyWh', own.minWh),
    ...present('maxEnergyWh', own.maxWh),
    ...present('minPowerWatts', own.minPowerW),
    ...present('maxPowerWatts', own.maxPowerW),
    ...present('minDurationSeconds', own.minDurationSeconds),
    ...present('maxDurationSeconds', own.maxDurationSeconds),
    daysOfWeek: (own.daysOfWeek ?? []).map((day) => daysOfWeek[day]).filter((day) => day !== undefined),
  }
  const { daysOfWeek: days, ...others } = restrictions
  return days.length > 0 || Object.keys(others).length > 0 ? restrictions : undefined
}

const present = <K extends string>(name: K, value: number | undefined): { [P in K]?: number } =>
  (value === undefined ? {} : { [name]: value }) as { [P in K]?: number }

/** The fee of a car that stays: blocks are steps, and outside of the window there is no price. */
function parkingElement({ blockSeconds, blockMinor, night }: IdleTerms, vatBp: number | null): OcpiElement {
  const priceMicro = (microOf(blockMinor) * 3600) / blockSeconds
  const component: OcpiComponent = {
    type: 'PARKING_TIME',
    priceMicro,
    ...vatOf(vatBp),
    stepSize: blockSeconds,
  }
  const isLimited = night && night.from !== night.to
  return {
    priceComponents: [component],
    ...(isLimited && {
      restrictions: { startTime: clockOf(night.to), endTime: clockOf(night.from), daysOfWeek: [] },
    }),
  }
}

/** A lowest or highest price, without its VAT as a bill has it. */
function limitOf(minor: number, vatBp: number | null): PriceLimit {
  return {
    beforeTaxesMicro: microOf(minor - vatIn(minor, vatBp)),
    afterTaxesMicro: microOf(minor),
  }
}
