import { audit } from '../../../../platform/general/audit.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { insertLogs } from '../store.ts'

/**
 * By which act a driver has agreed to be charged: a tap on the page of a link that was mailed to the driver, a code that was, a card
 * entered anew on an order's page, or the driver's own charging card at the station.
 */
export type AgreedBy = 'link' | 'code' | 'card' | 'tag'

/** Notes in an order's chronology and in the audit log by which act of its driver so much is charged. */
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
