import { SECOND_MS } from '@stationmaster/units'
import type { Sample } from '../../../places/tariffs/pricing/pricing.ts'
import type { Order } from '../order.ts'
import { isPrepaid } from '../sessions/adopt.ts'

/*
 * The promise of a session that is paid beforehand (glossary): its driver does not pay for what goes beyond its limits. The limits end
 * the session in time where they can; where the station was offline or a sample arrived late, the network bears the rest.
 */

interface Span {
  startedAt: Date
  endedAt: Date
  energyWh: number
}

/** What a driver pays of a price in kopecks: no more than the promised amount. */
export const promisedOf = (
  order: Pick<Order, 'holdMinor' | 'limitAmountMinor'>,
  priceMinor: number,
): number =>
  isPrepaid(order) && order.limitAmountMinor !== null
    ? Math.min(priceMinor, order.limitAmountMinor)
    : priceMinor

/** The part of a session within the promised time and energy; `points` are its energy over time. */
export function withinPromise(
  order: Pick<Order, 'holdMinor' | 'limitSeconds' | 'limitWh'>,
  span: Span,
  points: readonly Sample[],
): Span {
  const { limitSeconds, limitWh } = order
  if (!isPrepaid(order)) return span
  const byTime = limitSeconds === null ? span.endedAt : lesser(span.endedAt, timeUp(span, limitSeconds))
  const curve = curveOf(span, points)
  const energyWh = byTime < span.endedAt ? energyAt(curve, byTime) : span.energyWh
  if (limitWh === null || energyWh <= limitWh) return { ...span, endedAt: byTime, energyWh }
  return { ...span, endedAt: lesser(byTime, timeOf(curve, limitWh)), energyWh: limitWh }
}

const lesser = (a: Date, b: Date): Date => (a < b ? a : b)
const timeUp = ({ startedAt }: Span, seconds: number): Date =>
  new Date(startedAt.getTime() + seconds * SECOND_MS)

interface Point {
  ms: number
  wh: number
}

/** The energy of a session from its start to its end; it rises evenly between two points. */
const curveOf = ({ startedAt, endedAt, energyWh }: Span, points: readonly Sample[]): Point[] => [
  { ms: startedAt.getTime(), wh: 0 },
  ...points
    .filter((one) => one.at > startedAt && one.at < endedAt && one.energyWh <= energyWh)
    .map((one) => ({ ms: one.at.getTime(), wh: one.energyWh })),
  { ms: endedAt.getTime(), wh: energyWh },
]

function energyAt(curve: readonly Point[], at: Date): number {
  const ms = at.getTime()
  const next = curve.findIndex((one) => one.ms >= ms)
  const [before, after] = [curve[next - 1], curve[next]]
  if (!before || !after || after.ms === before.ms) return after?.wh ?? 0
  return Math.round(before.wh + ((after.wh - before.wh) * (ms - before.ms)) / (after.ms - before.ms))
}

function timeOf(curve: readonly Point[], wh: number): Date {
  const next = curve.findIndex((one) => one.wh >= wh)
  // the curve ends at more than the limit, so a point is found
  const [before, after] = [curve[next - 1], curve[next]!]
  if (!before || after.wh === before.wh) return new Date(after.ms)
  return new Date(
    Math.round(before.ms + ((after.ms - before.ms) * (wh - before.wh)) / (after.wh - before.wh)),
  )
}
