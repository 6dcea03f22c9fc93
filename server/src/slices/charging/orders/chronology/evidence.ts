import type { ConnectorState } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import type { LostEvidence, Order } from '../order.ts'

/*
 * A station can lose its transaction: its power failed, or its memory was cleared. The session would then stay open for ever, with its
 * connector and its card in use. Signs of that are evidence. Evidence that stays for a while, without a message of the transaction in
 * between, ends the session on its last sample. Later messages still correct it, because some stations never lose transactions.
 */

/** How long evidence must stay, shorter for stronger evidence: a stop may be on its way, a sample may be due. */
const standsMs: Record<LostEvidence, number> = {
  /** the station reports that it has no such transaction */
  transaction_unknown: MINUTE_MS,
  /** its connector waits for a car, or finishes a session */
  connector_free: 5 * MINUTE_MS,
  /** the station refused to stop it */
  stop_refused: 15 * MINUTE_MS,
  /** the station restarted */
  booted: 30 * MINUTE_MS,
  /** a person ended the session */
  operator: 0,
}

/** A sign of life may be this much older than the evidence, because it was on its way. */
const underWayMs = MINUTE_MS

/** Evidence that the session is over for certain, although its station has not reported how it ended. */
const strong: ReadonlySet<LostEvidence | null> = new Set<LostEvidence>([
  'transaction_unknown',
  'connector_free',
])

/** Connector states in which no session runs. */
const free: ReadonlySet<ConnectorState> = new Set(['Available', 'Preparing', 'Reserved', 'Finishing'])
/** Connector states in which a session runs. */
const busy: ReadonlySet<ConnectorState> = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE'])

/** When a session's evidence is old enough to end it; null while there is none. */
export function evidenceDueOf({ lostEvidence, lostEvidenceAt }: Order): Date | null {
  return lostEvidence && lostEvidenceAt ? dueOf(lostEvidence, lostEvidenceAt) : null
}

const dueOf = (evidence: LostEvidence, at: Date): Date => new Date(at.getTime() + standsMs[evidence])

/** The session with more evidence: the evidence that ends it sooner counts. */
export function suspect(order: Order, evidence: LostEvidence, at: Date): Order {
  const known = evidenceDueOf(order)
  if (order.status !== 'started' || (known && known <= dueOf(evidence, at))) return order
  return { ...order, lostEvidence: evidence, lostEvidenceAt: at }
}

/** The session after its station reported that its transaction runs at an instant. */
export function seenAlive(order: Order, at: Date): Order {
  const { status, lostEvidenceAt } = order
  if (status !== 'started' || !lostEvidenceAt) return order
  if (at.getTime() < lostEvidenceAt.getTime() - underWayMs) return order
  return { ...order, lostEvidence: null, lostEvidenceAt: null }
}

/**
 * A session whose station is offline. With strong evidence its driver's card is freed: the driver may charge elsewhere, while the
 * connector waits for the station. It stays free whatever is reported later, because the driver may have begun another session.
 */
export const cardFreed = (order: Order): Order =>
  order.cardFree || !strong.has(order.lostEvidence) ? order : { ...order, cardFree: true }

/** The session after its connector reported a state; a state from before the session, or before its last sample, does not count. */
export function connectorReported(order: Order, state: ConnectorState, at: Date, receivedAt: Date): Order {
  const { transactionStart, lastSampleAt } = order
  if ((transactionStart && at <= transactionStart) || (lastSampleAt && at < lastSampleAt)) return order
  if (busy.has(state)) return seenAlive(order, receivedAt)
  return free.has(state) ? suspect(order, 'connector_free', receivedAt) : order
}

/** The session after its station booted. Reason Triggered (2.x): the server requested the boot message, the station did not restart. */
export const booted = (order: Order, reason: string | undefined, receivedAt: Date): Order =>
  reason === 'Triggered' ? order : suspect(order, 'booted', receivedAt)
