import type { OperationState } from './operation.ts'
import type { ProviderPayment } from './payment.ts'
import type { ListedPayment } from './port.ts'

export type DifferenceKind = 'unknown_to_us' | 'unknown_to_provider' | 'differs' | 'contradicted' | 'stuck'

/** How a payment stands on one side. */
export interface Told {
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
  ours: Told | null
  theirs: Told | null
}

/** One of our payments of a day, and whether an operation of it is stuck. */
export type OurPayment = Pick<
  ProviderPayment,
  'id' | 'state' | 'heldMinor' | 'capturedMinor' | 'refundedMinor' | 'paymentRef' | 'contradicted'
> & { worst: OperationState | null }

const toldOf = ({ state, heldMinor, capturedMinor, refundedMinor }: Told): Told => ({
  state,
  heldMinor,
  capturedMinor,
  refundedMinor,
})

const properties = ['state', 'capturedMinor', 'refundedMinor'] as const

/** Some providers forget what was held once it is taken, so that is compared only while it is held. */
const isSame = (ours: Told, theirs: Told): boolean =>
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
        ...{ kind: 'unknown_to_us', paymentId: null, paymentRef: snapshot.paymentRef, ours: null },
        theirs: toldOf(snapshot),
      }),
    )
  return [...ours.flatMap((one) => differenceOf(one, theirs.get(one.paymentRef ?? ''))), ...strange]
}

function differenceOf(one: OurPayment, theirs: Told | undefined): Difference[] {
  const both = {
    paymentId: one.id,
    paymentRef: one.paymentRef,
    ours: toldOf(one),
    theirs: theirs ? toldOf(theirs) : null,
  }
  if (one.contradicted) return [{ kind: 'contradicted', ...both }]
  if (one.worst === 'stuck') return [{ kind: 'stuck', ...both }]
  // what never reached the provider is nobody's, and what is under way may still differ
  if (one.paymentRef === null || one.worst !== null) return []
  if (!theirs) return [{ kind: 'unknown_to_provider', ...both }]
  return isSame(one, theirs) ? [] : [{ kind: 'differs', ...both }]
}
