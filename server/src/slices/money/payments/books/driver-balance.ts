import { contract } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { findDriver, lockDriver } from '../../../charging/drivers/store.ts'
import { listBalanceLines } from '../../ledger/balance-line-store.ts'
import { paidInEntry } from '../../ledger/paid-in.ts'
import { post } from '../../ledger/store.ts'
import type { ReceiptService } from '../../receipts/receipt-service.ts'

interface BalanceParts {
  db: Db
  clock: Clock
  /** of the network: days begin by its clocks */
  timeZone: string
  receipts: ReceiptService
}

/** Drivers' balances: what has moved them, and what was paid in, noted by administrators. */
export function driverBalanceRoutes(rest: Rest, { db, clock, timeZone, receipts }: BalanceParts): void {
  route(rest, contract.drivers.postings, async ({ params: { id }, query }) => {
    if (!(await findDriver(db, id))) throw new Failure('driver.not_found')
    const { rows, total } = await listBalanceLines(db, id, query)
    const items = rows.map(({ at, amountMinor, balanceMinor, orderId, ...row }) => ({
      ...row,
      at: at.toISOString(),
      amount: amountMinor,
      balance: balanceMinor,
      order_id: orderId,
    }))
    return { items, total }
  })

  route(rest, contract.drivers.topUp, async ({ params: { id }, body, caller, remoteAddress }) => {
    const at = clock.now()
    const into = body.paid_by === 'cash' ? 'cash' : 'bank'
    await inRepeatableTransaction(db, async (tx) => {
      const driver = await lockDriver(tx, id)
      if (!driver) throw new Failure('driver.not_found')
      const left = driver.balanceMinor - driver.heldMinor + body.amount
      if (body.amount < 0 && left < 0 && !body.confirmed)
        throw new Failure('driver.below_zero', { available: left })
      const businessDay = dayOf(at, timeZone)
      await post(tx, [paidInEntry({ driverId: id, amountMinor: body.amount, into, at, businessDay })])
      await receipts.recordTopUp(tx, id, body.amount)
      await audit(tx, {
        caller,
        remoteAddress,
        action: 'driver.top_up',
        subjectType: 'driver',
        subjectId: id,
        after: body,
        at,
      })
    })
    // the driver was locked above, and drivers are not deleted
    return { balance: (await findDriver(db, id))!.balanceMinor }
  })
}
