import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { creditCashback } from '../../../slices/money/payments/extras/cashback.ts'
import { PaymentStage } from '../payments/payment-stage.ts'

let stage: PaymentStage

beforeAll(async () => {
  stage = await PaymentStage.open()
  await sql`update locations set cashback_percent = 5 where id = ${stage.world.locationId}`.execute(
    stage.world.db,
  )
})
afterAll(() => stage.close())

interface Driver {
  id: number
  balance: number
}

const driverOf = async (stationId: string): Promise<Driver> =>
  (await stage.world.get<Driver[]>(`drivers?search=CARD-${stationId}`))[0]!

const balanceOf = async (account: string): Promise<number> => {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(balance_minor), 0)::int as minor from ledger_balance_view where account = ${account}`.execute(
    stage.world.db,
  )
  return rows[0]!.minor
}

/** A session of 340.00 that was paid by card. */
async function paidSession() {
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000)
  await stage.end(session, 20_000)
  await stage.untilPaid(session.orderId, [{ state: 'captured', captured: 34_000 }])
  return { ...session, driver: await driverOf(session.station.id) }
}

const credit = () =>
  creditCashback({ db: stage.world.db, clock: stage.world.clock, timeZone: 'Europe/Moscow' })

test('is promised with the capture, taken back with a refund, and credited once when the month is over', async () => {
  const { orderId, driver } = await paidSession()
  const other = await paidSession()
  const promised = async () => (await stage.world.order(orderId)).cashback_amount
  await stage.until(() => stage.world.order(orderId), { cashback_amount: 1700 })
  expect(await balanceOf(`cashback_liability:${driver.id}`)).toBe(-1700)
  await stage.world.post(`orders/${orderId}/refunds`, { amount: 4000, reason: 'slow' })
  await stage.until(() => stage.world.order(orderId), { cashback_amount: 1500 })
  expect(await credit()).toBe(0)
  expect((await driverOf(other.station.id)).balance).toBe(0)

  // two servers come to it in the same moment, once the month is over
  await stage.world.forward(32 * DAY_MS)
  const counts = await Promise.all([credit(), credit()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await credit()).toBe(0)
  expect(await balanceOf(`cashback_liability:${driver.id}`)).toBe(0)
  expect(await balanceOf(`customer_balance:${driver.id}`)).toBe(-1500)
  expect((await stage.world.get<Driver[]>(`drivers?search=CARD-${other.station.id}`))[0]!.balance).toBe(1700)

  // what goes back later is taken off the balance
  await stage.world.post(`orders/${orderId}/refunds`, { amount: 30_000, reason: 'slow' })
  await stage.until(() => stage.world.order(orderId), { cashback_amount: 0 })
  expect(await promised()).toBe(0)
  expect(await balanceOf(`customer_balance:${driver.id}`)).toBe(0)
  expect(await balanceOf('cashback_cost')).toBe(1700)
  const { rows } = await sql`select sum(balance_minor)::int as minor from ledger_balance_view`.execute(
    stage.world.db,
  )
  expect(rows).toEqual([{ minor: 0 }])
  expect(await listDifferences(stage.world.db)).toEqual([])
})

test('an administrator notes what a driver has paid in, with a reason', async () => {
  await stage.world.addCard('PAID-IN')
  const [driver] = await stage.world.get<Driver[]>('drivers?search=PAID-IN')
  const topUp = (amount: number, more: object = {}) =>
    stage.world.post(`drivers/${driver!.id}/top-ups`, { amount, reason: 'transfer 42', ...more })
  expect(await topUp(50_000)).toEqual({ balance: 50_000 })
  expect(await topUp(-20_000)).toEqual({ balance: 30_000 })
  await expect(topUp(0)).rejects.toMatchObject({ status: 400 })
  // the balance bears it to the last kopeck; beyond that it is confirmed
  await expect(topUp(-30_001)).rejects.toMatchObject({
    status: 409,
    body: expect.stringContaining('"code":"driver.below_zero","details":{"available":-1}'),
  })
  expect(await topUp(-30_001, { confirmed: true })).toEqual({ balance: -1 })
  expect(await topUp(30_001)).toEqual({ balance: 30_000 })
  expect(await topUp(-30_000)).toEqual({ balance: 0 })
  expect(await topUp(30_000)).toEqual({ balance: 30_000 })
  expect(await balanceOf(`customer_balance:${driver!.id}`)).toBe(-30_000)
  const { rows } =
    await sql`select action, after from audit_log where action = 'driver.top_up' order by id limit 1`.execute(
      stage.world.db,
    )
  const after = { amount: 50_000, paid_by: 'transfer', reason: 'transfer 42' }
  expect(rows).toEqual([{ action: 'driver.top_up', after }])
})
