import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { type MoneyEvent, transfersOf } from '../../../slices/money/ledger/rules.ts'
import { type Entry, type EntryKind, post } from '../../../slices/money/ledger/store.ts'
import { ReportWorld } from '../../figures/report-world.ts'

describe('balances of drivers and what the network spends', () => {
  let world: ReportWorld
  beforeAll(async () => {
    world = await ReportWorld.open(await openTestDatabase())
    const own = await world.addLocation('Own', false)
    const yard = await world.addLocation('Yard', true)
    const { body: driver } = await world.office.call<{ id: number }>('administrator', 'POST', 'drivers', {
      first_name: 'Anna',
      last_name: 'Petrova',
      phone: '+79161234567',
      tokens: ['A1'],
    })
    const moved = (n: number, kind: EntryKind, businessDay: string, event: MoneyEvent): Entry => ({
      cause: `story:${n}`,
      kind,
      businessDay,
      at: world.office.clock.now(),
      orderId: null,
      locationId: null,
      ownerId: null,
      methodType: null,
      provider: '',
      marketShopId: '',
      orderCount: 0,
      energyWh: 0,
      transfers: transfersOf(event),
    })
    const driverId = driver.id
    const topUp = (amountMinor: number): MoneyEvent => ({
      type: 'top_up',
      driverId,
      provider: 'p',
      marketShopId: 's',
      amountMinor,
      bankCommissionMinor: amountMinor / 100,
    })
    await world.db.transaction().execute((tx) =>
      post(tx, [
        moved(1, 'top_up', '2025-12-20', topUp(100_000)),
        moved(2, 'top_up', '2026-02-01', topUp(50_000)),
        moved(3, 'cashback_earned', '2026-02-03', { type: 'cashback_earned', driverId, amountMinor: 700 }),
        moved(4, 'cashback_credited', '2026-03-01', {
          type: 'cashback_credited',
          driverId,
          amountMinor: 700,
        }),
      ]),
    )
    const endedAt = new Date('2026-02-03T10:00:00Z')
    const [order] = await world.end({
      locationId: own,
      method: 'account',
      driverId,
      endedAt,
      priceMinor: 30_000,
    })
    await world.end({ locationId: yard, method: 'compensation', endedAt, priceMinor: 8000 })
    await world.office.call('administrator', 'POST', `orders/${order}/refunds`, { amount: 1000, reason: 'x' })
  })
  afterAll(() => world?.office.close())

  test('a balance before, what became of it, and the balance after', async () => {
    const { rows, total } = await world.report('account')
    const moved = { opening: 100_000, top_ups: 50_000, charged: 30_000, cashback: 700, refunds: 1000 }
    expect(rows).toEqual([{ client: 'Anna Petrova', phone: '+7***4567', ...moved, closing: 121_700 }])
    expect(total).toMatchObject({ ...moved, closing: 121_700 })
    const { rows: ledger } = await sql<{ minor: number }>`
      select -balance_minor as minor from ledger_balance_view where account like 'customer\\_balance:%'`.execute(
      world.db,
    )
    expect(ledger).toEqual([{ minor: 121_700 }])
  })

  test('what has moved a balance stands in order of time, with what was left after it, and ends at the balance', async () => {
    const { body: drivers } = await world.office.call<{ id: number; balance: number }[]>(
      'administrator',
      'GET',
      'drivers?search=Petrova',
    )
    const [driver] = drivers
    // reported late: it happened before all that was posted
    const before = new Date('2025-06-01T00:00:00Z')
    await world.db.transaction().execute((tx) =>
      post(tx, [
        {
          cause: 'story:5',
          kind: 'top_up',
          businessDay: '2026-03-10',
          at: before,
          orderId: null,
          locationId: null,
          ownerId: null,
          methodType: null,
          provider: '',
          marketShopId: '',
          orderCount: 0,
          energyWh: 0,
          transfers: transfersOf({ type: 'paid_in', driverId: driver!.id, amountMinor: 1, into: 'bank' }),
        },
      ]),
    )
    const { body: lines } = await world.office.call<{ at: string; amount: number; balance: number }[]>(
      'administrator',
      'GET',
      `drivers/${driver!.id}/postings`,
    )
    expect(lines.at(-1)).toMatchObject({ amount: 1, balance: 1 })
    const oldest = lines.toReversed()
    for (const [index, { at, amount, balance }] of oldest.entries()) {
      expect(balance).toBe((oldest[index - 1]?.balance ?? 0) + amount)
      expect(at >= (oldest[index - 1]?.at ?? '')).toBe(true)
    }
    expect(lines[0]!.balance).toBe(121_701)
    const { body: second } = await world.office.call<{ balance: number }[]>(
      'administrator',
      'GET',
      `drivers/${driver!.id}/postings?limit=1&offset=1`,
    )
    expect(second).toEqual([lines[1]])
  })

  test('income is what own locations sold and agent fees, less what the network pays', async () => {
    const { total } = await world.report('income')
    expect(total).toMatchObject({
      turnover: 37_000,
      refunded: 1000,
      agent_fee: 1020,
      own_sales: 29_000,
      compensation_cost: 8000,
      bank_cost: 500,
      cashback: 700,
      net_income: 1020 + 29_000 - 8000 - 500 - 700,
    })
  })
})
