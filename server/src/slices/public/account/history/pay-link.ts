import { MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { takeAttempt } from '../../../../platform/secrets/attempt-store.ts'
import { findShownOrder } from '../../pay/receipt/shown-order-store.ts'
import { insertLink } from '../../pay/store.ts'
import type { AccountParts } from '../parts.ts'

/** how many links a driver makes: one is enough for a look */
const links = { limit: 30, windowMs: 15 * MINUTE_MS }

/** Makes a link to the page of a driver's own order; throws order.not_found where it is another's, request.too_many. */
export async function linkOfOwn(
  { db, clock }: Pick<AccountParts, 'db' | 'clock'>,
  driverId: number,
  id: number,
): Promise<{ token: string }> {
  const at = clock.now()
  if (!(await findShownOrder(db, id, driverId))) throw new Failure('order.not_found')
  const seconds = await takeAttempt(db, `links of driver ${driverId}`, links, at)
  if (seconds > 0) throw new Failure('request.too_many', { retry_after_seconds: seconds })
  return { token: await inTransaction(db, (tx) => insertLink(tx, { orderId: id, driverId, by: null, at })) }
}
