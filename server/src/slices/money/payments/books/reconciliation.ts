import { inRepeatableTransaction, inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { groupBy } from '../../../../platform/general/group-by.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { lockOrder } from '../../../charging/orders/store.ts'
import { ProviderUnknown } from '../../providers/port.ts'
import { explain, type FoundDifference, findFound } from '../../providers/reconciliation/difference-store.ts'
import { reconcile } from '../../providers/reconciliation/reconcile.ts'
import { type By, bookGivenBack, type PaymentParts } from '../actions.ts'
import { spread } from '../cards/at-provider.ts'
import { lockPayments, type Payment } from '../store.ts'

/** What may be done about a difference, as the screen asks and the acts demand. */
export function mayMend({ kind, paymentId, orderId, ours, theirs }: FoundDifference) {
  // what a plan was charged is no order's: a person sees to it at the provider
  const mends = kind === 'not_booked' && orderId !== null
  const gapMinor = mends && ours && theirs ? theirs.capturedMinor - ours.capturedMinor : 0
  return { read: paymentId !== null, book: gapMinor < 0, give_back: gapMinor > 0, gapMinor }
}

/** Asks the provider something; throws payment.provider_away where it does not answer. */
async function refuseProvider(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    throw error instanceof ProviderUnknown ? new Failure('payment.provider_away') : error
  }
}

/** Compares a day (YYYY-MM-DD) with the provider; throws payment.no_provider, payment.provider_away. */
export async function compareDay(parts: PaymentParts, day: string): Promise<void> {
  await refuseProvider(reconcile({ ...parts, provider: parts.paymentService.provider }, day))
}

async function getFound(parts: PaymentParts, id: number): Promise<FoundDifference> {
  const found = await findFound(parts.db, id)
  if (!found) throw new Failure('difference.not_found')
  return found
}

/**
 * Reads a difference's payment at its provider, decides again what is not booked of its order (charging, an idle fee, services) by
 * what the provider has, and compares its day. Throws difference.not_found, payment.provider_away.
 */
export async function readAgain(parts: PaymentParts, id: number): Promise<void> {
  const { paymentId, day, kind, orderId } = await getFound(parts, id)
  if (paymentId !== null) await refuseProvider(parts.paymentService.read(paymentId))
  if (kind === 'not_booked' && orderId !== null)
    for (const { payment } of await inTransaction(parts.db, (tx) => filesOf(tx, parts, orderId)))
      await parts.paymentService.decideAgain(payment.id)
  await compareDay(parts, day)
}

/** Books what the provider gave back by itself, each payment of the order what was given back of it. Throws difference.not_found, difference.not_mendable, refund.too_much. */
export async function bookDifference(parts: PaymentParts, by: By, id: number, reason: string): Promise<void> {
  const { day, orderId, ...found } = await getFound(parts, id)
  const { book, gapMinor } = mayMend({ ...found, day, orderId })
  if (!book || orderId === null) throw new Failure('difference.not_mendable')
  const given = await inTransaction(parts.db, (tx) => unbookedOf(tx, parts, orderId))
  if (given.reduce((sum, { amountMinor }) => sum + amountMinor, 0) !== -gapMinor)
    throw new Failure('difference.not_mendable')
  for (const one of given) await bookGivenBack(parts, by, orderId, { ...one, reason })
  await compareDay(parts, day)
}

/** What the provider gave back of each of an order's payments (charging, an idle fee, a service) and is not booked of it. */
async function unbookedOf(tx: Tx, parts: PaymentParts, orderId: number) {
  const files = await filesOf(tx, parts, orderId)
  const given: { purpose: Payment['purpose']; amountMinor: number }[] = []
  for (const [purpose, of] of groupBy(files, ({ payment }) => payment.purpose)) {
    if (purpose === 'check' || purpose === 'top_up') continue
    const booked = (await lockPayments(tx, [orderId], purpose)).get(orderId)
    const thereMinor = of.reduce((sum, { payment }) => sum + payment.capturedMinor - payment.refundedMinor, 0)
    const amountMinor = booked ? booked.capturedMinor - booked.refundedMinor - thereMinor : 0
    if (amountMinor > 0) given.push({ purpose, amountMinor })
  }
  return given
}

/** Has the provider give back what is not booked. Throws difference.not_found, difference.not_mendable. */
export async function giveDifferenceBack(
  parts: PaymentParts,
  by: By,
  id: number,
  reason: string,
): Promise<void> {
  const found = await getFound(parts, id)
  const { orderId } = found
  const { give_back, gapMinor } = mayMend(found)
  if (!give_back || orderId === null) throw new Failure('difference.not_mendable')
  await inRepeatableTransaction(parts.db, async (tx) => {
    await lockOrder(tx, orderId)
    const shares = spread(await filesOf(tx, parts, orderId), gapMinor)
    if (!shares) throw new Failure('difference.not_mendable')
    for (const { paymentId, amountMinor } of shares)
      await parts.paymentService.request(tx, paymentId, { kind: 'refund', amountMinor, reason: 'not_due' })
    await note(tx, parts, by, { action: 'difference.give_back', id, after: { gapMinor, reason } })
  })
}

/** Notes why a difference is none that has to be mended. Throws difference.not_found. */
export async function explainDifference(
  parts: PaymentParts,
  by: By,
  id: number,
  reason: string,
): Promise<void> {
  await getFound(parts, id)
  await inTransaction(parts.db, async (tx) => {
    await explain(tx, id, { explanation: reason, by: by.caller.id, at: parts.clock.now() })
    await note(tx, parts, by, { action: 'difference.explain', id, after: { reason } })
  })
}

const filesOf = async (tx: Tx, { paymentService }: PaymentParts, orderId: number) =>
  (await paymentService.lockFiles(tx, [orderId], null)).get(orderId) ?? []

const note = (
  tx: Tx,
  { clock }: PaymentParts,
  { caller, remoteAddress }: By,
  { action, id, after }: { action: string; id: number; after: object },
) =>
  audit(tx, {
    caller,
    remoteAddress,
    action,
    subjectType: 'payment_difference',
    subjectId: id,
    after,
    at: clock.now(),
  })
