import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { PaymentSnapshot } from '../port.ts'
import { declined, isFinal, isUndecided, merge, type ProviderPayment } from './payment.ts'

export type OperationKind = 'authorize' | 'capture' | 'cancel' | 'refund'

/** waiting: not sent yet; sent: it went out, and nobody knows what came of it; stuck: nor will anybody without a person. */
export type OperationState = 'waiting' | 'sent' | 'done' | 'refused' | 'stuck'

/** One wish to a provider, kept before it goes out under the key that the provider knows it by. */
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

/** Why a wish cannot be: what has been asked before stands in its way, or the money is not there. */
export type RequestRefusal = 'busy' | 'not_held' | 'not_captured' | 'too_much' | 'ended'

/** Whether it is on its way, or somebody has to find out what came of it. */
export const isWaiting = ({ state }: Operation): boolean =>
  state === 'waiting' || state === 'sent' || state === 'stuck'

/** Whether the provider has said what came of it. */
export const hasEnded = ({ state }: Operation): boolean => state === 'done' || state === 'refused'

/** The next that goes out: one at a time for each payment, in the order in which they were asked. */
export const nextOf = (operations: readonly Operation[]): Operation | undefined => operations.find(isWaiting)

const isSettling = ({ kind }: Pick<Operation, 'kind'>): boolean => kind === 'capture' || kind === 'cancel'

/** Why a wish cannot be, or null: one of taking and releasing for each payment, and never more back than was taken. */
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

/** What of a payment the provider still has, less what it was asked to give back. */
export function leftOf(payment: ProviderPayment, operations: readonly Operation[]): number {
  const open = operations.filter((one) => one.kind === 'refund' && isWaiting(one))
  return open.reduce(
    (left, { amountMinor }) => left - amountMinor,
    payment.capturedMinor - payment.refundedMinor,
  )
}

/** A wish that may be, as it is kept before it goes out. */
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

/** The operation as it goes out with a call of that length: until it is due again it belongs to who sends it, even when that one is killed. */
export function sentAt(operation: Operation, callMs: number, now: Date): Operation {
  return {
    ...operation,
    state: 'sent',
    attempts: operation.attempts + 1,
    firstSentAt: operation.firstSentAt ?? now,
    dueAt: new Date(now.getTime() + callMs + pauseAfter(operation.attempts)),
  }
}

/** Whether whoever was sent something still knows its key: else a call would not be the same one again. */
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

/** The operation that only a person can end now. */
export const stuck = (operation: Operation): Operation => ({ ...operation, state: 'stuck', dueAt: null })

export interface Step {
  payment: ProviderPayment
  operation: Operation
}

/** Payment and operation after the provider has answered the operation's own call, a refund with its own name for it. */
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

/** The same after the payment was read and not asked for anything: ended where the picture shows what came of the operation. */
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

/** A wish that has nothing to do at the provider any more: what was never authorised holds nothing. */
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

/** how often a capture is asked for that the provider refuses while the money is still held, and what is not due asked back */
const timesMost = 5

/** What takes the place of a capture, or of giving back what is not due, that was refused just now; null: nothing is asked for again. */
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

/** Whether something that nobody has wished may be asked for: the provider has not refused it too often already. */
export const mayRequestAgain = (operations: readonly Operation[], wanted: 'capture' | 'refund'): boolean =>
  operations.filter(
    ({ kind, refundId, state }) => kind === wanted && refundId === null && state === 'refused',
  ).length < timesMost
