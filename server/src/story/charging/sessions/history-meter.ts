import type { MeterSample, StationEvent } from '@stationmaster/ocpp'
import type { Order } from '../../../slices/charging/orders/order.ts'
import type { KnownStation } from '../../../slices/stations/stations/connecting/traffic-store.ts'

/** What a station reports: its registers, only power, or registers and marked readings that contradict them. */
export type Meter = 'registers' | 'power' | 'contradicting'

/** A session at a plug, as its station knows it. */
export interface Session {
  transactionId: string
  startWh: number
  wh: number
  lastAt: Date
  meter: Meter
}

/** The state of a plug, whether or not the server knows it. */
export interface Plug {
  station: KnownStation
  meter: Meter
  plugged: boolean
  session: Session | null
  sequence: number
  /** messages that an offline station has not sent yet; null: it is online */
  unsaid: { event: StationEvent; tookMs: number }[] | null
  last: StationEvent | null
}

/** The register of a session's begin or end, where its station reports one. */
export const edgeOf = ({ meter }: Session, meterWh: number): { meterWh?: number } =>
  meter === 'power' ? {} : { meterWh }

/** What the meter shows while a session runs. */
export const sampleOf = ({ meter, startWh, wh }: Session, at: Date): MeterSample => ({
  at,
  context: 'Sample.Periodic',
  raw: [],
  ...(meter === 'power' ? { powerW: 100_000 } : { energyWh: startWh + wh }),
})

/** The marked readings of a session's end; contradicting ones show 5 kWh more than the registers. */
export const marksOf = ({ meter, startWh, wh }: Session, at: Date): MeterSample[] =>
  meter === 'contradicting'
    ? [
        { at, context: 'Transaction.Begin', energyWh: startWh, raw: [] },
        { at, context: 'Transaction.End', energyWh: startWh + wh + 5000, raw: [] },
      ]
    : []

/** Whether an order has the energy of its session, or must be reviewed: nothing is given away unnoticed. */
export function hasEnergyOf(
  order: Order,
  { meter, wh, endReported }: Session & { endReported: boolean },
): boolean {
  if (order.status !== 'completed') return false
  if (meter === 'power') return order.energyWh === 0 && order.needsReview
  const mustReview = meter === 'contradicting' && endReported
  return order.energyWh === wh && (!mustReview || (order.needsReview && order.markedWh === wh + 5000))
}
