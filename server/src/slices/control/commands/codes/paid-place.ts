import { SECOND_MS } from '@stationmaster/units'
import type { Order } from '../../../charging/orders/order.ts'
import { isBeforeStart } from '../../../charging/orders/prepaid/prepaid.ts'
import type { CommandParts } from '../parts.ts'
import { findPlace } from '../target.ts'

/**
 * Tells a station that knows the word for it that a driver pays for an EVSE, so that nobody else begins there as long as the driver may
 * pay; or, once the order has ended, that nobody does any more. Nobody waits for what the station says to it.
 */
export async function announcePaying(
  { db, clock, stations }: Pick<CommandParts, 'db' | 'clock' | 'stations'>,
  order: Order,
): Promise<void> {
  const place = await findPlace(db, order)
  const link = place && (await stations.find(place.station.id))
  if (!link) return
  const until = isBeforeStart(order) ? order.payUntil : null
  const leftMs = until ? Math.max(0, until.getTime() - clock.now().getTime()) : 0
  void link.command({
    type: 'web_payment',
    evse: place.connector.evse,
    seconds: Math.ceil(leftMs / SECOND_MS),
  })
}
