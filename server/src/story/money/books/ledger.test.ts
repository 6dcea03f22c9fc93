import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { openBothDatabases } from '../../../platform/general/testing.ts'
import { type Entry, post } from '../../../slices/money/ledger/store.ts'
import { listDifferences, rebuildTotals } from '../../../slices/money/ledger/totals-store.ts'
import { rebuildAllHours } from '../../../upkeep/hours.ts'
import { upkeep } from '../../../upkeep/upkeep.ts'
import { World } from '../../world/world.ts'

describe.each(openBothDatabases())('the ledger ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  let posted = 0
  const entry = (changes: Partial<Entry> = {}): Entry => {
    posted += 1
    return {
      cause: `story:${posted}`,
      kind: 'top_up',
      at: new Date('2026-03-10T10:00:00Z'),
      businessDay: '2026-03-10',
      orderId: null,
      locationId: null,
      ownerId: null,
      methodType: null,
      provider: '',
      marketShopId: '',
      orderCount: 0,
      energyWh: 0,
      transfers: [
        {
          kind: 'top_up',
          debit: 'provider_clearing:sandbox:s1',
          credit: 'customer_balance:3',
          amountMinor: 500,
        },
      ],
      ...changes,
    }
  }
  const postAll = (...entries: Entry[]) => world.db.transaction().execute((tx) => post(tx, entries))

  async function balances(): Promise<Map<string, number>> {
    const { rows } = await sql<{ account: string; minor: number }>`
      select account, balance_minor as minor from ledger_balance_view`.execute(world.db)
    return new Map(rows.map(({ account, minor }) => [account, minor]))
  }
  const trialBalance = async () => [...(await balances()).values()].reduce((sum, minor) => sum + minor, 0)

  test('a session is posted with its payment, and the books agree', async () => {
    await world.addCard('LEDGER1')
    const station = await world.simulate('ocpp1.6')
    await station.charge({ token: 'LEDGER1', energyWh: 20_000 })
    const [order] = await world.ordersOf(station.id)
    const { rows } = await sql<{ kind: string; amount: number; entry: string }>`
      select kind, amount_minor as amount, entry_kind as entry from ledger_line_view where order_id = ${order!.id}`.execute(
      world.db,
    )
    expect(rows).toEqual([{ kind: 'sale', amount: 34_000, entry: 'closed' }])
    expect((await balances()).get('own_revenue')).toBe(-34_000)
    expect(await trialBalance()).toBe(0)
    expect(await listDifferences(world.db)).toEqual([])
  })

  test.each([
    ['no amount', { amountMinor: 0 }],
    ['an amount below zero', { amountMinor: -500 }],
    ['one side', { debit: 'customer_balance:3' }],
    ['no side', { debit: null }],
    ['a side that is no account', { debit: 'a bank' }],
  ])('a transfer with %s is not committed', async (_, wrong) => {
    const before = await balances()
    const good = entry()
    const bad = entry({ transfers: [{ ...good.transfers[0]!, ...(wrong as object) }] })
    await expect(postAll(good, bad)).rejects.toThrow()
    expect(await balances()).toEqual(before)
    expect(await trialBalance()).toBe(0)
  })

  test('what was posted is not posted again, nor anything beside it', async () => {
    const first = entry()
    await postAll(first)
    const before = await balances()
    await expect(postAll(entry(), first)).rejects.toMatchObject({ code: '23505' })
    expect(await balances()).toEqual(before)
  })

  test('nothing that was posted is changed or removed', async () => {
    await postAll(entry())
    for (const change of [
      sql`update ledger_transfers set amount_minor = amount_minor + 1`,
      sql`delete from ledger_transfers`,
      sql`truncate ledger_transfers`,
      sql`update ledger_entries set business_day = '2026-01-01'`,
      sql`delete from ledger_entries`,
      sql`truncate ledger_entries`,
    ])
      await expect(change.execute(world.db)).rejects.toThrow('append only')
  })

  test('wrong sums by day are found and rebuilt', async () => {
    await sql`update daily_totals set amount_minor = amount_minor + 1`.execute(world.db)
    expect(await listDifferences(world.db)).toMatchObject([
      { book: 'daily_totals', locationId: world.locationId, saysMinor: 34_001, ledgerMinor: 34_000 },
    ])
    await world.db.transaction().execute(rebuildTotals)
    expect(await listDifferences(world.db)).toEqual([])
  })

  test('what differs is in the inbox once the books were compared', async () => {
    expect(await world.get('inbox/differences')).toEqual({ checked_at: null, differences: [] })
    await sql`update daily_totals set amount_minor = amount_minor + 1`.execute(world.db)
    await sql`update orders set charging_price_minor = charging_price_minor - 5`.execute(world.db)
    await upkeep
      .find(({ job }) => job === 'ledger-check')!
      .run(world.db, world.clock.now(), readConfig({}, []))
    const found = { location_id: world.locationId, location_name: 'Yard' }
    expect(await world.get('inbox/differences')).toMatchObject({
      checked_at: expect.any(String),
      differences: [
        { ...found, book: 'daily_totals', says: 34_001, ledger: 34_000 },
        { ...found, book: 'orders', says: 33_995, ledger: 34_000 },
      ],
    })
    await sql`update orders set charging_price_minor = charging_price_minor + 5`.execute(world.db)
    await world.db.transaction().execute(rebuildTotals)
    expect(await world.post('inbox/differences/check')).toMatchObject({ differences: [] })
  })

  test('a payment that says something else than the ledger is found', async () => {
    await sql`update payments set captured_minor = captured_minor - 100`.execute(world.db)
    expect(await listDifferences(world.db)).toMatchObject([
      { book: 'payments', saysMinor: 33_900, ledgerMinor: 34_000 },
      { book: 'orders', saysMinor: 34_000, ledgerMinor: 33_900 },
    ])
    await sql`update payments set captured_minor = captured_minor + 100`.execute(world.db)
  })

  test('many are posted at once, and none waits for another’s balance', async () => {
    const many = Array.from({ length: 500 }, () => entry({ transfers: [{ ...entry().transfers[0]! }] }))
    const before = (await balances()).get('customer_balance:3') ?? 0
    await Promise.all([postAll(...many.slice(0, 250)), postAll(...many.slice(250))])
    expect((await balances()).get('customer_balance:3')).toBe(before - 500 * 500)
    expect(await trialBalance()).toBe(0)
  })

  test('sums by hour show a session and the car that stays after it, and are rebuilt', async () => {
    const station = await world.simulate('ocpp1.6')
    await station.charge({ token: 'LEDGER1', energyWh: 5_000, staysPlugged: true })
    const outcomes = async () => {
      const { rows } = await sql<{
        attempts: number
        charging: number
        plugged: number
        stays: boolean
        lasted: number
      }>`
        select sum(attempts) as attempts, sum(charging_seconds) as charging, sum(plugged_seconds) as plugged,
          (select o.ev_disconnected_at is null from orders o where o.station_id = ${station.id}) as stays,
          (select floor(extract(epoch from o.transaction_finish)) - floor(extract(epoch from o.transaction_start))
            from orders o where o.station_id = ${station.id}) as lasted
        from hourly_outcomes where station_id = ${station.id}`.execute(world.db)
      return rows[0]!
    }
    const charged = await outcomes()
    expect(charged).toMatchObject({ attempts: 1, plugged: charged.lasted, charging: charged.lasted })
    world.clock.forward(90 * MINUTE_MS)
    await station.unplug(1)
    await expect.poll(async () => (await outcomes()).stays).toBe(false)
    const left = await outcomes()
    expect(left).toMatchObject({ attempts: 1, charging: charged.lasted })
    expect(left.plugged - charged.plugged).toBeGreaterThanOrEqual(90 * 60)
    expect(await listDifferences(world.db)).toEqual([])
    for (const change of [
      sql`update hourly_outcomes set plugged_seconds = plugged_seconds + 1`,
      sql`update hourly_takings set energy_wh = energy_wh + 1`,
    ]) {
      await change.execute(world.db)
      const different = await listDifferences(world.db)
      // one of each day: the session may lie on both sides of midnight
      expect(different.length).toBeGreaterThan(0)
      for (const one of different) expect(one).toMatchObject({ book: 'hours', locationId: world.locationId })
      await world.db.transaction().execute(rebuildAllHours)
      expect(await listDifferences(world.db)).toEqual([])
    }
  })
})
