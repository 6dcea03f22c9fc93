import type { OrderWarning } from '@stationmaster/contract'
import { dependsOnTime, type TariffVersion } from '../../../places/tariffs/elements.ts'
import { type Price, priceOf, type Sample } from '../../../places/tariffs/pricing/pricing.ts'
import { type MeterDoubt, type Metered, measure, monotone } from '../measuring/measure.ts'
import type { Order } from '../order.ts'
import { promisedOf, withinPromise } from '../prepaid/promise.ts'

/** The terms on which an order is priced, and what its connector can give. */
export interface Terms {
  maxPowerW: number
  /** of the location: tariff windows are local */
  timeZone: string
  /** of the network: business days are its */
  networkTimeZone: string
  version: TariffVersion | null
  /** its station takes money */
  monetized: boolean
}

/** What a station says of an end. */
export interface End {
  at: Date
  receivedAt: Date
  meterWh: number | null
  reason: string
  sequence: number | null
  /** the station's own time of it cannot be right */
  doubtful: boolean
}

/** What its driver pays for a running session by now: no more than was promised. */
export const priceLive = (...session: Parameters<typeof costLive>): number =>
  promisedOf(session[0], costLive(...session))

/** What a running session costs by now, from its live values, or from its series where the tariff asks for it. */
export function costLive(order: Order, series: readonly Metered[] | null, at: Date, terms: Terms): number {
  if (!order.billable || !terms.version || !order.transactionStart) return 0
  const startedAt = order.transactionStart
  const endedAt = at < startedAt ? startedAt : at
  const points = series
    ? measured(order, { startedAt, endedAt, endWh: null, heardMs: 0 }, series, terms).points
    : [{ at: endedAt, energyWh: order.energyWh }]
  return priceOf(points, { startedAt, endedAt }, terms.version, terms.timeZone).totalMinor
}

interface Span {
  startedAt: Date
  endedAt: Date
  endWh: number | null
  heardMs: number
}

/** What a session's series means, between the registers that its station told of its edges. */
function measured(
  order: Order,
  { startedAt, endedAt, endWh, heardMs }: Span,
  series: readonly Metered[],
  terms: Terms,
) {
  const elapsedMs = Math.max(endedAt.getTime() - startedAt.getTime(), heardMs)
  return measure(series, {
    beginWh: order.reportedBeginWh,
    endWh,
    startedAt,
    endedAt,
    elapsedMs,
    maxPowerW: terms.maxPowerW,
    flowed: order.energyFlowed,
  })
}

/** What an order becomes with an end that was told, or taken for one: its energy, its price, and whether a person must look. */
export function applyEnd(order: Order, ended: End, series: readonly Metered[], terms: Terms): Partial<Order> {
  const startedAt = order.transactionStart ?? ended.at
  const endedAt = ended.at < startedAt ? startedAt : ended.at
  const heardMs = ended.receivedAt.getTime() - order.createdAt.getTime()
  const told = measured(order, { startedAt, endedAt, endWh: ended.meterWh, heardMs }, series, terms)
  const { energyWh, offsetWh, points } = told
  const unpaid = isUnpaid(order, energyWh, terms)
  const timeDoubtful = order.timeDoubtful || ended.doubtful
  // a person has ended it without its station: what it shall cost is for a person to say too
  const byHand = ended.reason === 'Lost' && order.lostEvidence === 'operator' && order.billable
  const timeCosts = order.billable && terms.version !== null && dependsOnTime(terms.version)
  const stopStatus: Pick<Order, 'stopTxStatus' | 'stopTxStatusAt'> =
    order.stopTxStatus === null
      ? { stopTxStatus: null, stopTxStatusAt: ended.receivedAt }
      : { stopTxStatus: 'stopped', stopTxStatusAt: ended.receivedAt }
  // the cable was pulled (OCPP 1.6 clause 7.36): no status has to say it again
  const unplugged = ended.reason === 'EVDisconnected' && order.evConnected
  return {
    ...stopStatus,
    ...(unplugged ? { evConnected: false, evDisconnectedAt: endedAt } : {}),
    endReported: true,
    transactionFinish: endedAt,
    chargingFinish: endedAt,
    reportedEndWh: ended.meterWh,
    meterStartWh: told.beginWh,
    meterStartOffsetWh: offsetWh,
    meterStopWh: told.endWh ?? (told.beginWh === null ? null : told.beginWh + (offsetWh ?? 0) + energyWh),
    markedWh: told.markedWh,
    stopReason: ended.reason,
    energyWh,
    powerW: 0,
    lastSequence: ended.sequence ?? order.lastSequence,
    lastHeardAt: ended.receivedAt,
    ...priceFinal(order, { startedAt, endedAt, energyWh }, points, terms),
    timeDoubtful,
    needsReview: told.doubt !== null || unpaid || byHand || (timeDoubtful && timeCosts),
    warning: doubted(
      unpaid && order.awaitsCard ? 'unowned' : (order.warning ?? (timeDoubtful ? 'clock' : null)),
      told.doubt,
    ),
  }
}

/** Energy that nobody pays for where energy is sold: a person decides whose it is, it is never given away unseen. */
const isUnpaid = (order: Order, energyWh: number, terms: Terms): boolean =>
  !order.billable && terms.monetized && energyWh > 0

/** Who pays is asked before how much was charged; the review shows both. */
const aboutPayer: ReadonlySet<OrderWarning | null> = new Set(['unowned', 'other_token', 'late_start'])

function doubted(warning: OrderWarning | null, doubt: MeterDoubt | null): OrderWarning | null {
  if (aboutPayer.has(warning)) return warning
  return doubt ?? (warning === 'implausible_energy' || warning === 'energy_unknown' ? null : warning)
}

interface Charged {
  startedAt: Date
  endedAt: Date
  energyWh: number
}

/** What a session costs its driver whose energy is decided, and what of its price the network bears; nothing where nothing is billed. */
export function priceFinal(
  order: Order,
  charged: Charged,
  points: readonly Sample[],
  terms: Terms,
): Pick<Order, 'chargingPriceMinor' | 'borneMinor' | 'segments'> {
  const price = priceOfCharged(order, charged, points, terms)
  const within = withinPromise(order, charged, points)
  const limited = within === charged ? price : priceOfCharged(order, within, points, terms)
  const fullMinor = price?.totalMinor ?? 0
  const chargingPriceMinor = promisedOf(order, Math.min(fullMinor, limited?.totalMinor ?? 0))
  return { chargingPriceMinor, borneMinor: fullMinor - chargingPriceMinor, segments: price?.segments ?? [] }
}

function priceOfCharged(
  order: Order,
  { startedAt, endedAt, energyWh }: Charged,
  points: readonly Sample[],
  terms: Terms,
): Price | null {
  if (!order.billable || !terms.version) return null
  const before = points.filter((point) => point.at <= endedAt)
  const series = [...monotone(before, energyWh), { at: endedAt, energyWh }]
  return priceOf(series, { startedAt, endedAt }, terms.version, terms.timeZone)
}

/** How a session that has ended charged over time, to price it again. */
export function pointsOf(order: Order, series: readonly Metered[], terms: Terms): Sample[] {
  const endedAt = order.transactionFinish ?? order.createdAt
  const startedAt = order.transactionStart ?? endedAt
  return measured(order, { startedAt, endedAt, endWh: order.reportedEndWh, heardMs: 0 }, series, terms).points
}
