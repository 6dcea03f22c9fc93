import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { recordAgreement } from '../../../charging/orders/prepaid/agreed.ts'
import { mailDriver } from '../links.ts'
import type { PayParts } from '../parts.ts'

export type Telling = Pick<PayParts, 'mailer' | 'clock' | 'currency'>

/**
 * Notifies drivers of sessions that their charging cards have started and that are paid with their saved cards. A charging card can be
 * copied, so a driver with an address gets a mail at once and can stop the session.
 */
export async function tellDrivers(tx: Tx, orders: readonly Order[], parts: Telling): Promise<void> {
  for (const order of orders) {
    const { id: orderId, driverId, holdMinor } = order
    if (driverId === null || holdMinor === null) continue
    await recordAgreement(tx, { orderId, by: 'tag', amountMinor: holdMinor, at: parts.clock.now() })
    await mailDriver(parts, tx, { ...order, driverId }, { by: null, language: 'en' })
  }
}
