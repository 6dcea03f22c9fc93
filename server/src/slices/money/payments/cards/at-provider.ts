import { last } from '@stationmaster/units'
import {
  isWaiting,
  leftOf,
  mayRequestAgain,
  type Operation,
  type OperationRequest,
} from '../../providers/payment/operation.ts'
import { isFinal, type ProviderPayment } from '../../providers/payment/payment.ts'
import type { ProviderMethod } from '../../providers/port.ts'

/** A payment at the provider and its operations. */
export interface ProviderFile {
  payment: ProviderPayment
  operations: readonly Operation[]
}

/** What is refunded of each of an order's payments at the provider, newest first; null: the provider has less than that. */
export function spread(
  files: readonly ProviderFile[],
  amountMinor: number,
): { paymentId: number; amountMinor: number }[] | null {
  let wanted = amountMinor
  const shares = files.toReversed().flatMap(({ payment, operations }) => {
    const share = Math.min(wanted, leftOf(payment, operations))
    wanted -= share
    return share > 0 ? [{ paymentId: payment.id, amountMinor: share }] : []
  })
  return wanted > 0 ? null : shares
}

/** What the provider still has of an order's payments, less the refunds that are under way. */
export const leftAtProvider = (files: readonly ProviderFile[]): number =>
  files.reduce((sum, { payment, operations }) => sum + leftOf(payment, operations), 0)

/** A charge without the driver, of the method that a payment was made with. */
export interface Charge {
  paymentId: number
  amountMinor: number
}

/** What is done at the provider for an order that has ended, and the state of its payment as the provider reports it. */
export interface AtProvider {
  method: ProviderMethod | 'terminal'
  provider: string
  marketShopId: string
  /** what the provider has captured of the amount due */
  capturedMinor: number
  /** the fee that it has reported for all that it captured; null: it has not reported all of it */
  feeMinor: number | null
  /** an earlier request, or one of these, has not ended yet */
  underWay: boolean
  requests: { paymentId: number; request: OperationRequest }[]
  charge: Charge | null
  /** what is due, and neither captured nor under way */
  debtMinor: number
  /** of a payment at the station's own terminal */
  documentNumber?: string
}

/** What was captured and is kept: money that was not due at that time goes back, and is no refund of the order's payment. */
const keptOf = ({ payment, operations }: ProviderFile): number => {
  const released = operations.filter(
    ({ kind, refundId, state }) => kind === 'refund' && refundId === null && state !== 'refused',
  )
  return released.reduce((sum, { amountMinor }) => sum - amountMinor, payment.capturedMinor)
}

/** The provider's fee for what it captured; null unless it has reported the fee of each payment. */
function providerFeeOf(files: readonly ProviderFile[]): number | null {
  const fees = files.flatMap(({ payment }) => (payment.capturedMinor > 0 ? [payment.feeMinor] : []))
  if (fees.length === 0 || fees.includes(null)) return null
  return fees.reduce<number>((sum, fee) => sum + (fee ?? 0), 0)
}

const isSettling = ({ kind }: Operation): boolean => kind === 'capture' || kind === 'cancel'

/** What an undecided or held payment will bring of the amount still due, and what is requested for it. */
function endOf(
  { payment, operations }: ProviderFile,
  restMinor: number,
): { coming: number; request?: OperationRequest } {
  const pending = operations.find((one) => isSettling(one) && isWaiting(one))
  if (pending) return { coming: pending.kind === 'capture' ? pending.amountMinor : 0 }
  if (restMinor <= 0) return { coming: 0, request: { kind: 'cancel', amountMinor: 0 } }
  if (payment.state !== 'held') return { coming: Math.min(restMinor, payment.amountMinor) }
  const amountMinor = Math.min(restMinor, payment.heldMinor)
  // a person has to look at what the provider has refused too often
  if (!mayRequestAgain(operations, 'capture')) return { coming: 0 }
  return { coming: amountMinor, request: { kind: 'capture', amountMinor } }
}

/** The last of an order's payments that has not failed, else the last one: its provider is the payment's. */
const leadingOf = (files: readonly ProviderFile[]): ProviderPayment =>
  (files.findLast(({ payment }) => payment.state !== 'failed') ?? last(files)).payment

/**
 * What is done at the provider for an order that has ended and costs `dueMinor`. Held money is captured as far as it is due, and the
 * rest is released; money that was captured earlier and is too much goes back; missing money is charged to the same method, unless a
 * charge was refused already: then it is a debt. While the amount is not decided (null), nothing is done. `connected` is the provider
 * that can be charged again.
 */
export function settlementOf(
  files: readonly ProviderFile[],
  dueMinor: number | null,
  connected: string | null,
): AtProvider {
  const lead = leadingOf(files)
  const { method, provider, marketShopId } = lead
  const kept = files.reduce((sum, file) => sum + keptOf(file), 0)
  const common = {
    method,
    provider,
    marketShopId,
    capturedMinor: Math.min(kept, dueMinor ?? 0),
    feeMinor: providerFeeOf(files),
  }
  if (dueMinor === null) return { ...common, underWay: true, requests: [], charge: null, debtMinor: 0 }
  const rest = dueMinor - kept
  const requests: AtProvider['requests'] = releaseOf(files, -rest)
  const open = files.find(({ payment }) => !isFinal(payment))
  const end = open && endOf(open, rest)
  if (open && end?.request) requests.push({ paymentId: open.payment.id, request: end.request })
  const underWay = (end?.coming ?? 0) > 0
  const missing = underWay ? 0 : Math.max(0, rest)
  const saved = savedOf(files, connected)
  if (missing > 0 && !open && saved && files.every(({ payment }) => payment.state !== 'failed')) {
    const charge = { paymentId: saved.id, amountMinor: missing }
    return { ...common, underWay: true, requests, charge, debtMinor: 0 }
  }
  return { ...common, underWay, requests, charge: null, debtMinor: missing }
}

/** The payment whose method can be charged again without the driver. */
export const savedOf = (
  files: readonly ProviderFile[],
  connected: string | null,
): ProviderPayment | undefined =>
  files.findLast(
    ({ payment }) => payment.methodRef !== null && !payment.once && payment.provider === connected,
  )?.payment

/**
 * How a debt of so much is charged: by a capture of what is still held for it, as far as that goes, else in whole to the method
 * that the order or its charging was paid with; undefined: there is neither.
 */
export function chargeOfDebt(
  debtMinor: number,
  files: readonly ProviderFile[],
  paid: readonly ProviderFile[],
  connected: string | null,
): (Charge & { kind: 'capture' | 'payment' }) | undefined {
  const held = files.find(
    ({ payment }) => payment.state === 'held' && payment.provider === connected,
  )?.payment
  if (held) return { kind: 'capture', paymentId: held.id, amountMinor: Math.min(debtMinor, held.heldMinor) }
  const saved = savedOf([...paid, ...files], connected)
  return saved && { kind: 'payment', paymentId: saved.id, amountMinor: debtMinor }
}

/** Money that was captured earlier and is not due goes back, as far as the provider still has it. */
function releaseOf(files: readonly ProviderFile[], excessMinor: number): AtProvider['requests'] {
  if (excessMinor <= 0) return []
  const pending = files.filter(({ operations }) => mayRequestAgain(operations, 'refund'))
  const shares = spread(pending, Math.min(excessMinor, leftAtProvider(pending))) ?? []
  return shares.map(({ paymentId, amountMinor }) => ({
    paymentId,
    request: { kind: 'refund', amountMinor, reason: 'not_due' },
  }))
}
