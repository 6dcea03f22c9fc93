import { MINUTE_MS } from '@stationmaster/units'
import { simpleElements } from '../../../places/tariffs/elements.ts'
import type { Metered } from '../measuring/measure.ts'
import type { SampleMessage } from '../measuring/meter.ts'
import { newOrder, type Order } from '../order.ts'
import * as rules from './rules.ts'
import type { End, Terms } from './settlement.ts'

export const start = new Date('2026-11-20T10:00:00Z')
export const after = (minutes: number): Date => new Date(start.getTime() + minutes * MINUTE_MS)
export const afterMs = (ms: number): Date => new Date(start.getTime() + ms)

/** A message from some minutes after the start that arrives some minutes after the start. */
export const messageAt = (minutes: number, receivedMinutes = minutes): SampleMessage => ({
  happenedAt: after(minutes),
  receivedAt: after(receivedMinutes),
})

/** Location and network have different time zones, so that a test notices where one is used for the other. */
export const terms: Terms = {
  maxPowerW: 120_000,
  timeZone: 'Asia/Vladivostok',
  networkTimeZone: 'Europe/Moscow',
  monetized: true,
  version: {
    id: 1,
    elements: simpleElements({ tariffMinorPerKwh: 1700, rateMinorPerMinute: 0, startFeeMinor: 0 }),
    discountPercent: 0,
  },
}

export function starting(changes: Partial<Order> = {}): Order {
  return newOrder({
    id: 7,
    status: 'starting',
    source: 'rfid',
    locationId: 1,
    stationId: 'S',
    connectorId: 1,
    createdAt: start,
    tariffVersionId: 1,
    ...changes,
  })
}

export function charging(changes: Partial<Order> = {}): Order {
  const begun = {
    transactionId: '7',
    startKey: null,
    at: start,
    receivedAt: start,
    meterWh: 1000,
    sequence: null,
    charging: true,
  }
  return { ...rules.begin(starting(changes), begun), ...changes }
}

export const read = (minutes: number, registerWh: number, changes: Partial<Metered> = {}): Metered => ({
  at: after(minutes),
  context: 'Sample.Periodic',
  sequence: null,
  registerWh,
  intervalWh: null,
  powerW: null,
  soc: null,
  ...changes,
})

export const endOf = (meterWh: number | null, minutes: number, changes: Partial<End> = {}): End => ({
  at: after(minutes),
  receivedAt: after(minutes),
  meterWh,
  reason: 'Local',
  sequence: null,
  doubtful: false,
  ...changes,
})
