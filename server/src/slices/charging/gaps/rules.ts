import { plausibleWh, wholeWh } from '../orders/measuring/meter.ts'

/** The registers of a session that ended; Wh to the thousandth. */
export interface Metered {
  id: number
  startedAt: Date
  finishedAt: Date
  beginWh: number
  endWh: number
  timeDoubtful: boolean
}

/** Energy by which a connector's register rose between two sessions; whole Wh. */
export interface Gap {
  orderId: number
  beforeId: number
  energyWh: number
  fromAt: Date
  toAt: Date
  fromWh: number
  toWh: number
}

/**
 * The energy by which the register rose between two consecutive sessions of a connector, where it is more than `leastWh`, else null.
 * Other sessions of the station that the same meter counted in between are subtracted: connectors may share a meter, and a wrong clock
 * may have put a session at another time. A register that has fallen, or has risen by more than the connector (W) can deliver, belongs
 * to another meter or was reset.
 */
export function gapBetween(
  before: Metered,
  next: Metered,
  others: readonly Metered[],
  { powerW, leastWh }: { powerW: number; leastWh: number },
): Gap | null {
  const roseWh = wholeWh(next.beginWh - before.endWh)
  const elapsedMs = next.startedAt.getTime() - before.finishedAt.getTime()
  if (roseWh <= leastWh || roseWh > plausibleWh(powerW, elapsedMs)) return null
  const explained = others.filter((one) => isBetween(one, before, next))
  const energyWh = explained.reduce((rest, one) => rest - wholeWh(one.endWh - one.beginWh), roseWh)
  if (energyWh <= leastWh) return null
  return {
    orderId: next.id,
    beforeId: before.id,
    energyWh,
    fromAt: before.finishedAt,
    toAt: next.startedAt,
    fromWh: before.endWh,
    toWh: next.beginWh,
  }
}

function isBetween(one: Metered, before: Metered, next: Metered): boolean {
  if (one.id === before.id || one.id === next.id) return false
  const inTime = one.startedAt >= before.finishedAt && one.finishedAt <= next.startedAt
  return one.beginWh >= before.endWh && one.endWh <= next.beginWh && (inTime || one.timeDoubtful)
}
