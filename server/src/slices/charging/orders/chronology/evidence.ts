import type { ConnectorState } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import type { LostEvidence, Order } from '../order.ts'

/*
 * A station can lose its transaction: its power went, its memory was cleared. The session then stands open for ever, and holds
 * connector and card. Signs of that are evidence; it ends the session on its last sample when it has stood for a while
 * and nothing of the transaction has been heard meanwhile. What comes later corrects it all the same: some stations keep their
 * transactions through anything.
 */

/** How long evidence must stand, the stronger the shorter: a stop may be under way, a sample may be due. */
const standsMs: Record<LostEvidence, number> = {
  /** the station says that it has no such transaction */
  transaction_unknown: MINUTE_MS,
  /** its connector waits for a car, or for the end of a session that has ended */
  connector_free: 5 * MINUTE_MS,
  /** it would not stop it */
  stop_refused: 15 * MINUTE_MS,
  /** it started anew */
  booted: 30 * MINUTE_MS,
  /** a person has seen it */
  operator: 0,
}

/** Signs of life may be a little older than the evidence: they were under way. */
const underWayMs = MINUTE_MS

/** Evidence that leaves no doubt that the session is over, though its station has yet to say how it ended. */
const strong: ReadonlySet<LostEvidence | null> = new Set<LostEvidence>([
  'transaction_unknown',
  'connector_free',
])

/** Connector states in which no session can run. */
const free: ReadonlySet<ConnectorState> = new Set(['Available', 'Preparing', 'Reserved', 'Finishing'])
/** Those in which one does. */
const busy: ReadonlySet<ConnectorState> = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE'])

/** When a session's evidence will be old enough; null while there is none. */
export function evidenceDueOf({ lostEvidence, lostEvidenceAt }: Order): Date | null {
  return lostEvidence && lostEvidenceAt ? dueOf(lostEvidence, lostEvidenceAt) : null
}

const dueOf = (evidence: LostEvidence, at: Date): Date => new Date(at.getTime() + standsMs[evidence])

/** The session with one more piece of evidence: what ends it sooner counts. */
export function suspect(order: Order, evidence: LostEvidence, at: Date): Order {
  const known = evidenceDueOf(order)
  if (order.status !== 'started' || (known && known <= dueOf(evidence, at))) return order
  return { ...order, lostEvidence: evidence, lostEvidenceAt: at }
}

/** The session after its station told something of its transaction that happened at an instant. */
export function seenAlive(order: Order, at: Date): Order {
  const { status, lostEvidenceAt } = order
  if (status !== 'started' || !lostEvidenceAt) return order
  if (at.getTime() < lostEvidenceAt.getTime() - underWayMs) return order
  return { ...order, lostEvidence: null, lostEvidenceAt: null }
}

/**
 * A session whose station is away, with its driver's card free where the evidence is strong: they may charge elsewhere, while its connector
 * waits for the station. It stays free, whatever is told later, for the driver may have begun another by then.
 */
export const cardFreed = (order: Order): Order =>
  order.cardFree || !strong.has(order.lostEvidence) ? order : { ...order, cardFree: true }

/** The session after its connector told how it is; what it was before the session, or before its last sample, tells nothing. */
export function connectorReported(order: Order, state: ConnectorState, at: Date, receivedAt: Date): Order {
  const { transactionStart, lastSampleAt } = order
  if ((transactionStart && at <= transactionStart) || (lastSampleAt && at < lastSampleAt)) return order
  if (busy.has(state)) return seenAlive(order, receivedAt)
  return free.has(state) ? suspect(order, 'connector_free', receivedAt) : order
}

/** 2.x tells a boot that it was asked for by a reason of its own: the station did not start anew. */
export const booted = (order: Order, reason: string | undefined, receivedAt: Date): Order =>
  reason === 'Triggered' ? order : suspect(order, 'booted', receivedAt)
