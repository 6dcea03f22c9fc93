import type { OrderDetails } from '@stationmaster/contract'
import type { Line } from '../details/chronology/chronology.ts'

/** One reading of a session's meter. */
export interface CurvePoint {
  /** ms */
  at: number
  /** since the session's start */
  energyWh: number
  /** as reported, else from the energy since the previous reading; null: neither is known */
  powerW: number | null
  /** percent */
  soc: number | null
  /** minor units; null where nothing is priced */
  costMinor: number | null
}

export interface Curve {
  points: CurvePoint[]
  /** events that explain the shape of the curve, oldest first */
  marks: { at: number; line: Line }[]
}

/** The data of a session that both an order's page and the inbox have. */
export type CurveOrder = Pick<
  OrderDetails,
  | 'transaction_start'
  | 'transaction_finish'
  | 'meter_start'
  | 'meter_stop'
  | 'meter_start_offset'
  | 'segments'
  | 'charging_price'
>

const marked: readonly string[] = [
  'limit_reached',
  'hold_refused',
  'connection_lost',
  'connection_returned',
  'boot_notification',
  'remote_stop_tx_request',
  'stop_tx_request',
  'lost',
  'ended_by_evidence',
]
const markedStatuses: readonly (string | null | undefined)[] = ['Faulted', 'SuspendedEV', 'SuspendedEVSE']

/**
 * How a session charged over time: energy, power, battery and cost at each accepted reading, between its start and its end. Null where
 * its station reported too little. The times are the station's, as in the chronology.
 */
export function curveOf(order: CurveOrder, logs: readonly Line[]): Curve | null {
  if (!order.transaction_start) return null
  const from = Date.parse(order.transaction_start)
  const to = order.transaction_finish ? Date.parse(order.transaction_finish) : Number.POSITIVE_INFINITY
  const within = (line: Line) => {
    const at = Date.parse(line.created_at)
    return at >= from && at <= to
  }
  const costAt = costOf(order)
  const points: CurvePoint[] = []
  for (const reading of readingsOf(order, logs.filter(within), from)) {
    const before = points.at(-1)
    const energyWh = Math.max(reading.energyWh ?? 0, before?.energyWh ?? 0)
    if (before && reading.at <= before.at) continue
    points.push({
      at: reading.at,
      energyWh,
      soc: reading.soc,
      powerW: reading.powerW ?? (before ? slopeW(before, { at: reading.at, energyWh }) : null),
      costMinor: costAt(reading.at, energyWh),
    })
  }
  const [first, second] = points
  if (!first || !second) return null
  // until the first reading, the power is the mean that gives its energy
  first.powerW ??= second.powerW
  const marks = logs
    .filter(
      ({ event, status }) =>
        marked.includes(event) || (event === 'connector_status' && markedStatuses.includes(status)),
    )
    .filter(within)
    .map((line) => ({ at: Date.parse(line.created_at), line }))
    .toSorted((a, b) => a.at - b.at)
  return { points, marks }
}

interface Reading {
  at: number
  energyWh: number | null
  powerW: number | null
  soc: number | null
}

/** The accepted readings, oldest first, with the registers of the session's begin and end. */
function readingsOf(order: CurveOrder, logs: readonly Line[], from: number): Reading[] {
  const beginWh = (order.meter_start ?? 0) + (order.meter_start_offset ?? 0)
  const readings = logs
    .filter(({ event, reason, meters }) => event === 'meter_values' && !reason && meters)
    .map(({ created_at, meters }) => ({
      at: Date.parse(created_at),
      energyWh: meters?.energy ? meters.energy.value : null,
      powerW: meters?.power?.value ?? null,
      soc: meters?.soc?.value ?? null,
    }))
    .toSorted((a, b) => a.at - b.at)
  const edge = (at: number, energyWh: number): Reading => ({ at, energyWh, powerW: null, soc: null })
  const begin = readings[0] && readings[0].at <= from ? [] : [edge(from, 0)]
  const end =
    order.transaction_finish && order.meter_stop !== null
      ? [edge(Date.parse(order.transaction_finish), order.meter_stop - beginWh)]
      : []
  return [...begin, ...readings, ...end]
}

const slopeW = (before: CurvePoint, { at, energyWh }: { at: number; energyWh: number }): number =>
  ((energyWh - before.energyWh) * 3_600_000) / (at - before.at)

/** What a session costs until a time, by its own segments: energy as it flows, time as it passes, a fee at once. */
function costOf({ segments, charging_price }: CurveOrder) {
  const sumMicro = segments.reduce((sum, { amount_micro }) => sum + amount_micro, 0)
  // a price that was agreed on, or has a discount, is not the sum of its segments
  const scale = charging_price === null || sumMicro === 0 ? 1 : (charging_price * 1000) / sumMicro
  return (at: number, energyWh: number): number | null => {
    if (sumMicro === 0) return null
    let leftWh = energyWh
    let micro = 0
    for (const { dimension, from, to, quantity, amount_micro } of segments) {
      if (dimension === 'energy') {
        const usedWh = Math.min(Math.max(0, leftWh), quantity)
        leftWh -= quantity
        micro += quantity > 0 ? (amount_micro * usedWh) / quantity : 0
      } else {
        const [begin, end] = [Date.parse(from), Date.parse(to)]
        const passed =
          dimension === 'flat' || end <= begin ? Number(at >= begin) : (at - begin) / (end - begin)
        micro += amount_micro * Math.min(1, Math.max(0, passed))
      }
    }
    return Math.round((micro * scale) / 1000)
  }
}
