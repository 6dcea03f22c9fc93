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
  /** since the previous sample, Wh to the thousandth; where the station reports it */
  intervalWh: number | null
  /** whole Wh since the session's start, as known when it arrived; null when the sample has no energy or is implausible */
  energyWh: number | null
  powerW: number | null
  soc: number | null
  currentA: number | null
  voltageV: number | null
  refused: 'rollback' | 'jump' | null
}

const earliest = Date.UTC(2020, 0, 1)
const aheadMs = 5 * MINUTE_MS

/** The station's time where it can be right (2020 to 5 minutes ahead), else the time of receipt (domain.md#transactions-and-orders). */
export function stationTime(happenedAt: Date | undefined, receivedAt: Date): { at: Date; nonsense: boolean } {
  if (!happenedAt) return { at: receivedAt, nonsense: false }
  const ms = happenedAt.getTime()
  const nonsense = ms < earliest || ms > receivedAt.getTime() + aheadMs
  return { at: nonsense ? receivedAt : happenedAt, nonsense }
}

/**
 * When a sample was taken. Where the station's clock cannot be right, all samples of a message are moved to the time of receipt
 * together, so that they keep their distances.
 */
export function sampleTime(at: Date | undefined, happenedAt: Date | undefined, receivedAt: Date): Date {
  const own = stationTime(at ?? happenedAt, receivedAt)
  if (!own.nonsense || !at || !happenedAt || !stationTime(happenedAt, receivedAt).nonsense) return own.at
  const before = Math.min(Math.max(0, happenedAt.getTime() - at.getTime()), DAY_MS)
  return new Date(receivedAt.getTime() - before)
}

/** A register in thousandths of a Wh. Registers are subtracted in this unit, because differences of fractions are not exact. */
export const thousandths = (wh: number): number => Math.round(wh * 1000)

/** Whole Wh of a difference of registers, rounded half up. */
export const wholeWh = (wh: number): number => Math.round(thousandths(wh) / 1000) + 0

/**
 * The most energy (Wh) that a connector can deliver in a time: 1.5 times its rating, and one hour more than the time,
 * because stations' clocks jump and their first sample may arrive late.
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
 * Where the energy of a running session counts from. A station that lost its counter reports a start of 0 and then its whole
 * odometer: such a register becomes the baseline (`meterStartOffsetWh`) and is not shown as charged.
 */
function baselineOf(order: Order, registerWh: number, at: Date, maxPowerW: number): Baseline {
  const { meterStartWh, meterStartOffsetWh } = order
  if (meterStartWh === null) return { meterStartWh: registerWh, meterStartOffsetWh }
  const first = meterStartWh === 0 && meterStartOffsetWh === null && order.energyWh === 0
  const elapsedMs = at.getTime() - (order.transactionStart ?? at).getTime()
  const odometer = first && registerWh > plausibleWh(maxPowerW, elapsedMs)
  return { meterStartWh, meterStartOffsetWh: odometer ? registerWh : meterStartOffsetWh }
}

/** Energy (whole Wh) from the baseline to a register. */
const energySince = ({ meterStartWh, meterStartOffsetWh }: Baseline, registerWh: number): number =>
  wholeWh(registerWh - (meterStartWh ?? registerWh) - (meterStartOffsetWh ?? 0))

/** The message that brings samples: the station's time and number of it, and when it arrived. */
export interface SampleMessage {
  happenedAt: Date | undefined
  receivedAt: Date
  sequence?: number | undefined
}

/**
 * Adds a sample to an order: gives the row for the series, and the order with new live values if the sample is the newest.
 * The energy of the session is decided from the whole series when it ends (measure.ts).
 */
export function takeSample(
  order: Order,
  sample: MeterSample,
  { happenedAt, receivedAt, sequence }: SampleMessage,
  maxPowerW: number,
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
  // only one copy of the order: most messages of stations pass here
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

/** A sample this soon after the begin shows how the session began. */
const beginMs = 2 * MINUTE_MS

/** Whether a sample shows the battery at the session's begin: a later one includes what has been charged since. */
const isAtBegin = ({ transactionStart }: Order, { context }: MeterSample, at: Date): boolean =>
  context === 'Transaction.Begin' ||
  transactionStart === null ||
  at.getTime() - transactionStart.getTime() <= beginMs

/** The energy since the start according to a sample of a running session, or why the sample is refused. */
function counted(
  order: Order,
  { energyWh: registerWh, intervalWh }: MeterSample,
  at: Date,
  newest: boolean,
  maxPowerW: number,
): Counted {
  if (registerWh === undefined) {
    // a repeated sample is not later than the first one
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
