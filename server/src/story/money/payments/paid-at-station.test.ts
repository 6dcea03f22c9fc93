import type { OpenSettlement, OrderLog, OrderPayment, OrderSettlement } from '@stationmaster/contract'
import type { VirtualStation } from '@stationmaster/simulator'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { bookSettlements } from '../../../slices/money/payments/cards/at-station/settlement-store.ts'
import { World } from '../../world/world.ts'

interface Read {
  payment: OrderPayment | null
  settlements: OrderSettlement[]
}

describe.each(openTestDatabases())('payments at stations’ own terminals ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  const read = (orderId: number) => world.get<Read>(`orders/${orderId}/payment`)
  const inbox = () => world.get<OpenSettlement[]>('inbox/terminal-payments')
  const waiting = async (station: VirtualStation) =>
    (await inbox()).filter(({ station_id }) => station_id === station.id)
  const booksAgree = async () => expect(await listDifferences(world.db)).toEqual([])
  /** What the ledger has of an order, by who took it. */
  const ledgerOf = async (orderId: number) => {
    const { rows } = await sql<{ method: string; provider: string; shop: string; minor: number }>`
      select method_type as method, provider, market_shop_id as shop, sum(amount_minor)::int as minor
      from ledger_measure_view where order_id = ${orderId} group by 1, 2, 3 having sum(amount_minor) <> 0`.execute(
      world.db,
    )
    return rows
  }
  /** A session of 10 kWh (170.00) that a driver has begun at the terminal. */
  async function begun(reference = `PSP-${Math.floor(Math.random() * 1e9)}`) {
    const station = await world.simulate('ocpp2.1')
    await station.begin({ token: { token: reference, type: 'DirectPayment' } })
    station.addEnergy(undefined, 10_000)
    const [order] = await world.ordersOf(station.id)
    return { station, reference, id: order!.id }
  }
  async function ended(reference?: string) {
    const session = await begun(reference)
    await session.station.stop()
    return session
  }

  test('what is settled after the session is the order’s payment, once, with its receipt and the company’s number', async () => {
    const { station, reference, id } = await ended()
    expect(station.transactions()).toMatchObject([{ status: 'Accepted' }])
    expect((await read(id)).payment).toMatchObject({
      status: 'created',
      method_type: 'terminal',
      provider: 'station',
      captured_amount: 0,
      debt_amount: 17_000,
    })
    expect(await ledgerOf(id)).toEqual([])
    await booksAgree()
    const paid = {
      amountMinor: 17_000,
      receiptId: 'R-1',
      receiptUrl: 'https://till.example/R-1',
      vatNumber: 'DE123456789',
      company: 'Acme\nRing 1\nBerlin\nGermany',
    }
    expect(await station.reportPayment(paid)).toEqual({ type: 'settlement', receiptId: String(id) })
    await station.reportPayment(paid)
    expect(await read(id)).toMatchObject({
      payment: {
        status: 'captured',
        captured_amount: 17_000,
        debt_amount: 0,
        market_shop_id: station.id,
        document_number: reference,
        can: { book: false, refund: true, charge_back: true },
      },
      settlements: [
        {
          status: 'settled',
          amount: 17_000,
          booked: true,
          receipt_id: 'R-1',
          receipt_url: 'https://till.example/R-1',
          vat_number: 'DE123456789',
          vat_company: 'Acme\nRing 1\nBerlin\nGermany',
        },
      ],
    })
    expect(await ledgerOf(id)).toEqual([
      { method: 'terminal', provider: 'station', shop: station.id, minor: 17_000 },
    ])
    expect(await world.order(id)).toMatchObject({
      charging_price: 17_000,
      captured_amount: 17_000,
      paid_in_all: { captured: 17_000, given_back: 0, open: 0 },
    })
    const { logs } = await world.get<{ logs: OrderLog[] }>(`orders/${id}/details`)
    expect(logs.filter(({ event }) => event === 'paid_at_station')).toMatchObject([
      { value: 17_000, text: reference },
      { value: 17_000, text: reference },
    ])
    await booksAgree()
    // the terminal has given something back, which a person books
    await world.post(`orders/${id}/refunds`, { purpose: 'charging', amount: 2000, reason: 'too slow' })
    expect(await ledgerOf(id)).toMatchObject([{ minor: 15_000 }])
    await booksAgree()
    expect(await waiting(station)).toEqual([])
    await station.close()
  })

  test('what is settled before the session ends, or while the station is offline, is counted when it ends', async () => {
    const { station, id } = await begun()
    expect(await station.reportPayment({ amountMinor: 17_000 })).toMatchObject({ receiptId: String(id) })
    expect((await read(id)).payment).toBeNull()
    await station.stop()
    expect((await read(id)).payment).toMatchObject({ status: 'captured', captured_amount: 17_000 })
    await station.close()
    const other = await begun()
    await other.station.goOffline()
    await other.station.stop()
    await other.station.reportPayment({ amountMinor: 17_000 })
    await other.station.goOnline()
    expect((await read(other.id)).payment).toMatchObject({ status: 'captured', captured_amount: 17_000 })
    await other.station.close()
    await booksAgree()
  })

  test('sessions that end in one batch have each their own payments', async () => {
    const [one, other, unpaid, absent] = [await begun(), await begun(), await begun(), await begun()] as const
    await one.station.reportPayment({ amountMinor: 17_000 })
    await other.station.reportPayment({ amountMinor: 9000, status: 'failed' })
    await absent.station.reportPayment({ amountMinor: 5000 })
    // as if they were reported before their transactions were known, which stations name without regard to each other
    const transactionId = `T-${one.id}`
    await sql`update station_settlements set order_id = null, booked = false, transaction_id = ${transactionId}
      where order_id = any(${[one.id, other.id, absent.id]})`.execute(world.db)
    const ended = [one, other, unpaid].map(({ id, station }) => ({
      id,
      stationId: station.id,
      transactionId,
    }))
    const found = await inTransaction(world.db, (tx) => bookSettlements(tx, ended))
    expect(found.get(one.id)).toMatchObject([{ status: 'settled', amountMinor: 17_000, booked: true }])
    expect(found.get(other.id)).toMatchObject([{ status: 'failed', amountMinor: 9000, booked: false }])
    expect(found.get(unpaid.id)).toEqual([])
    const { rows } = await sql`select order_id, booked from station_settlements
      where station_id = ${absent.station.id}`.execute(world.db)
    expect(rows).toEqual([{ order_id: null, booked: false }])
  })

  test('what the terminal could not take is a debt, until a later attempt succeeds', async () => {
    const { station, id } = await ended()
    await station.reportPayment({ amountMinor: 17_000, status: 'failed', info: 'no network' })
    expect(await read(id)).toMatchObject({
      payment: { status: 'created', captured_amount: 0, debt_amount: 17_000 },
      settlements: [{ status: 'failed', info: 'no network', booked: false }],
    })
    expect(await world.get('inbox/debts')).toMatchObject([{ order_id: id, amount: 17_000 }])
    await station.reportPayment({ amountMinor: 16_000 })
    expect((await read(id)).payment).toMatchObject({ captured_amount: 16_000, debt_amount: 1000 })
    await world.post(`inbox/debts/${id}/waive`, { purpose: 'charging', note: 'it rounds down' })
    expect(await world.order(id)).toMatchObject({ charging_price: 16_000, captured_amount: 16_000 })
    await booksAgree()
    await station.close()
  })

  test('a payment for an unknown transaction is kept and shown, and is the order’s once that is known', async () => {
    const station = await world.simulate('ocpp2.1')
    const early = { amountMinor: 17_000, transactionId: 'NOT-YET', reference: 'EARLY' }
    expect(await station.reportPayment(early)).toEqual({ type: 'settlement' })
    expect(await waiting(station)).toMatchObject([
      { why: 'unknown', amount: 17_000, psp_ref: 'EARLY', transaction_id: 'NOT-YET', order_id: null },
    ])
    const { terminal_payments } = await world.get<{ terminal_payments: number }>('inbox/count')
    expect(terminal_payments).toBe((await inbox()).length)
    const at = new Date(world.clock.now().getTime() - 60_000)
    const reported = {
      transactionId: 'NOT-YET',
      happenedAt: at,
      offline: false,
      at: { evse: 1, connector: 1 },
    }
    const token = { token: 'EARLY', type: 'DirectPayment' }
    await station.link.report({
      type: 'charging.started',
      ...reported,
      token,
      sequence: 0,
      charging: true,
      meterWh: 0,
      samples: [{ at, context: 'Transaction.Begin', energyWh: 0, raw: [] }],
    })
    await station.link.report({
      type: 'charging.ended',
      ...reported,
      sequence: 1,
      reason: 'Local',
      meterWh: 10_000,
      happenedAt: world.clock.now(),
      samples: [{ at: world.clock.now(), context: 'Transaction.End', energyWh: 10_000, raw: [] }],
    })
    const [order] = await world.ordersOf(station.id)
    expect((await read(order!.id)).payment).toMatchObject({ captured_amount: 17_000, debt_amount: 0 })
    expect(await waiting(station)).toEqual([])
    await station.reportPayment({ amountMinor: 100, transactionId: 'NEVER', reference: 'LOST' })
    const [lost] = await waiting(station)
    await world.post(`inbox/terminal-payments/${lost!.id}/note`, { note: 'given back at the terminal' })
    expect(await waiting(station)).toEqual([])
    await expect(
      world.post(`inbox/terminal-payments/${lost!.id}/note`, { note: 'again' }),
    ).rejects.toMatchObject({
      body: expect.stringContaining('settlement_at_station.not_found'),
    })
    await booksAgree()
    await station.close()
  })

  test('more than the price is shown until it has gone back, and what is contradicted changes nothing', async () => {
    const { station, id } = await ended()
    await station.reportPayment({ amountMinor: 17_500 })
    expect(await waiting(station)).toMatchObject([{ why: 'excess', order_id: id }])
    await world.post(`orders/${id}/refunds`, { purpose: 'charging', amount: 500, reason: 'too much' })
    expect(await waiting(station)).toEqual([])
    await booksAgree()
    await station.reportPayment({ amountMinor: 99_900 })
    expect(await waiting(station)).toMatchObject([{ why: 'contradicted', amount: 17_500 }])
    expect((await read(id)).payment).toMatchObject({ captured_amount: 17_500, refunded_amount: 500 })
    await station.close()
  })

  test.each<[string, { method_type: string; provider?: string; market_shop_id?: string }]>([
    ['in cash', { method_type: 'cash' }],
    ['at another terminal', { method_type: 'terminal', provider: 'bank', market_shop_id: 'T-1' }],
  ])('a session that is booked as paid %s takes nothing from the station’s: a person looks', async (_how, booking) => {
    const station = await world.simulate('ocpp2.1')
    const card = `CARD-${booking.method_type}`
    await world.addCard(card)
    await station.begin({ token: card })
    station.addEnergy(undefined, 10_000)
    await station.stop()
    const [order] = await world.ordersOf(station.id)
    const id = order!.id
    await world.post(`orders/${id}/payment`, booking)
    await station.reportPayment({ amountMinor: 17_000 })
    expect((await read(id)).payment).toMatchObject({
      method_type: booking.method_type,
      provider: booking.provider ?? null,
      captured_amount: 17_000,
    })
    expect(await waiting(station)).toMatchObject([{ why: 'elsewhere', order_id: id }])
    await booksAgree()
    await station.close()
  })

  test('nobody begins at the terminal of a station whose sales are paused', async () => {
    const station = await world.simulate('ocpp2.1')
    await sql`update stations set sales_paused_at = now() where id = ${station.id}`.execute(world.db)
    expect(await station.tap(undefined, { token: 'PAUSED', type: 'DirectPayment' })).toBe('Invalid')
    await station.close()
  })

  /** What a terminal may report of one session, in any order and as often as it likes. */
  const report = fc.record({
    reference: fc.constantFrom('A', 'B', 'C'),
    status: fc.constantFrom('settled', 'canceled', 'rejected', 'failed'),
    amountMinor: fc.constantFrom(-100, 0, 1, 8500, 17_000, 20_000),
    agoSeconds: fc.integer({ min: 0, max: 300 }),
    /** the session ends before it */
    ends: fc.boolean(),
  })
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  test.each(
    fc.sample(fc.array(report, { minLength: 8, maxLength: 8 }), { numRuns: 4, seed }),
  )(`whatever is reported, each payment counts once, and books and ledger agree: SEED=${seed}, %#`, async (...reports) => {
    const { station, id } = await begun()
    let running = true
    const first = new Map<string, number>()
    for (const { agoSeconds, ends, reference, ...one } of reports) {
      if (ends && running) await station.stop()
      running &&= !ends
      const happenedAt = new Date(world.clock.now().getTime() - agoSeconds * 1000)
      await station.reportPayment({ ...one, reference: `${id}-${reference}`, happenedAt })
      if (one.status === 'settled' && !first.has(reference)) first.set(reference, one.amountMinor)
    }
    if (running) await station.stop()
    const taken = [...first.values()].reduce((sum, minor) => sum + Math.max(0, minor), 0)
    const { payment } = await read(id)
    expect(payment).toMatchObject({
      captured_amount: taken,
      debt_amount: Math.max(0, 17_000 - taken),
      method_type: 'terminal',
    })
    expect((await ledgerOf(id)).map(({ minor }) => minor)).toEqual(taken > 0 ? [taken] : [])
    if (taken > 17_000)
      await world.post(`orders/${id}/refunds`, { amount: taken - 17_000, reason: 'too much' })
    await booksAgree()
    await station.close()
  })
})
