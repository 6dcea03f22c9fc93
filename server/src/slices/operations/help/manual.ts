import type { DriverManual } from '@stationmaster/contract'
import { dayOf, MINUTE_MS } from '@stationmaster/units'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { countdownMs } from '../../charging/orders/prepaid/prepaid.ts'
import { loadIdleTermsOn } from '../../money/contracts/idle-store.ts'
import { checkedMinor } from '../../money/payments/cards/card-check.ts'
import { idlePriceOf } from '../../places/tariffs/idle-terms.ts'
import { reservationFeeMinor } from '../../public/pay/rules.ts'

/**
 * What the manual asks of a driver with a smart tag, after connecting. Whoever keeps to it is charged. A tag that is shown later begins its
 * session too (docs/domain.md says why), until the station's own time-out; who connects again has the whole time once more.
 */
const tagSeconds = 90

/** What holds for drivers in this network, as its manual says it. */
export async function readManual({
  db,
  clock,
  timeZone,
}: {
  db: Db
  clock: Clock
  timeZone: string
}): Promise<DriverManual> {
  const terms = (await loadIdleTermsOn(db, dayOf(clock.now(), timeZone))).get(null)
  return {
    idle: terms?.blockMinor ? idlePriceOf(terms) : null,
    reservation_fee: reservationFeeMinor,
    connect_minutes: countdownMs / MINUTE_MS,
    card_check: checkedMinor,
    tag_seconds: tagSeconds,
  }
}
