import type { StationEvent } from '@stationmaster/ocpp'
import type { CountedTime } from '../machine/times.ts'
import type { Order } from '../order.ts'

type Started = Extract<StationEvent, { type: 'charging.started' }>
type Ended = Extract<StationEvent, { type: 'charging.ended' }>

/*
 * Which session a message belongs to. The transaction's id is not enough: if a clock stands still, two starts of 1.6 have the same
 * key; after a factory reset a station counts its transactions from the beginning; and -1 is not an id.
 */

/**
 * Whether a start belongs to another session than the known one with its transaction id. A station of 1.6 repeats a start with its
 * first time, even after its stop; two sessions have the same time only if the clock stands still or cannot be right. Where stations
 * name their transactions (2.x), a start belongs to another session if it is later than everything known of the transaction, or if
 * it begins at a register that the transaction did not reach.
 */
export function isAnotherStart(order: Order, event: Started, { at, doubtful }: CountedTime): boolean {
  if (event.startKey !== undefined) return order.endReported && stoodStill(order)
  const heardTo = order.transactionFinish ?? order.lastSampleAt ?? order.transactionStart
  const later = !doubtful && !order.timeDoubtful && heardTo !== null && at > heardTo
  const register = event.meterWh
  const beyond = register !== undefined && order.endReported && register >= (order.meterStopWh ?? 0)
  if (!order.startReported) return order.endReported && later && (register === undefined || beyond)
  return later || (beyond && register !== order.reportedBeginWh)
}

/** Whether a station's clock did not move from the begin of a session to its end. */
const stoodStill = ({ timeDoubtful, transactionStart, transactionFinish }: Order): boolean =>
  timeDoubtful ||
  (transactionStart !== null && transactionFinish !== null && transactionFinish <= transactionStart)

/** Whether an end belongs to another session than the ended one with its transaction id: both its time and its register differ. */
export function isAnotherEnd(order: Order, event: Ended, { at, doubtful }: CountedTime): boolean {
  if (!order.endReported || order.timeDoubtful || doubtful) return false
  if (event.sequence !== undefined && event.sequence === order.lastSequence) return false
  const sameTime = order.transactionFinish?.getTime() === at.getTime()
  const register = event.meterWh
  return (
    !sameTime && register !== undefined && order.reportedEndWh !== null && register !== order.reportedEndWh
  )
}

/** The keys of a message without an order: of its transaction, and of the message within it. */
export interface UnmatchedKeys {
  sessionKey: string
  eventKey: string
}

/** The messages that may be kept without an order. */
export type UnmatchedEvent = Started | Ended | Extract<StationEvent, { type: 'meter.sampled' }>

/** A message without an order, to be kept. */
export interface Unmatched extends UnmatchedKeys {
  stationId: string
  transactionId: string
  receivedAt: Date
  event: UnmatchedEvent
}

/** A kept message without an order. */
export interface Parked {
  id: number
  stationId: string
  transactionId: string
  eventKey: string
  receivedAt: Date
  event: UnmatchedEvent
}

/** The keys under which a message is kept: once, however often it is sent. Of values without numbers only the first and the last are kept. */
export function unmatchedKeys(event: UnmatchedEvent, transactionId: string): UnmatchedKeys[] {
  const eventKey = eventKeyOf(event)
  if (event.type === 'meter.sampled' && event.sequence === undefined) {
    return ['first', 'last'].map((which) => ({ sessionKey: transactionId, eventKey: `${which} values` }))
  }
  const nameless = event.sequence === undefined && Number(transactionId) <= 0
  return [{ sessionKey: nameless ? `${transactionId} ${eventKey}` : transactionId, eventKey }]
}

export const startKeyOf = (startKey: string): string => `start ${startKey}`

function eventKeyOf(event: UnmatchedEvent): string {
  if (event.type === 'charging.started' && event.startKey !== undefined) return startKeyOf(event.startKey)
  const { type, sequence, happenedAt, token } = event
  const meterWh = 'meterWh' in event ? event.meterWh : undefined
  return [type, sequence, happenedAt?.toISOString(), meterWh, token?.token].join(' ')
}
