import type { StationEvent } from '@stationmaster/ocpp'
import type { CountedTime } from '../machine/times.ts'
import type { Order } from '../order.ts'

type Started = Extract<StationEvent, { type: 'charging.started' }>
type Ended = Extract<StationEvent, { type: 'charging.ended' }>

/*
 * Which session a message belongs to. A transaction's name is not enough: a clock that stands still gives two starts of 1.6 one
 * key, a factory reset makes a station count its transactions anew, and what a station calls -1 is no name at all.
 */

/**
 * Whether a start belongs to another session than the one with its transaction id. In 1.6 a start is sent again with its own time, even
 * after its stop; only a clock that stands still, or cannot be right, gives that time to another one. Where stations name their
 * transactions, a start that comes later than all that was heard of the transaction, or begins at a register that it did not
 * reach, is another's.
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

/** Whether a station's clock did not go on from the begin of a session to its end. */
const stoodStill = ({ timeDoubtful, transactionStart, transactionFinish }: Order): boolean =>
  timeDoubtful ||
  (transactionStart !== null && transactionFinish !== null && transactionFinish <= transactionStart)

/** Whether an end belongs to another session than the one with its transaction id that has ended: neither its time nor its register is the same. */
export function isAnotherEnd(order: Order, event: Ended, { at, doubtful }: CountedTime): boolean {
  if (!order.endReported || order.timeDoubtful || doubtful) return false
  if (event.sequence !== undefined && event.sequence === order.lastSequence) return false
  const sameTime = order.transactionFinish?.getTime() === at.getTime()
  const register = event.meterWh
  return (
    !sameTime && register !== undefined && order.reportedEndWh !== null && register !== order.reportedEndWh
  )
}

/** What a message of no order is kept under: its transaction, and itself in it. */
export interface UnmatchedKeys {
  sessionKey: string
  eventKey: string
}

/** What may be kept without an order. */
export type UnmatchedEvent = Started | Ended | Extract<StationEvent, { type: 'meter.sampled' }>

/** A message as it is kept without an order. */
export interface Unmatched extends UnmatchedKeys {
  stationId: string
  transactionId: string
  receivedAt: Date
  event: UnmatchedEvent
}

/** A message that was kept without an order. */
export interface Parked {
  id: number
  stationId: string
  transactionId: string
  eventKey: string
  receivedAt: Date
  event: UnmatchedEvent
}

/** A message is kept once however often it is sent; of values without numbers only the first and the last are. */
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
