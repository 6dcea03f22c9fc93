import { divideRounded } from '@stationmaster/units'
import { z } from 'zod'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const wattHours = z.number().int().min(0)
const watts = z.number().int().min(0)
const seconds = z.number().int().min(0)

/** A million roubles per unit: ten thousand kWh at it still stay below 2^53 thousandths of a kopeck. */
const highestPriceMicro = 100_000_000_000

export const componentSchema = z.strictObject({
  /** `idle` is priced with the parking fee after the end of charging, not with the charge itself. */
  dimension: z.enum(['energy', 'time', 'flat', 'idle']),
  /** thousandths of a kopeck per kWh (energy), per minute (time, idle) or per session (flat) */
  priceMicro: z.number().int().min(0).max(highestPriceMicro),
  /** Wh or seconds; what is billed of the dimension is rounded up to whole steps */
  stepSize: z.number().int().min(1).max(1_000_000).optional(),
})

export const restrictionsSchema = z
  .strictObject({
    /** local clock times; a window whose end is not after its start runs over midnight, equal ends are a whole day */
    startTime: timeOfDay.optional(),
    endTime: timeOfDay.optional(),
    /** local days; the end date is the first day on which the element no longer holds */
    startDate: z.iso.date().optional(),
    endDate: z.iso.date().optional(),
    /** every lower limit belongs to its range, every upper limit does not */
    minWh: wattHours.optional(),
    maxWh: wattHours.optional(),
    minPowerW: watts.optional(),
    maxPowerW: watts.optional(),
    minDurationSeconds: seconds.optional(),
    maxDurationSeconds: seconds.optional(),
    /** 0 is Sunday; the local day of the moment, so that a window over midnight needs both days */
    daysOfWeek: z.array(z.number().int().min(0).max(6)).min(1).optional(),
  })
  .refine(
    (r) =>
      below(r.minWh, r.maxWh) &&
      below(r.minPowerW, r.maxPowerW) &&
      below(r.minDurationSeconds, r.maxDurationSeconds) &&
      below(r.startDate, r.endDate),
    'A lower limit is not below its upper limit',
  )

export const elementSchema = z.strictObject({
  components: z
    .array(componentSchema)
    .min(1)
    .refine(
      (components) => new Set(components.map((c) => c.dimension)).size === components.length,
      'A dimension has two prices',
    ),
  restrictions: restrictionsSchema.optional(),
})

/** The elements of a tariff version as they are stored (OCPI 2.2.1, 11.3.1 and 11.4.4, in our units). */
export const elementsSchema = z.array(elementSchema).min(1).max(200)

export type PriceComponent = z.infer<typeof componentSchema>
export type Dimension = PriceComponent['dimension']
export type Restrictions = z.infer<typeof restrictionsSchema>
export type TariffElement = z.infer<typeof elementSchema>

export interface TariffVersion {
  id: number
  /** the first element whose restrictions match wins, for each dimension on its own */
  elements: TariffElement[]
  /** whole percent, 0 to 100 */
  discountPercent: number
  minPriceMinor?: number | null
  maxPriceMinor?: number | null
}

export interface SimplePrices {
  tariffMinorPerKwh: number
  rateMinorPerMinute: number
  startFeeMinor: number
}

/** What a session costs at least and at most, in kopecks; null: no bound. */
export interface PriceBounds {
  minPriceMinor: number | null
  maxPriceMinor: number | null
}

/** Elements of a price without conditions, in kopecks per kWh, per minute and per session (domain.md#tariffs). */
export function simpleElements(prices: SimplePrices): TariffElement[] {
  const components: PriceComponent[] = [{ dimension: 'energy', priceMicro: prices.tariffMinorPerKwh * 1000 }]
  if (prices.rateMinorPerMinute > 0)
    components.push({ dimension: 'time', priceMicro: prices.rateMinorPerMinute * 1000 })
  if (prices.startFeeMinor > 0)
    components.push({ dimension: 'flat', priceMicro: prices.startFeeMinor * 1000 })
  return [{ components }]
}

/**
 * The three prices that a connector shows, in whole kopecks per kWh, minute and session: of each dimension the first
 * price without conditions, else the first one, else 0.
 */
export function simpleView(elements: TariffElement[]): { tariff: number; rate: number; startFee: number } {
  return {
    tariff: shownMinor(elements, 'energy'),
    rate: shownMinor(elements, 'time'),
    startFee: shownMinor(elements, 'flat'),
  }
}

/** The price of a dimension in an element, if it has one. */
export function componentOf(element: TariffElement, dimension: Dimension): PriceComponent | undefined {
  return element.components.find((component) => component.dimension === dimension)
}

/**
 * Whether the price of a charge needs the meter values on the way; when false, its first and last register and its
 * period give the same price.
 */
export function needsSeries(version: Pick<TariffVersion, 'elements'>): boolean {
  return version.elements.some((element) => {
    const conditions = conditionsOf(element)
    const byPower = conditions.some((condition) => powerConditions.includes(condition))
    const byEnergy = conditions.some((condition) => energyConditions.includes(condition))
    const byMoment = conditions.some((c) => !powerConditions.includes(c) && !energyConditions.includes(c))
    return element.components.some(
      ({ dimension }) => dimension !== 'idle' && (byPower || (dimension === 'energy' ? byMoment : byEnergy)),
    )
  })
}

/** Whether the price of a charge depends on when it began or ended, not only on its energy. */
export const dependsOnTime = ({ elements }: Pick<TariffVersion, 'elements'>): boolean =>
  elements.some(
    (element) =>
      element.components.some(({ dimension }) => dimension === 'time' || dimension === 'idle') ||
      conditionsOf(element).some((c) => !powerConditions.includes(c) && !energyConditions.includes(c)),
  )

const powerConditions: string[] = ['minPowerW', 'maxPowerW']
const energyConditions: string[] = ['minWh', 'maxWh']

/** Whether each kWh and each minute costs the same, whenever and however much is charged. */
export const isUniform = ({ elements }: Pick<TariffVersion, 'elements'>): boolean =>
  elements.length === 1 && elements.every((element) => conditionsOf(element).length === 0)

function conditionsOf({ restrictions }: TariffElement): string[] {
  return Object.entries(restrictions ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

function shownMinor(elements: TariffElement[], dimension: Dimension): number {
  const priced = elements.filter((element) => componentOf(element, dimension))
  const shown = priced.find((element) => conditionsOf(element).length === 0) ?? priced[0]
  return shown ? divideRounded(componentOf(shown, dimension)?.priceMicro ?? 0, 1000) : 0
}

function below<T extends number | string>(low: T | undefined, high: T | undefined): boolean {
  return low === undefined || high === undefined || low < high
}
