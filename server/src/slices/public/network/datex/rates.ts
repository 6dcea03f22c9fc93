import type { IdlePrice, PublicTariff } from '@stationmaster/contract'
import { longAgo, recurring } from './hours.ts'
import { multilingual, type XmlNode } from './xml.ts'

type Element = PublicTariff['elements'][number]
type Restrictions = NonNullable<Element['restrictions']>

/** What the prices of a refill point are written from. */
export interface Pricing {
  currency: string
  /** the fee of a car that stays, where its tariff has none */
  idle: IdlePrice | null
  /** since when each version of a tariff holds */
  begins: ReadonlyMap<number, Date>
}

const priceTypes = {
  energy: 'pricePerKWh',
  time: 'pricePerMinute',
  flat: 'basePrice',
  idle: 'other',
} as const
const amountMost = 999_999.99

/** An amount in kopecks as DATEX II writes money: units with two decimals. */
const amountOf = (kopecks: number): string => Math.min(amountMost, Math.round(kopecks) / 100).toFixed(2)

/** The rate of everybody at a price: what a driver without a contract pays, with taxes, after the discount. */
export function rateOf(id: string, tariff: PublicTariff, { currency, idle, begins }: Pricing): XmlNode {
  const since = begins.get(tariff.id)?.toISOString() ?? longAgo
  const less = (100 - tariff.discount) / 100
  const stay = tariff.idle ?? idle
  const prices = tariff.elements.flatMap((element, nth) =>
    element.components.map(({ dimension, price }) =>
      priceOf(nth + 1, priceTypes[dimension], price * less, {
        since,
        restrictions: element.restrictions,
        notes: dimension === 'idle' ? ['for each minute that the car stays after charging'] : [],
      }),
    ),
  )
  return {
    '@id': id,
    'aegi:ratePolicy': 'adHoc',
    'aegi:lastUpdated': since,
    'aegi:applicableCurrency': currency,
    'aegi:maximumDeliveryFee': tariff.max_price === null ? undefined : amountOf(tariff.max_price),
    'aegi:minimumDeliveryFee': tariff.min_price === null ? undefined : amountOf(tariff.min_price),
    'aegi:energyPrice': [...prices, ...(stay ? [stayOf(tariff.elements.length + 1, stay)] : [])],
  }
}

/** The rate where charging costs nothing, and staying after it neither. */
export const freeRateOf = (id: string, currency: string): XmlNode => ({
  '@id': id,
  'aegi:ratePolicy': 'adHoc',
  'aegi:lastUpdated': longAgo,
  'aegi:applicableCurrency': currency,
  'aegi:energyPrice': { 'aegi:priceGroupIndex': 1, 'aegi:priceType': 'free', 'aegi:value': '0.00' },
})

interface Conditions {
  since: string
  restrictions: Restrictions | null
  notes: string[]
}

function priceOf(
  group: number,
  type: string,
  kopecks: number,
  { since, restrictions, notes }: Conditions,
): XmlNode {
  const all = [...notes, ...(restrictions ? unwritable(restrictions) : [])]
  return {
    'aegi:priceGroupIndex': group,
    'aegi:priceType': type,
    'aegi:value': amountOf(kopecks),
    'aegi:taxIncluded': true,
    'aegi:additionalInformation': all.length > 0 ? multilingual(all.join('; '), 'en') : undefined,
    ...(restrictions && conditionsOf(restrictions, since)),
  }
}

function stayOf(group: number, { block_amount, block_minutes, cap_amount, ...idle }: IdlePrice): XmlNode {
  const nights = idle.night_from === null ? '' : `, not from ${idle.night_from} to ${idle.night_to}`
  const text = `for each ${block_minutes} min that the car stays after charging, beginning ${idle.grace_minutes} min after it${nights}`
  return {
    'aegi:priceGroupIndex': group,
    'aegi:priceType': 'other',
    'aegi:value': amountOf(block_amount),
    'aegi:priceCap': cap_amount === null ? undefined : amountOf(cap_amount),
    'aegi:taxIncluded': true,
    'aegi:additionalInformation': multilingual(text, 'en'),
  }
}

/** When, how long and for which energy a price holds, as far as DATEX II can say it. */
function conditionsOf(r: Restrictions, since: string): Record<string, XmlNode> {
  const hasTimes = r.start_time !== undefined || r.end_time !== undefined
  const isPeriodic = hasTimes || r.days_of_week !== undefined
  const isDated = r.start_date !== undefined || r.end_date !== undefined
  const [fromMinute, toMinute] = [whole(r.min_duration_seconds, 60), whole(r.max_duration_seconds, 60)]
  const [fromKWh, toKWh] = [whole(r.min_wh, 1000), whole(r.max_wh, 1000)]
  const times = hasTimes
    ? [{ from: `${r.start_time ?? '00:00'}:00`, to: r.end_time ? `${r.end_time}:00` : '23:59:59' }]
    : []
  return {
    'aegi:overallPeriod':
      isPeriodic || isDated
        ? {
            'com:overallStartTime': r.start_date ? `${r.start_date}T00:00:00` : since,
            'com:overallEndTime': r.end_date && `${r.end_date}T00:00:00`,
            'com:validPeriod': isPeriodic ? recurring(times, r.days_of_week ?? []) : undefined,
          }
        : undefined,
    'aegi:timeBasedApplicability':
      fromMinute !== undefined || toMinute !== undefined
        ? { 'aegi:fromMinute': fromMinute, 'aegi:toMinute': toMinute }
        : undefined,
    'aegi:energyBasedApplicability':
      fromKWh !== undefined || toKWh !== undefined
        ? { 'aegi:fromKWh': fromKWh, 'aegi:toKWh': toKWh }
        : undefined,
  }
}

/** The conditions that DATEX II has no element for, in words: powers, and energies and times that are not whole. */
function unwritable(r: Restrictions): string[] {
  const said = (value: number | undefined, unit: number, text: (value: number) => string) =>
    value === undefined || value % unit === 0 ? [] : [text(value / unit)]
  const power = (value: number | undefined, text: string) =>
    value === undefined ? [] : [`${text} ${value / 1000} kW`]
  return [
    ...power(r.min_power_w, 'from'),
    ...power(r.max_power_w, 'below'),
    ...said(r.min_wh, 1000, (kWh) => `from ${kWh} kWh`),
    ...said(r.max_wh, 1000, (kWh) => `below ${kWh} kWh`),
    ...said(r.min_duration_seconds, 60, (minutes) => `from ${minutes.toFixed(2)} min`),
    ...said(r.max_duration_seconds, 60, (minutes) => `below ${minutes.toFixed(2)} min`),
  ]
}

const whole = (value: number | undefined, unit: number): number | undefined =>
  value === undefined || value % unit !== 0 ? undefined : value / unit
