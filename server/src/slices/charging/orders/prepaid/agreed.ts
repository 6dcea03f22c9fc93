import { audit } from '../../../../platform/general/audit.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { insertLogs } from '../store.ts'

/**
 * How a driver agreed to be charged: by a tap on the page of a mailed link, by a mailed code, by a card entered on an order's page, by
 * the driver's own charging card at the station, or logged in to the driver's own account.
 */
export type AgreedBy = 'link' | 'code' | 'card' | 'tag' | 'account'

/** Records in an order's chronology and in the audit log how its driver agreed to be charged an amount. */
export async function recordAgreement(
  tx: Tx,
  {
    orderId,
    by,
    amountMinor,
    at,
    remoteAddress = null,
  }: { orderId: number; by: AgreedBy; amountMinor: number; at: Date; remoteAddress?: string | null },
): Promise<void> {
  await insertLogs(tx, [
    { orderId, at, kind: 'api', event: `agreed_by_${by}`, fields: { value: amountMinor } },
  ])
  await audit(tx, {
    caller: null,
    action: 'driver.agree',
    subjectType: 'order',
    subjectId: orderId,
    after: { by, amountMinor },
    remoteAddress,
    at,
  })
}
