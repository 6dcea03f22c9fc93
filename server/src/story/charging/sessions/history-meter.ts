import type { MeterSample, StationEvent } from '@stationmaster/ocpp'
import type { Order } from '../../../slices/charging/orders/order.ts'
import type { KnownStation } from '../../../slices/stations/stations/connecting/traffic-store.ts'

/** What a station tells: its registers, power alone, or marked readings beside the registers that say otherwise. */
export type Meter = 'registers' | 'power' | 'contradicting'

/** A session at a plug, as its station knows it. */
export interface Session {
  transactionId: string
  startWh: number
  wh: number
  lastAt: Date
  meter: Meter
}

/** What goes on at a plug, whoever hears of it. */
export interface Plug {
  station: KnownStation
  meter: Meter
  plugged: boolean
  session: Session | null
  sequence: number
  /** what the station has still to say; null: it is in contact */
  unsaid: { event: StationEvent; tookMs: number }[] | null
  last: StationEvent | null
}

/** The register of a session's begin or end, where its station tells one. */
export const edgeOf = ({ meter }: Session, meterWh: number): { meterWh?: number } =>
  meter === 'power' ? {} : { meterWh }

/** What the meter shows while a session runs. */
export const sampleOf = ({ meter, startWh, wh }: Session, at: Date): MeterSample => ({
  at,
  context: 'Sample.Periodic',
  raw: [],
  ...(meter === 'power' ? { powerW: 100_000 } : { energyWh: startWh + wh }),
})

/** The readings that a session's end is told with: 5 kWh more than its registers, where they contradict them. */
export const marksOf = ({ meter, startWh, wh }: Session, at: Date): MeterSample[] =>
  meter === 'contradicting'
    ? [
        { at, context: 'Transaction.Begin', energyWh: startWh, raw: [] },
        { at, context: 'Transaction.End', energyWh: startWh + wh + 5000, raw: [] },
      ]
    : []

/** Whether an order has what its session charged, or a person is asked: nothing is given away unseen. */
export function hasEnergyOf(order: Order, { meter, wh, isTold }: Session & { isTold: boolean }): boolean {
  if (order.status !== 'completed') return false
  if (meter === 'power') return order.energyWh === 0 && order.needsReview
  const asked = meter === 'contradicting' && isTold
  return order.energyWh === wh && (!asked || (order.needsReview && order.markedWh === wh + 5000))
}
