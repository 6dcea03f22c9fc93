import type { MeterSample } from '@stationmaster/ocpp'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import type { Order } from './order.ts'

/** One row of the append-only meter series. */
export interface Reading {
  orderId: number
  at: Date
  context: string
  receivedAt: Date
  registerWh: number | null
  /** since the session's start; null when the sample has no energy or the guards refuse it */
  energyWh: number | null
  powerW: number | null
  soc: number | null
  currentA: number | null
  voltageV: number | null
  refused: 'rollback' | 'jump' | null
}

const earliest = Date.UTC(2020, 0, 1)
const aheadMs = 5 * MINUTE_MS

/** A station's own time where it can be right (2020 to 5 minutes ahead), else the time of receipt (DOMAIN C3). */
export function stationTime(happenedAt: Date | undefined, receivedAt: Date): { at: Date; nonsense: boolean } {
  if (!happenedAt) return { at: receivedAt, nonsense: false }
  const ms = happenedAt.getTime()
  const nonsense = ms < earliest || ms > receivedAt.getTime() + aheadMs
  return { at: nonsense ? receivedAt : happenedAt, nonsense }
}

/**
 * The most energy (Wh) that a connector can deliver in a time: half as much again as its rating, plus an hour of it,
 * because stations' clocks jump and their first sample may come late.
 */
export function plausibleWh(maxPowerW: number, elapsedMs: number): number {
  const ms = Math.min(Math.max(0, elapsedMs), 30 * DAY_MS) + HOUR_MS
  return Math.ceil((maxPowerW * 1.5 * ms) / HOUR_MS)
}

/**
 * Where a session's energy counts from. A station that lost its counter reports a start of 0 and goes on with the whole
 * odometer: such a register is taken as the baseline (`meterStartOffsetWh`) instead of being billed.
 */
export function baselineOf(
  order: Order,
  registerWh: number,
  at: Date,
  maxPowerW: number,
): Pick<Order, 'meterStartWh' | 'meterStartOffsetWh' | 'needsReview' | 'warning'> {
  const { meterStartWh, meterStartOffsetWh, needsReview, warning } = order
  if (meterStartWh === null) return { meterStartWh: registerWh, meterStartOffsetWh, needsReview, warning }
  const first = meterStartWh === 0 && meterStartOffsetWh === null && order.energyWh === 0
  const elapsedMs = at.getTime() - (order.transactionStart ?? at).getTime()
  if (first && registerWh > plausibleWh(maxPowerW, elapsedMs)) {
    return { meterStartWh, meterStartOffsetWh: registerWh, needsReview: true, warning: 'implausible_energy' }
  }
  return { meterStartWh, meterStartOffsetWh, needsReview, warning }
}

/** Energy since the start (Wh) that a register means for an order whose baseline is known. */
export const energySince = (order: Order, registerWh: number): number =>
  registerWh - (order.meterStartWh ?? registerWh) - (order.meterStartOffsetWh ?? 0)

/** Adds a sample to an order: the row for the series, and the order with its live values moved on when the sample is the newest. */
export function takeSample(
  order: Order,
  sample: MeterSample,
  happenedAt: Date | undefined,
  receivedAt: Date,
  maxPowerW: number,
): { order: Order; reading: Reading } {
  const { at } = stationTime(sample.at ?? happenedAt, receivedAt)
  const reading: Reading = {
    orderId: order.id,
    at,
    context: sample.context,
    receivedAt,
    registerWh: sample.energyWh ?? null,
    energyWh: null,
    powerW: sample.powerW ?? null,
    soc: sample.soc ?? null,
    currentA: sample.currentA ?? null,
    voltageV: sample.voltageV ?? null,
    refused: null,
  }
  const newest = order.lastSampleAt === null || at.getTime() >= order.lastSampleAt.getTime()
  const heardAt = order.lastHeardAt && order.lastHeardAt > receivedAt ? order.lastHeardAt : receivedAt
  let next: Order = { ...order, lastHeardAt: heardAt }
  if (sample.energyWh !== undefined) {
    next = { ...next, ...baselineOf(order, sample.energyWh, at, maxPowerW) }
    const energyWh = energySince(next, sample.energyWh)
    const since = order.lastSampleAt ?? order.transactionStart ?? at
    const mostWh = order.energyWh + plausibleWh(maxPowerW, at.getTime() - since.getTime())
    if (energyWh < 0 || (newest && energyWh < order.energyWh)) reading.refused = 'rollback'
    else if (energyWh > (newest ? mostWh : order.energyWh)) reading.refused = 'jump'
    else reading.energyWh = energyWh
    if (reading.refused) next = { ...next, needsReview: true, warning: 'implausible_energy' }
  }
  if (!newest) return { order: next, reading }
  return {
    reading,
    order: {
      ...next,
      lastSampleAt: at,
      energyWh: reading.energyWh ?? order.energyWh,
      powerW: sample.powerW ?? order.powerW,
      socStart: order.socStart ?? sample.soc ?? null,
      soc: sample.soc ?? order.soc,
      currentA: sample.currentA ?? order.currentA,
      voltageV: sample.voltageV ?? order.voltageV,
    },
  }
}
