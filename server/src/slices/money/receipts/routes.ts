import { contract } from '@stationmaster/contract'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { seesOrder } from '../../charging/orders/store.ts'
import type { ReceiptService } from './receipt-service.ts'
import { countWithoutSeller, listFailed, listReceipts } from './store.ts'
import { viewOf } from './view.ts'

interface ReceiptRouteParts {
  db: Db
  clock: Clock
  timeZone: string
  receipts: ReceiptService
}

/** The fiscal receipts of an order, and those that a person has to look at. */
export function receiptRoutes(rest: Rest, { db, clock, timeZone, receipts }: ReceiptRouteParts): void {
  route(rest, contract.receipts.ofOrder, async ({ params: { id }, caller }) => {
    if (!(await seesOrder(db, caller, id))) throw new Failure('order.not_found')
    const list = await listReceipts(db, id)
    return { till: receipts.till, receipts: list.map((one) => viewOf(one, timeZone)) }
  })
  route(rest, contract.receipts.failed, async ({ query }) => {
    const { rows, total } = await listFailed(db, query)
    return { items: rows.map((one) => ({ ...viewOf(one, timeZone), order_id: one.orderId })), total }
  })
  route(rest, contract.receipts.withoutSeller, () => countWithoutSeller(db, receipts.till))
  route(rest, contract.receipts.sendAgain, async ({ params: { id }, caller, remoteAddress }) => {
    await inTransaction(db, async (tx) => {
      const { orderId, amountMinor, refusal } = await receipts.sendAgain(tx, id)
      await audit(tx, {
        caller,
        remoteAddress,
        action: 'receipt.send',
        subjectType: 'receipt',
        subjectId: id,
        after: { orderId, amountMinor, refusal },
        at: clock.now(),
      })
    })
    return undefined
  })
}
