import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { PaymentSnapshot } from '../port.ts'
import { declined, isFinal, isUndecided, merge, type ProviderPayment } from './payment.ts'

export type OperationKind = 'authorize' | 'capture' | 'cancel' | 'refund'

/** waiting: not sent yet; sent: its result is not known yet; stuck: a person has to find out its result. */
export type OperationState = 'waiting' | 'sent' | 'done' | 'refused' | 'stuck'

/** One request to a provider. It is kept before it is sent, with the key that the provider knows it by. */
export interface Operation {
  /** `${payment}:${kind}:${number}` */
  key: string
  paymentId: number
  kind: OperationKind
  /** counts within payment and kind */
  number: number
  amountMinor: number
  state: OperationState
  reason: string | null
  /** the refund of the order's payment that it carries out */
  refundId: number | null
  /** what the provider calls the refund that it has carried out */
  refundRef: string | null
  refusal: string | null
  attempts: number
  requestedAt: Date
  firstSentAt: Date | null
  /** when it is looked at again; null once it has ended */
  dueAt: Date | null
}

export interface OperationRequest {
  kind: OperationKind
  amountMinor: number
  reason?: string
  refundId?: number
}

/** Why a request is refused here: an earlier request conflicts with it, or the money is not there. */
export type RequestRefusal = 'busy' | 'not_held' | 'not_captured' | 'too_much' | 'ended'

/** Whether it is on its way, or somebody has to find out what came of it. */
export const isWaiting = ({ state }: Operation): boolean =>
  state === 'waiting' || state === 'sent' || state === 'stuck'

/** Whether the provider has said what came of it. */
export const hasEnded = ({ state }: Operation): boolean => state === 'done' || state === 'refused'

/** The next operation to send: one at a time for each payment, in the order of their requests. */
export const nextOf = (operations: readonly Operation[]): Operation | undefined => operations.find(isWaiting)

const isSettling = ({ kind }: Pick<Operation, 'kind'>): boolean => kind === 'capture' || kind === 'cancel'

/** Why a request is refused, or null. A payment has one capture or one cancel, and refunds never exceed its captures. */
export function refusalOf(
  payment: ProviderPayment,
  operations: readonly Operation[],
  { kind, amountMinor }: OperationRequest,
): RequestRefusal | null {
  const open = operations.filter(isWaiting)
  if (kind === 'authorize') return operations.length > 0 || payment.state !== 'created' ? 'ended' : null
  if (kind === 'refund') return refundRefusal(payment, open, amountMinor)
  if (isFinal(payment)) return 'ended'
  if (open.some(isSettling)) return 'busy'
  if (kind === 'cancel') return null
  if (payment.state !== 'held') return 'not_held'
  return amountMinor <= 0 || amountMinor > payment.heldMinor ? 'too_much' : null
}

function refundRefusal(
  payment: ProviderPayment,
  open: readonly Operation[],
  amountMinor: number,
): RequestRefusal | null {
  if (payment.state !== 'captured') return 'not_captured'
  return amountMinor <= 0 || amountMinor > leftOf(payment, open) ? 'too_much' : null
}

/** What the provider still has of a payment, less the refunds that are under way. */
export function leftOf(payment: ProviderPayment, operations: readonly Operation[]): number {
  const open = operations.filter((one) => one.kind === 'refund' && isWaiting(one))
  return open.reduce(
    (left, { amountMinor }) => left - amountMinor,
    payment.capturedMinor - payment.refundedMinor,
  )
}

/** An allowed request as the operation that is kept before it is sent. */
export function newOperation(
  paymentId: number,
  operations: readonly Operation[],
  { kind, amountMinor, reason, refundId }: OperationRequest,
  now: Date,
): Operation {
  const number = operations.filter((one) => one.kind === kind).length + 1
  return {
    key: `${paymentId}:${kind}:${number}`,
    paymentId,
    kind,
    number,
    amountMinor,
    state: 'waiting',
    reason: reason ?? null,
    refundId: refundId ?? null,
    refundRef: null,
    refusal: null,
    attempts: 0,
    requestedAt: now,
    firstSentAt: null,
    dueAt: now,
  }
}

const pauses = [5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]

const pauseAfter = (attempts: number): number => pauses[attempts] ?? HOUR_MS

/** The operation as it goes out with a call of that length: until it is due again it belongs to its sender, even if that process is killed. */
export function sentAt(operation: Operation, callMs: number, now: Date): Operation {
  return {
    ...operation,
    state: 'sent',
    attempts: operation.attempts + 1,
    firstSentAt: operation.firstSentAt ?? now,
    dueAt: new Date(now.getTime() + callMs + pauseAfter(operation.attempts)),
  }
}

/** Whether the receiver still knows the operation's key: else a second call would be another operation. */
export const keyLives = (
  { firstSentAt }: Pick<Operation, 'firstSentAt'>,
  keyTtlSeconds: number,
  now: Date,
): boolean => firstSentAt === null || now.getTime() - firstSentAt.getTime() < keyTtlSeconds * SECOND_MS

const ended = (
  operation: Operation,
  state: 'done' | 'refused',
  refusal: string | null = null,
): Operation => ({
  ...operation,
  state,
  refusal,
  dueAt: null,
})

/** The operation as one that only a person can end. */
export const stuck = (operation: Operation): Operation => ({ ...operation, state: 'stuck', dueAt: null })

export interface Step {
  payment: ProviderPayment
  operation: Operation
}

/** Payment and operation after the provider has answered the operation's call; `refundRef` is the provider's name of a refund. */
export function answered(
  { payment, operation }: Step,
  snapshot: PaymentSnapshot,
  refundRef: string | null = null,
): Step {
  const merged = merge(payment, snapshot)
  if (operation.kind === 'refund')
    return { payment: merged, operation: { ...ended(operation, 'done'), refundRef } }
  return read({ payment: merged, operation })
}

/** The same after the payment was only read: the operation has ended if the payment's state shows its result. */
export function readBack({ payment, operation }: Step, snapshot: PaymentSnapshot): Step {
  return read({ payment: merge(payment, snapshot), operation })
}

function read({ payment, operation }: Step): Step {
  const { kind } = operation
  if (kind === 'authorize' && payment.paymentRef !== null)
    return { payment, operation: ended(operation, 'done') }
  if (!isSettling(operation) || !isFinal(payment)) return { payment, operation }
  const wanted = kind === 'capture' ? payment.state === 'captured' : payment.state !== 'captured'
  return {
    payment,
    operation: wanted ? ended(operation, 'done') : ended(operation, 'refused', payment.state),
  }
}

/** Payment and operation after the provider said no. */
export function refused({ payment, operation }: Step, code: string): Step {
  return {
    payment: operation.kind === 'authorize' ? declined(payment, code) : payment,
    operation: ended(operation, 'refused', code),
  }
}

/** A request that needs no call any more: a payment that was never authorised holds nothing. */
export function moot({ payment, operation }: Step): Step | null {
  if (operation.kind === 'authorize') return null
  const step = read({ payment, operation })
  if (step.operation !== operation) return step
  if (operation.kind === 'cancel' && payment.paymentRef === null)
    return {
      payment: isUndecided(payment) ? { ...payment, state: 'canceled', action: null } : payment,
      operation: ended(operation, 'done'),
    }
  return null
}

/** how often a capture that the provider refuses is requested while the money is still held; the same for the refund of money that is not due */
const timesMost = 5

/** The operation that repeats a refused capture, or a refused refund of money that is not due; null: nothing is repeated. */
export function againAfter(
  payment: ProviderPayment,
  operations: readonly Operation[],
  { kind, state, number, amountMinor, refundId, reason }: Operation,
  now: Date,
): Operation | null {
  const isRepeatable = kind === 'capture' ? payment.state === 'held' : kind === 'refund' && refundId === null
  if (state !== 'refused' || !isRepeatable || number >= timesMost) return null
  const again = newOperation(
    payment.id,
    operations,
    { kind, amountMinor, ...(reason ? { reason } : {}) },
    now,
  )
  return { ...again, dueAt: new Date(now.getTime() + pauseAfter(number - 1)) }
}

/** Whether the system may request this by itself: the provider has not refused it too often already. */
export const mayRequestAgain = (operations: readonly Operation[], wanted: 'capture' | 'refund'): boolean =>
  operations.filter(
    ({ kind, refundId, state }) => kind === wanted && refundId === null && state === 'refused',
  ).length < timesMost
