import { HOUR_MS } from '@stationmaster/units'
import type { Db } from '../../../../platform/schema/schema.ts'
import { listSessionPower, type PowerReading } from '../../../charging/orders/measuring/power-store.ts'
import { findOrder } from '../../../charging/orders/store.ts'

/** So many stretches of time a session is drawn in, at the most. */
const mostStretches = 60

/** The power of an order's session over time; empty before it has two readings. */
export async function readCurve(db: Db, orderId: number): Promise<{ at: string; power: number }[]> {
  const order = await findOrder(db, orderId)
  if (!order?.transactionStart) return []
  const readings = await listSessionPower(db, orderId, order.transactionStart)
  return powerCurve(readings).map(({ at, powerW }) => ({ at: at.toISOString(), power: powerW }))
}

/**
 * Mean power (W) in equal stretches of time from the first to the last reading, by the middle of each; stretches without a reading are
 * left out. Power is as the station reported it; where it never has, from the energy between two readings.
 */
export function powerCurve(readings: readonly PowerReading[]): { at: Date; powerW: number }[] {
  const isReported = readings.some(({ powerW }) => powerW !== null)
  const points = isReported
    ? readings.flatMap(({ at, powerW }) => (powerW === null ? [] : [{ at: at.getTime(), powerW }]))
    : slopesOf(readings)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return []
  const stretchMs = Math.max(1, (last.at - first.at) / mostStretches)
  const stretches = new Map<number, number[]>()
  for (const { at, powerW } of points) {
    const nth = Math.min(mostStretches - 1, Math.floor((at - first.at) / stretchMs))
    stretches.set(nth, [...(stretches.get(nth) ?? []), powerW])
  }
  return [...stretches].map(([nth, powers]) => ({
    at: new Date(Math.round(first.at + (nth + 0.5) * stretchMs)),
    powerW: Math.round(powers.reduce((sum, power) => sum + power, 0) / powers.length),
  }))
}

/** The power that brought the energy of each reading since the one before it. */
function slopesOf(readings: readonly PowerReading[]): { at: number; powerW: number }[] {
  const metered = readings.flatMap(({ at, energyWh }) =>
    energyWh === null ? [] : [{ at: at.getTime(), energyWh }],
  )
  return metered.slice(1).flatMap(({ at, energyWh }, index) => {
    const before = metered[index]
    if (!before || at <= before.at) return []
    return [{ at, powerW: ((energyWh - before.energyWh) * HOUR_MS) / (at - before.at) }]
  })
}
