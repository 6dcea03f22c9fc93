import { listed, type Payload, record } from '../link/payload.ts'

/** What the meter of a transaction showed at an instant, Wh since its start. */
export interface CurvePoint {
  ms: number
  wh: number
}

/** A tariff as it came (2.1 TariffType), and from when it counts. */
export interface Ruling {
  fromMs: number
  tariff: Payload
}

export interface Reckoning {
  /** hundredths of the currency's unit */
  totalMinor: number
  energyWh: number
  seconds: number
}

/** One ten-millionth of the currency's unit is the smallest part of a price. */
const partsPerUnit = 10_000_000
const dayMs = 86_400_000
const minuteMs = 60_000
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

interface Moment {
  /** HH:MM, YYYY-MM-DD and the day's name by the station's clock */
  time: string
  date: string
  day: string
  wh: number
  seconds: number
}

/**
 * What a transaction costs by the tariffs that rule it one after the other (2.1 part 2, I12): of each field the first price whose conditions
 * are met, the fee once at the start; energy, minutes and fee are each rounded half up, and the sum is held between the bounds of the last.
 */
export function reckon(
  rulings: readonly Ruling[],
  curve: readonly CurvePoint[],
  timeZone: string,
): Reckoning {
  const [begin] = curve
  const last = curve.at(-1)
  const [opening] = rulings
  if (!begin || !last || !opening) return { totalMinor: 0, energyWh: 0, seconds: 0 }
  const wholeSeconds = (ms: number) => Math.floor((ms - begin.ms) / 1000)
  const clock = wallOf(timeZone)
  let [energy, time] = [0n, 0n]
  for (const { from, to } of pieces(rulings, curve)) {
    const { tariff } = rulings.findLast(({ fromMs }) => fromMs <= from.ms) ?? opening
    const moment = { ...clock(from.ms), wh: from.wh, seconds: (from.ms - begin.ms) / 1000 }
    energy += priceAt(tariff.energy, 'priceKwh', moment) * BigInt(to.wh - from.wh)
    time +=
      priceAt(tariff.chargingTime, 'priceMinute', moment) *
      BigInt(wholeSeconds(to.ms) - wholeSeconds(from.ms))
  }
  const fee = priceAt(opening.tariff.fixedFee, 'priceFixed', { ...clock(begin.ms), wh: 0, seconds: 0 })
  const sum = minorOf(energy, 1000n) + minorOf(time, 60n) + minorOf(fee, 1n)
  const bounds = rulings.at(-1)?.tariff ?? opening.tariff
  const least = boundOf(bounds.minCost) ?? 0
  const most = boundOf(bounds.maxCost) ?? Number.POSITIVE_INFINITY
  return {
    totalMinor: Math.min(Math.max(sum, least), most),
    energyWh: last.wh,
    seconds: wholeSeconds(last.ms),
  }
}

/** Whether this station can reckon by a tariff: it knows no taxes, and no prices by power, current or the idle time. */
export function refusalOf(tariff: Payload): 'ConditionNotSupported' | 'Rejected' | null {
  const fields = [tariff.energy, tariff.chargingTime, tariff.idleTime, tariff.fixedFee].map(record)
  if (fields.some(({ taxRates }) => taxRates !== undefined)) return 'Rejected'
  if (JSON.stringify(tariff.chargingTime) !== JSON.stringify(tariff.idleTime)) return 'Rejected'
  const conditions = fields.flatMap(({ prices }) => listed(prices).map((one) => record(one.conditions)))
  return conditions.every((one) => Object.keys(one).every((name) => known.has(name)))
    ? null
    : 'ConditionNotSupported'
}
const known = new Set([
  'startTimeOfDay',
  'endTimeOfDay',
  'dayOfWeek',
  'validFromDate',
  'validToDate',
  'minEnergy',
  'maxEnergy',
  'minTime',
  'maxTime',
])

/** The most energy at an instant, Wh, with which a transaction costs no more than an amount. */
export function affordableWh(
  rulings: readonly Ruling[],
  curve: readonly CurvePoint[],
  timeZone: string,
  { ms, mostMinor }: { ms: number; mostMinor: number },
): number {
  const costs = (wh: number) => reckon(rulings, [...curve, { ms, wh }], timeZone).totalMinor
  let low = curve.at(-1)?.wh ?? 0
  let high = low + 1_000_000
  if (costs(high) <= mostMinor) return Number.POSITIVE_INFINITY
  if (costs(low) > mostMinor) return low
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (costs(middle) <= mostMinor) low = middle
    else high = middle
  }
  return low
}

/** The curve, cut wherever a condition may begin or end; energy flows evenly between two points. */
function pieces(rulings: readonly Ruling[], curve: readonly CurvePoint[]) {
  const [begin] = curve
  if (!begin) return []
  const conditions = rulings
    .flatMap(({ tariff }) => [tariff.energy, tariff.chargingTime])
    .flatMap((field) => listed(record(field).prices).map((price) => record(price.conditions)))
  const byClock = conditions.some((one) =>
    ['startTimeOfDay', 'endTimeOfDay', 'dayOfWeek', 'validFromDate', 'validToDate'].some(
      (name) => name in one,
    ),
  )
  const instants = [
    ...rulings.map(({ fromMs }) => fromMs),
    ...conditions.flatMap(({ minTime, maxTime }) =>
      [minTime, maxTime].flatMap((seconds) =>
        seconds === undefined ? [] : [begin.ms + Number(seconds) * 1000],
      ),
    ),
  ]
  const energies = conditions.flatMap(({ minEnergy, maxEnergy }) =>
    [minEnergy, maxEnergy].flatMap((wh) => (wh === undefined ? [] : [Number(wh)])),
  )
  return curve.slice(1).flatMap((after, index) => {
    // there is one point fewer than there are pieces between them
    const before = curve[index]!
    const cuts = [
      ...instants.filter((ms) => ms > before.ms && ms < after.ms),
      ...(byClock ? minutesBetween(before.ms, after.ms) : []),
    ].map((ms) => ({
      ms,
      wh: Math.round(before.wh + ((after.wh - before.wh) * (ms - before.ms)) / (after.ms - before.ms)),
    }))
    const thresholds = energies
      .filter((wh) => wh > before.wh && wh < after.wh)
      .map((wh) => ({
        ms: Math.round(before.ms + ((after.ms - before.ms) * (wh - before.wh)) / (after.wh - before.wh)),
        wh,
      }))
    const points = [before, ...[...cuts, ...thresholds].sort((a, b) => a.ms - b.ms || a.wh - b.wh), after]
    return points.slice(1).map((to, at) => ({ from: points[at] ?? before, to }))
  })
}

function minutesBetween(fromMs: number, toMs: number): number[] {
  const minutes: number[] = []
  for (let ms = (Math.floor(fromMs / minuteMs) + 1) * minuteMs; ms < toMs; ms += minuteMs) minutes.push(ms)
  return minutes
}

function priceAt(field: unknown, name: 'priceKwh' | 'priceMinute' | 'priceFixed', moment: Moment): bigint {
  const price = listed(record(field).prices).find((one) => isMet(record(one.conditions), moment))
  return price ? BigInt(Math.round(Number(price[name]) * partsPerUnit)) : 0n
}

function isMet(one: Payload, { time, date, day, wh, seconds }: Moment): boolean {
  const from = String(one.startTimeOfDay ?? '00:00')
  const to = String(one.endTimeOfDay ?? '00:00')
  const isOpen = from < to ? time >= from && time < to : from === to || time >= from || time < to
  const within = (low: unknown, high: unknown, value: number) =>
    (low === undefined || value >= Number(low)) && (high === undefined || value < Number(high))
  return (
    isOpen &&
    (!Array.isArray(one.dayOfWeek) || one.dayOfWeek.includes(day)) &&
    (one.validFromDate === undefined || date >= String(one.validFromDate)) &&
    (one.validToDate === undefined || date < String(one.validToDate)) &&
    within(one.minEnergy, one.maxEnergy, wh) &&
    within(one.minTime, one.maxTime, seconds)
  )
}

/** Parts of a price times quantities in hundredths of the unit, rounded half up. */
function minorOf(parts: bigint, per: bigint): number {
  const divisor = per * BigInt(partsPerUnit / 100)
  return Number((parts * 2n + divisor) / (divisor * 2n))
}

function boundOf(price: unknown): number | undefined {
  const { inclTax, exclTax } = record(price)
  const units = inclTax ?? exclTax
  return units === undefined ? undefined : Math.round(Number(units) * 100)
}

/** What a clock of a zone shows at an instant. */
function wallOf(timeZone: string): (ms: number) => Pick<Moment, 'time' | 'date' | 'day'> {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
    const day = days[new Date(Math.floor(Date.parse(date) / dayMs) * dayMs).getUTCDay()] ?? ''
    return { time: `${parts.get('hour')}:${parts.get('minute')}`, date, day }
  }
}
