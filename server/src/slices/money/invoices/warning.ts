import { dayOf } from '@stationmaster/units'
import { formatsOf } from '../../../platform/documents/paper.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { findFleet, listLimited, updateWarned } from '../../charging/drivers/fleets/store.ts'
import type { Closed } from '../../charging/orders/order.ts'
import { isNearlyUsed } from './rules.ts'

/** Mails fleets that their limit of the month is nearly used up, once a month, in the transaction of the session that used it. */
export async function warnFleets(
  tx: Tx,
  closed: readonly Closed[],
  { now, timeZone, mailer, currency }: { now: Date; timeZone: string; mailer: Mailer; currency: string },
): Promise<void> {
  const ids = await listLimited(tx, [...new Set(closed.flatMap(({ order }) => order.fleetId ?? []))])
  const month = dayOf(now, timeZone).slice(0, 7)
  for (const id of ids) {
    const fleet = await findFleet(tx, id, month)
    if (!fleet || !isNearlyUsed(fleet.usedMinor, fleet.limitMinor)) continue
    if (!(await updateWarned(tx, id, month))) continue
    const { email: to, language, name, usedMinor, limitMinor } = fleet
    const format = formatsOf(language, currency)
    const values = {
      fleet: name,
      used: format.money(usedMinor),
      limit: format.money(limitMinor ?? 0),
      month: format.month(month),
    }
    await mailer.send(tx, { to, language, name: 'fleetLimit', values })
  }
}
