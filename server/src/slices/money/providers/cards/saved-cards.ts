import { contract } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { findDriver, updateTokensPayment } from '../../../charging/drivers/store.ts'
import type { PaymentService } from '../payment-service.ts'
import { removeSavedCard } from './saved-card-store.ts'

/** Payment cards that drivers have saved. */
export function savedCardRoutes(
  rest: Rest,
  { db, clock, paymentService }: { db: Db; clock: Clock; paymentService: PaymentService },
): void {
  route(rest, contract.drivers.removeCard, async ({ params: { id }, caller, remoteAddress }) => {
    if (!(await findDriver(db, id))) throw new Failure('driver.not_found')
    await inRepeatableTransaction(db, async (tx) => {
      const removed = await removeSavedCard(tx, id)
      if (!removed) return
      await updateTokensPayment(tx, id, { from: 'card', to: 'account' })
      await paymentService.forget(tx, removed)
      await audit(tx, {
        caller,
        remoteAddress,
        action: 'driver.remove_card',
        subjectType: 'driver',
        subjectId: id,
        at: clock.now(),
      })
    })
  })
}
