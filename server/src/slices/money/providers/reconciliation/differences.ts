import type { DifferenceKind } from '@stationmaster/contract'
import { shareOf } from '../../contracts/rules.ts'
import type { OperationState } from '../payment/operation.ts'
import type { ProviderPayment } from '../payment/payment.ts'
import type { ListedPayment, ProviderMethod } from '../port.ts'

/** How a payment stands on one side. */
export interface ComparedState {
  state: string
  heldMinor: number
  capturedMinor: number
  refundedMinor: number
}

/** What a provider and we tell differently of one payment. */
export interface Difference {
  kind: DifferenceKind
  paymentId: number | null
  paymentRef: string | null
  ours: ComparedState | null
  theirs: ComparedState | null
}

/** One of our payments of a day, and whether an operation of it is stuck. */
export type OurPayment = Pick<
  ProviderPayment,
  'state' | 'heldMinor' | 'capturedMinor' | 'refundedMinor' | 'paymentRef' | 'contradicted'
> & {
  /** null: it is the charge of a plan */
  paymentId: number | null
  method: ProviderMethod
  worst: OperationState | null
}

const stateOf = ({ state, heldMinor, capturedMinor, refundedMinor }: ComparedState): ComparedState => ({
  state,
  heldMinor,
  capturedMinor,
  refundedMinor,
})

const properties = ['state', 'capturedMinor', 'refundedMinor'] as const

/** Some providers do not report the held amount after the capture, so it is compared only while the payment is held. */
const isSame = (ours: ComparedState, theirs: ComparedState): boolean =>
  properties.every((property) => ours[property] === theirs[property]) &&
  (ours.state !== 'held' || ours.heldMinor === theirs.heldMinor)

/**
 * What differs between our payments of a day and the provider's list, which may begin earlier and end later. `isOurs` says of a
 * listed one whether we know it, whatever its day.
 */
export function differencesOf(
  ours: readonly OurPayment[],
  listed: readonly ListedPayment[],
  isOurs: (listed: ListedPayment) => boolean,
): Difference[] {
  const theirs = new Map(listed.map((one) => [one.snapshot.paymentRef, one.snapshot]))
  const strange = listed
    .filter((one) => !isOurs(one))
    .map(
      ({ snapshot }): Difference => ({
        kind: 'unknown_to_us',
        paymentId: null,
        paymentRef: snapshot.paymentRef,
        ours: null,
        theirs: stateOf(snapshot),
      }),
    )
  return [...ours.flatMap((one) => differenceOf(one, theirs.get(one.paymentRef ?? ''))), ...strange]
}

function differenceOf(one: OurPayment, theirs: ComparedState | undefined): Difference[] {
  const both = {
    paymentId: one.paymentId,
    paymentRef: one.paymentRef,
    ours: stateOf(one),
    theirs: theirs ? stateOf(theirs) : null,
  }
  if (one.contradicted) return [{ kind: 'contradicted', ...both }]
  if (one.worst === 'stuck') return [{ kind: 'stuck', ...both }]
  // what never reached the provider is nobody's, and what is under way may still differ
  if (one.paymentRef === null || one.worst !== null) return []
  if (!theirs) return [{ kind: 'unknown_to_provider', ...both }]
  return isSame(one, theirs) ? [] : [{ kind: 'differs', ...both }]
}

/** What was paid at the provider, an order or a plan's invoice: what the provider has of it, and what the ledger tells of it. */
export interface Paid {
  /** its first payment; null: it is the charge of a plan */
  paymentId: number | null
  paymentRef: string | null
  chargedMinor: number
  bookedMinor: number
  /** it has ended and is decided, and nothing is under way */
  settled: boolean
}

/** Rates of a day, in hundredths of a percent; undefined: nothing is agreed on. */
export type RateOf = (method: ProviderMethod) => number | undefined

/**
 * Where a provider tells other fees than were agreed on for a day: one difference for each way to pay, with the sums of both. Each
 * payment is rounded by itself, so a kopeck for each is none.
 */
export function feeDifferences(
  ours: readonly Pick<OurPayment, 'paymentRef' | 'method'>[],
  listed: readonly ListedPayment[],
  rateOf: RateOf,
): Difference[] {
  const methods = new Map(ours.map(({ paymentRef, method }) => [paymentRef, method]))
  const sums = new Map<ProviderMethod, { reported: number; agreed: number; count: number }>()
  for (const { snapshot } of listed) {
    const method = methods.get(snapshot.paymentRef)
    const rate = method && rateOf(method)
    if (!method || rate === undefined || snapshot.feeMinor === null || snapshot.state !== 'captured') continue
    const sum = sums.get(method) ?? { reported: 0, agreed: 0, count: 0 }
    sum.reported += snapshot.feeMinor
    sum.agreed += shareOf(snapshot.capturedMinor, rate)
    sum.count += 1
    sums.set(method, sum)
  }
  const side = (state: string, capturedMinor: number) => ({
    state,
    heldMinor: 0,
    capturedMinor,
    refundedMinor: 0,
  })
  return [...sums].flatMap(([method, { reported, agreed, count }]): Difference[] =>
    Math.abs(reported - agreed) <= count
      ? []
      : [
          {
            kind: 'fee',
            paymentId: null,
            paymentRef: method,
            ours: side('agreed', agreed),
            theirs: side('told', reported),
          },
        ],
  )
}

/** That of which the ledger tells something else than the provider has; what is not settled yet may still differ. */
export const unbooked = (paid: readonly Paid[]): Difference[] =>
  paid
    .filter(({ settled, chargedMinor, bookedMinor }) => settled && chargedMinor !== bookedMinor)
    .map(({ paymentId, paymentRef, chargedMinor, bookedMinor }) => ({
      kind: 'not_booked',
      paymentId,
      paymentRef,
      ours: { state: 'booked', heldMinor: 0, capturedMinor: bookedMinor, refundedMinor: 0 },
      theirs: { state: 'taken', heldMinor: 0, capturedMinor: chargedMinor, refundedMinor: 0 },
    }))

/** The sums of a day's payments on both sides, in minor units, less refunds. */
export interface Comparison {
  payments: number
  theirsMinor: number
  oursMinor: number
  bookedMinor: number
  unsettledMinor: number
}

const netOf = ({
  capturedMinor,
  refundedMinor,
}: Pick<ComparedState, 'capturedMinor' | 'refundedMinor'>): number => capturedMinor - refundedMinor

/** The sums of a day: of what is settled all is booked but what differs. */
export function comparisonOf(
  ours: readonly (OurPayment & { settled: boolean })[],
  listed: readonly ListedPayment[],
  differences: readonly Difference[],
): Comparison {
  const known = new Set(ours.map(({ paymentRef }) => paymentRef))
  const strange = new Set(
    differences.flatMap(({ kind, paymentRef }) => (kind === 'unknown_to_us' ? [paymentRef] : [])),
  )
  const theirs = listed.filter(
    ({ snapshot: { paymentRef } }) => known.has(paymentRef) || strange.has(paymentRef),
  )
  const sum = (all: readonly number[]) => all.reduce((total, minor) => total + minor, 0)
  const gaps = differences.flatMap(({ kind, ours: here, theirs: there }) =>
    kind === 'not_booked' && here && there ? [there.capturedMinor - here.capturedMinor] : [],
  )
  return {
    payments: ours.length,
    theirsMinor: sum(theirs.map(({ snapshot }) => netOf(snapshot))),
    oursMinor: sum(ours.map(netOf)),
    bookedMinor: sum(ours.filter(({ settled }) => settled).map(netOf)) - sum(gaps),
    unsettledMinor: sum(ours.filter(({ settled }) => !settled).map(netOf)),
  }
}
