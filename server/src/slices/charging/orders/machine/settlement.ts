import type { OrderWarning } from '@stationmaster/contract'
import { dependsOnTime, type TariffVersion } from '../../../places/tariffs/elements.ts'
import { type Price, priceOf, type Sample } from '../../../places/tariffs/pricing/pricing.ts'
import { type MeterDoubt, type Metered, measure, monotone } from '../measuring/measure.ts'
import type { Order } from '../order.ts'
import { promisedOf, withinPromise } from '../prepaid/promise.ts'

/** The terms on which an order is priced, and the most power that its connector delivers. */
export interface Terms {
  maxPowerW: number
  /** of the location: the times in tariffs are local */
  timeZone: string
  /** of the network: business days follow it */
  networkTimeZone: string
  version: TariffVersion | null
  /** its station charges money */
  monetized: boolean
}

/** A transaction's end, as a station reports it. */
export interface End {
  at: Date
  receivedAt: Date
  meterWh: number | null
  reason: string
  sequence: number | null
  /** the station's time of the end cannot be right */
  doubtful: boolean
}

/** What the driver of a running session has to pay until now: no more than was promised. */
export const priceLive = (...session: Parameters<typeof costLive>): number =>
  promisedOf(session[0], costLive(...session))

/** What a running session costs until now, from its live values, or from its series where the tariff needs it. */
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

/** The energy of a session from its series, between the registers that its station reports at begin and end. */
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

/** What changes in an order with its reported or assumed end: its energy, its price, and whether a person must review it. */
export function applyEnd(order: Order, ended: End, series: readonly Metered[], terms: Terms): Partial<Order> {
  const startedAt = order.transactionStart ?? ended.at
  const endedAt = ended.at < startedAt ? startedAt : ended.at
  const heardMs = ended.receivedAt.getTime() - order.createdAt.getTime()
  const span: Span = { startedAt, endedAt, endWh: ended.meterWh, heardMs }
  const { beginWh, endWh, energyWh, offsetWh, points, markedWh, doubt } = measured(order, span, series, terms)
  const unpaid = isUnpaid(order, energyWh, terms)
  const timeDoubtful = order.timeDoubtful || ended.doubtful
  // a person has ended it without its station, so a person also decides what it costs
  const byHand = ended.reason === 'Lost' && order.lostEvidence === 'operator' && order.billable
  const timeCosts = order.billable && terms.version !== null && dependsOnTime(terms.version)
  const stopStatus: Pick<Order, 'stopTxStatus' | 'stopTxStatusAt'> =
    order.stopTxStatus === null
      ? { stopTxStatus: null, stopTxStatusAt: ended.receivedAt }
      : { stopTxStatus: 'stopped', stopTxStatusAt: ended.receivedAt }
  // the cable is pulled (OCPP 1.6 clause 7.36): no status needs to report it again
  const unplugged = ended.reason === 'EVDisconnected' && order.evConnected
  return {
    ...stopStatus,
    ...(unplugged ? { evConnected: false, evDisconnectedAt: endedAt } : {}),
    endReported: true,
    transactionFinish: endedAt,
    chargingFinish: endedAt,
    reportedEndWh: ended.meterWh,
    meterStartWh: beginWh,
    meterStartOffsetWh: offsetWh,
    meterStopWh: endWh ?? (beginWh === null ? null : beginWh + (offsetWh ?? 0) + energyWh),
    markedWh,
    stopReason: ended.reason,
    energyWh,
    powerW: 0,
    lastSequence: ended.sequence ?? order.lastSequence,
    lastHeardAt: ended.receivedAt,
    ...priceFinal(order, { startedAt, endedAt, energyWh }, points, terms),
    timeDoubtful,
    needsReview: doubt !== null || unpaid || byHand || (timeDoubtful && timeCosts),
    warning: warningWith(
      unpaid && order.awaitsCard ? 'unowned' : (order.warning ?? (timeDoubtful ? 'clock' : null)),
      doubt,
    ),
  }
}

/**
 * Whether nobody pays for energy where energy is sold: a person then decides who pays, so that it is never given away unnoticed. A group
 * that charges for free has been decided about.
 */
const isUnpaid = (order: Order, energyWh: number, terms: Terms): boolean =>
  !order.billable && order.tagGroup === null && terms.monetized && energyWh > 0

/** A question about the payer comes before a doubt about the energy; the review shows both. */
const aboutPayer: ReadonlySet<OrderWarning | null> = new Set(['unowned', 'other_token', 'late_start'])

function warningWith(warning: OrderWarning | null, doubt: MeterDoubt | null): OrderWarning | null {
  if (aboutPayer.has(warning)) return warning
  return doubt ?? (warning === 'implausible_energy' || warning === 'energy_unknown' ? null : warning)
}

interface Charged {
  startedAt: Date
  endedAt: Date
  energyWh: number
}

/** What a session of known energy costs its driver, and what part of its price the network bears; zero where nothing is billed. */
export function priceFinal(
  order: Order,
  charged: Charged,
  points: readonly Sample[],
  terms: Terms,
): Pick<Order, 'chargingPriceMinor' | 'borneMinor' | 'segments'> {
  const price = priceOfCharged(order, charged, points, terms)
  const promised = withinPromise(order, charged, points)
  const limited = promised === charged ? price : priceOfCharged(order, promised, points, terms)
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

/** The energy of an ended session over time, to price it again. */
export function pointsOf(order: Order, series: readonly Metered[], terms: Terms): Sample[] {
  const endedAt = order.transactionFinish ?? order.createdAt
  const startedAt = order.transactionStart ?? endedAt
  return measured(order, { startedAt, endedAt, endWh: order.reportedEndWh, heardMs: 0 }, series, terms).points
}
