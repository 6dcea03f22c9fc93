import { createHash } from 'node:crypto'
import type { TariffGap, TariffObstacle } from '@stationmaster/contract'
import {
  type ConditionalPrice,
  type PriceConditions,
  type StationTariff,
  withoutUndefined,
} from '@stationmaster/ocpp'
import { componentOf, type Restrictions, type TariffElement, type TariffVersion } from '../elements.ts'
import type { IdleTerms } from '../idle-terms.ts'

/** A price as a station gets it, or why it is not. */
export interface Translated {
  /** null: the station would reckon something else than our bill */
  tariff: StationTariff | null
  obstacles: TariffObstacle[]
  /** what the station does not know of the price; what it reckons agrees with our bill all the same */
  gaps: TariffGap[]
}

interface PriceAtStation {
  version: TariffVersion
  /** the fee for cars that stay; null: none */
  idle: IdleTerms | null
  currency: string
  evse: number
  /** absent: it holds already */
  validFrom?: Date
}

/** A version of a tariff as the EVSE of a station reckons with it. Prices are what drivers pay, with VAT, less the tariff's discount. */
export function translate({ version, idle, currency, evse, validFrom }: PriceAtStation): Translated {
  const obstacles = obstaclesOf(version)
  const gaps = gapsOf(version, idle)
  if (obstacles.length > 0) return { tariff: null, obstacles, gaps }
  const content = withoutUndefined<Omit<StationTariff, 'id' | 'validFrom'>>({
    currency,
    energy: pricesOf(version, 'energy'),
    time: pricesOf(version, 'time'),
    fee: untilUnconditional(pricesOf(version, 'flat')),
    leastMinor: version.minPriceMinor ?? undefined,
    mostMinor: version.maxPriceMinor ?? undefined,
  })
  const id = `${version.id}-${hashOf(content)}-${evse}`
  return { tariff: { id, ...content, ...(validFrom ? { validFrom } : {}) }, obstacles, gaps }
}

/** Another content must have another id, also where the bounds of a tariff change and its version stays (2.1 part 2, I08). */
const hashOf = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 10)

type Sent = 'energy' | 'time' | 'flat'

function pricesOf({ elements, discountPercent }: TariffVersion, dimension: Sent): ConditionalPrice[] {
  return elements.flatMap((element) => {
    const component = componentOf(element, dimension)
    if (!component) return []
    const priceMicro = (component.priceMicro * (100 - discountPercent)) / 100
    return conditionsOf(element.restrictions).map((when) => ({ priceMicro, ...(when ? { when } : {}) }))
  })
}

/** What comes after a price that always holds never rules. */
function untilUnconditional(prices: ConditionalPrice[]): ConditionalPrice[] {
  const last = prices.findIndex(({ when }) => !when)
  return last < 0 ? prices : prices.slice(0, last + 1)
}

const midnight = '00:00'

/**
 * The conditions of an element, one or two of them: to which day the hours after midnight belong is read in two ways, so a window over
 * midnight that holds on some days only is sent as its two parts.
 */
function conditionsOf(restrictions: Restrictions | undefined): (PriceConditions | undefined)[] {
  const { startTime = midnight, endTime = midnight, daysOfWeek, startDate, endDate } = restrictions ?? {}
  const others = withoutUndefined<PriceConditions>({
    daysOfWeek,
    fromDate: startDate,
    toDate: endDate,
    minWh: restrictions?.minWh,
    maxWh: restrictions?.maxWh,
    minSeconds: restrictions?.minDurationSeconds,
    maxSeconds: restrictions?.maxDurationSeconds,
  })
  if (startTime === endTime) return [Object.keys(others).length > 0 ? others : undefined]
  const isOver = startTime > endTime && endTime !== midnight
  if (!isOver || !(daysOfWeek ?? startDate ?? endDate)) return [{ ...others, from: startTime, to: endTime }]
  return [
    { ...others, from: startTime, to: midnight },
    { ...others, from: midnight, to: endTime },
  ]
}

function obstaclesOf({ elements }: TariffVersion): TariffObstacle[] {
  const charged = elements.filter((element) => componentOf(element, 'energy') ?? componentOf(element, 'time'))
  const found: [TariffObstacle, boolean][] = [
    ['steps', charged.some((element) => hasSteps(element))],
    [
      'power',
      charged.some(({ restrictions: r }) => r?.minPowerW !== undefined || r?.maxPowerW !== undefined),
    ],
    ['time_by_energy', elements.some((one) => componentOf(one, 'time') && isByEnergy(one.restrictions))],
    ['start_fee', !isFeeKnownAtStart(elements)],
  ]
  return found.filter(([, stands]) => stands).map(([name]) => name)
}

const hasSteps = (element: TariffElement): boolean =>
  (['energy', 'time'] as const).some((dimension) => (componentOf(element, dimension)?.stepSize ?? 1) > 1)

const isByEnergy = (r: Restrictions | undefined): boolean => r?.minWh !== undefined || r?.maxWh !== undefined

/** A station looks for the fee once, when a session starts; ours is due from the first moment at which one holds. */
function isFeeKnownAtStart(elements: TariffElement[]): boolean {
  const fees = elements.filter((element) => componentOf(element, 'flat'))
  const always = fees.findIndex(
    ({ restrictions }) => conditionsOf(restrictions)[0] === undefined && !isByPower(restrictions),
  )
  if (always < 0) return fees.length === 0
  return fees
    .slice(0, always)
    .every(({ restrictions: r }) => !isByPower(r) && !isByEnergy(r) && !isByDuration(r))
}

const isByPower = (r: Restrictions | undefined): boolean =>
  r?.minPowerW !== undefined || r?.maxPowerW !== undefined
const isByDuration = (r: Restrictions | undefined): boolean =>
  r?.minDurationSeconds !== undefined || r?.maxDurationSeconds !== undefined

function gapsOf({ elements, minPriceMinor }: TariffVersion, idle: IdleTerms | null): TariffGap[] {
  const hasFee = elements.some((element) => (componentOf(element, 'flat')?.priceMicro ?? 0) > 0)
  const found: [TariffGap, boolean][] = [
    ['idle_fee', idle !== null && idle.blockMinor > 0],
    ['no_energy', hasFee || (minPriceMinor ?? 0) > 0],
  ]
  return found.filter(([, stands]) => stands).map(([name]) => name)
}
