// Reckons a bill again from its JSON and its tariff's alone, as a partner would: written from the standard, without a line of ours.

interface Component {
  type: string
  price: number
  vat?: number
  step_size: number
}
interface Restrictions {
  start_time?: string
  end_time?: string
  start_date?: string
  end_date?: string
  min_kwh?: number
  max_kwh?: number
  min_power?: number
  max_power?: number
  min_duration?: number
  max_duration?: number
  day_of_week?: string[]
}
interface TariffJson {
  elements: { price_components: Component[]; restrictions?: Restrictions }[]
  tax_included?: string
  min_price?: { incl_vat?: number; after_taxes?: number }
  max_price?: { incl_vat?: number; after_taxes?: number }
}
interface CdrJson {
  start_date_time: string
  tariffs: TariffJson[]
  charging_periods: { start_date_time: string; dimensions: { type: string; volume: number }[] }[]
}

interface Moment {
  time: string
  date: string
  weekday: string
  seconds: number
  kwh: number
  leastKw: number
  mostKw: number
}

/** What was used at a price: seconds, Wh, or once. */
interface Used {
  component: Component
  amount: number
}

/** The costs of a bill with taxes, in hundredths of the currency's unit, each dimension rounded half up once. */
export interface Reckoned {
  energy: number
  time: number
  flat: number
  parking: number
  total: number
}

/** Reckons a bill by its first tariff; times of day are those of `timeZone`. */
export function reckon(cdr: CdrJson, timeZone: string): Reckoned {
  const tariff = cdr.tariffs[0]
  if (!tariff) throw new Error('the bill has no tariff')
  const used = usedIn(cdr, tariff, timeZone)
  const parking = stepped(used('PARKING_TIME'))
  // a step rounds time and parking together: the last of them
  const time = parking.length > 0 ? used('TIME') : stepped(used('TIME'))
  const energy = stepped(used('ENERGY'))
  const isNet = tariff.tax_included === undefined || tariff.tax_included === 'NO'
  const cost = (list: Used[], perUnit: bigint) => costOf(list, perUnit, isNet)
  const costs = {
    energy: cost(energy, 1000n),
    time: cost(time, 3600n),
    flat: cost(used('FLAT').slice(0, 1), 1n),
    parking: cost(parking, 3600n),
  }
  const sum = costs.energy + costs.time + costs.flat + costs.parking
  const least = hundredths(tariff.min_price) ?? 0
  const most = hundredths(tariff.max_price) ?? Number.POSITIVE_INFINITY
  return { ...costs, total: Math.min(Math.max(sum, least), most) }
}

const hundredths = (limit: TariffJson['min_price']): number | undefined => {
  const amount = limit?.incl_vat ?? limit?.after_taxes
  return amount === undefined ? undefined : Math.round(amount * 100)
}

/** For a dimension, what the periods used of it at each price, in order. */
function usedIn(cdr: CdrJson, tariff: TariffJson, timeZone: string) {
  const began = Date.parse(cdr.start_date_time)
  let wattHours = 0
  const moments = cdr.charging_periods.map(({ start_date_time, dimensions }) => {
    const at = new Date(start_date_time)
    const volume = (type: string) => dimensions.find((one) => one.type === type)?.volume
    const moment: Moment = {
      ...clockAt(at, timeZone),
      seconds: (at.getTime() - began) / 1000,
      kwh: wattHours / 1000,
      leastKw: volume('MIN_POWER') ?? 0,
      mostKw: volume('MAX_POWER') ?? 0,
    }
    wattHours += Math.round((volume('ENERGY') ?? 0) * 1000)
    return { moment, volume }
  })
  return (type: string): Used[] =>
    moments.flatMap(({ moment, volume }) => {
      const amount = amountOf(type, volume)
      if (amount === 0) return []
      const component = tariff.elements
        .filter(({ restrictions }) => isMet(restrictions, moment))
        .flatMap(({ price_components }) => price_components)
        .find((one) => one.type === type)
      return component ? [{ component, amount }] : []
    })
}

/** A fee is due from the first period in which it holds, whatever was used in it. */
const amountOf = (type: string, volume: (type: string) => number | undefined): number =>
  type === 'FLAT' ? 1 : Math.round((volume(type) ?? 0) * (type === 'ENERGY' ? 1000 : 3600))

function isMet(r: Restrictions | undefined, at: Moment): boolean {
  if (!r) return true
  const checks = [
    r.start_date === undefined || at.date >= r.start_date,
    r.end_date === undefined || at.date < r.end_date,
    r.min_kwh === undefined || at.kwh >= r.min_kwh,
    r.max_kwh === undefined || at.kwh < r.max_kwh,
    r.min_power === undefined || at.leastKw >= r.min_power,
    r.max_power === undefined || at.mostKw < r.max_power,
    r.min_duration === undefined || at.seconds >= r.min_duration,
    r.max_duration === undefined || at.seconds < r.max_duration,
    r.day_of_week === undefined || r.day_of_week.length === 0 || r.day_of_week.includes(at.weekday),
  ]
  return checks.every(Boolean) && isInHours(r.start_time ?? '00:00', r.end_time ?? '00:00', at.time)
}

function isInHours(from: string, to: string, now: string): boolean {
  if (from === to) return true
  return from < to ? now >= from && now < to : now >= from || now < to
}

function clockAt(at: Date, timeZone: string): Pick<Moment, 'time' | 'date' | 'weekday'> {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'long',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return {
    time: `${part('hour')}:${part('minute')}`,
    date: `${part('year')}-${part('month')}-${part('day')}`,
    weekday: part('weekday').toUpperCase(),
  }
}

/** The step of the last price rounds up the whole amount; what is added costs that price. */
function stepped(list: Used[]): Used[] {
  const last = list.at(-1)
  if (!last) return list
  const amount = list.reduce((sum, one) => sum + one.amount, 0)
  const step = Math.max(1, last.component.step_size)
  const added = Math.ceil(amount / step) * step - amount
  return [...list.slice(0, -1), { component: last.component, amount: last.amount + added }]
}

/** Exact, and rounded half up at the end: prices have four decimals, VAT four decimals of a percent. */
function costOf(list: Used[], perUnit: bigint, isNet: boolean): number {
  let exact = 0n
  for (const { component, amount } of list) {
    const withVat = 1_000_000n + (isNet ? BigInt(Math.round((component.vat ?? 0) * 10_000)) : 0n)
    exact += BigInt(Math.round(component.price * 10_000)) * BigInt(amount) * withVat
  }
  const divisor = perUnit * 1_000_000n * 100n
  return Number((exact * 2n + divisor) / (divisor * 2n))
}
