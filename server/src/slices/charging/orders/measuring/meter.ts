import type { MeterSample } from '@stationmaster/ocpp'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import type { Order } from '../order.ts'

/** One row of the append-only meter series. */
export interface Reading {
  orderId: number
  at: Date
  context: string
  receivedAt: Date
  /** the number of the message that brought it; 1.6 has none */
  sequence: number | null
  /** Wh to the thousandth */
  registerWh: number | null
  /** since the sample before, Wh to the thousandth; where the station tells that */
  intervalWh: number | null
  /** whole Wh since the session's start, as far as was known then; null when the sample has no energy or the guards refuse it */
  energyWh: number | null
  powerW: number | null
  soc: number | null
  currentA: number | null
  voltageV: number | null
  refused: 'rollback' | 'jump' | null
}

const earliest = Date.UTC(2020, 0, 1)
const aheadMs = 5 * MINUTE_MS

/** A station's own time where it can be right (2020 to 5 minutes ahead), else the time of receipt (domain.md#transactions-and-orders). */
export function stationTime(happenedAt: Date | undefined, receivedAt: Date): { at: Date; nonsense: boolean } {
  if (!happenedAt) return { at: receivedAt, nonsense: false }
  const ms = happenedAt.getTime()
  const nonsense = ms < earliest || ms > receivedAt.getTime() + aheadMs
  return { at: nonsense ? receivedAt : happenedAt, nonsense }
}

/**
 * When a sample was taken. A clock that cannot be right is moved as a whole to the time of receipt, so that the samples of
 * one message keep their distances.
 */
export function sampleTime(at: Date | undefined, happenedAt: Date | undefined, receivedAt: Date): Date {
  const own = stationTime(at ?? happenedAt, receivedAt)
  if (!own.nonsense || !at || !happenedAt || !stationTime(happenedAt, receivedAt).nonsense) return own.at
  const before = Math.min(Math.max(0, happenedAt.getTime() - at.getTime()), DAY_MS)
  return new Date(receivedAt.getTime() - before)
}

/** Thousandths of a Wh, in which registers are subtracted: exact where their differences as numbers are not. */
export const thousandths = (wh: number): number => Math.round(wh * 1000)

/** Whole Wh of a difference of registers, rounded half up. */
export const wholeWh = (wh: number): number => Math.round(thousandths(wh) / 1000) + 0

/**
 * The most energy (Wh) that a connector can deliver in a time: half as much again as its rating, plus an hour of it,
 * because stations' clocks jump and their first sample may come late.
 */
export function plausibleWh(maxPowerW: number, elapsedMs: number): number {
  const ms = Math.min(Math.max(0, elapsedMs), 30 * DAY_MS) + HOUR_MS
  return Math.ceil((maxPowerW * 1.5 * ms) / HOUR_MS)
}

type Baseline = Pick<Order, 'meterStartWh' | 'meterStartOffsetWh'>

interface Counted extends Pick<Reading, 'energyWh' | 'refused'> {
  base: Baseline
}

/**
 * Where a running session's energy counts from. A station that lost its counter reports a start of 0 and goes on with the
 * whole odometer: such a register is taken as the baseline (`meterStartOffsetWh`) instead of being shown as charged.
 */
function baselineOf(order: Order, registerWh: number, at: Date, maxPowerW: number): Baseline {
  const { meterStartWh, meterStartOffsetWh } = order
  if (meterStartWh === null) return { meterStartWh: registerWh, meterStartOffsetWh }
  const first = meterStartWh === 0 && meterStartOffsetWh === null && order.energyWh === 0
  const elapsedMs = at.getTime() - (order.transactionStart ?? at).getTime()
  const odometer = first && registerWh > plausibleWh(maxPowerW, elapsedMs)
  return { meterStartWh, meterStartOffsetWh: odometer ? registerWh : meterStartOffsetWh }
}

/** Energy since the start (whole Wh) that a register means for an order whose baseline is known. */
const energySince = ({ meterStartWh, meterStartOffsetWh }: Baseline, registerWh: number): number =>
  wholeWh(registerWh - (meterStartWh ?? registerWh) - (meterStartOffsetWh ?? 0))

/**
 * Adds a sample to an order: the row for the series, and the order with its live values moved on when the sample is the
 * newest. What the session charged is decided of the whole series when it ends (measure.ts).
 */
export function takeSample(
  order: Order,
  sample: MeterSample,
  happenedAt: Date | undefined,
  receivedAt: Date,
  maxPowerW: number,
  sequence?: number,
): { order: Order; reading: Reading } {
  const at = sampleTime(sample.at, happenedAt, receivedAt)
  const newest = order.lastSampleAt === null || at.getTime() >= order.lastSampleAt.getTime()
  const heardAt = order.lastHeardAt && order.lastHeardAt > receivedAt ? order.lastHeardAt : receivedAt
  const { base, energyWh, refused } = counted(order, sample, at, newest, maxPowerW)
  const { meterStartWh, meterStartOffsetWh } = base
  const reading: Reading = {
    orderId: order.id,
    at,
    context: sample.context,
    receivedAt,
    sequence: sequence ?? null,
    registerWh: sample.energyWh ?? null,
    intervalWh: sample.intervalWh ?? null,
    energyWh,
    powerW: sample.powerW ?? null,
    soc: sample.soc ?? null,
    currentA: sample.currentA ?? null,
    voltageV: sample.voltageV ?? null,
    refused,
  }
  // one copy: most of what stations say comes by here
  if (!newest) return { reading, order: { ...order, lastHeardAt: heardAt, meterStartWh, meterStartOffsetWh } }
  return {
    reading,
    order: {
      ...order,
      lastHeardAt: heardAt,
      meterStartWh,
      meterStartOffsetWh,
      lastSampleAt: at,
      energyWh: energyWh ?? order.energyWh,
      powerW: sample.powerW ?? order.powerW,
      socStart: order.socStart ?? (isAtBegin(order, sample, at) ? (sample.soc ?? null) : null),
      soc: sample.soc ?? order.soc,
      currentA: sample.currentA ?? order.currentA,
      voltageV: sample.voltageV ?? order.voltageV,
    },
  }
}

/** So soon after its begin a sample still tells how a session began. */
const beginMs = 2 * MINUTE_MS

/** Whether a sample tells how a session began: a car that says its battery later has charged meanwhile. */
const isAtBegin = ({ transactionStart }: Order, { context }: MeterSample, at: Date): boolean =>
  context === 'Transaction.Begin' ||
  transactionStart === null ||
  at.getTime() - transactionStart.getTime() <= beginMs

/** The energy since the start that a sample means while the session runs, or why it means none. */
function counted(
  order: Order,
  { energyWh: registerWh, intervalWh }: MeterSample,
  at: Date,
  newest: boolean,
  maxPowerW: number,
): Counted {
  if (registerWh === undefined) {
    // a repeat is no later than what it repeats
    const adds = intervalWh !== undefined && newest && at.getTime() !== order.lastSampleAt?.getTime()
    return { base: order, energyWh: adds ? order.energyWh + wholeWh(intervalWh) : null, refused: null }
  }
  const base = baselineOf(order, registerWh, at, maxPowerW)
  const energyWh = energySince(base, registerWh)
  const since = order.lastSampleAt ?? order.transactionStart ?? at
  const mostWh = order.energyWh + plausibleWh(maxPowerW, at.getTime() - since.getTime())
  const falls = energyWh < 0 || (newest && energyWh < order.energyWh)
  const leaps = energyWh > (newest ? mostWh : order.energyWh)
  const refused = falls ? 'rollback' : leaps ? 'jump' : null
  return { base, energyWh: refused ? null : energyWh, refused }
}
