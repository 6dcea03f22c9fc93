import type { OrderDetails, OrderLog, OrderPayment, OrderServices, Terminal } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { demoPassword } from '../../../slices/people/managers/staff/demo-accounts.ts'
import { World } from '../../world/world.ts'

describe.each(openTestDatabases())('what people do with payments ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())
  const booksAgree = async () => expect(await listDifferences(world.db)).toEqual([])

  let cards = 0
  /** An ended session of 340.00, at a new station. */
  async function anOrder(methodType?: string): Promise<number> {
    cards += 1
    const card = `PAID${cards}`
    await world.addCard(card)
    if (methodType)
      await sql`update id_tokens set payment_method_type = ${methodType} where token = ${card}`.execute(
        world.db,
      )
    const station = await world.simulate('ocpp1.6')
    await station.charge({ token: card, energyWh: 20_000 })
    return (await world.ordersOf(station.id))[0]!.id
  }
  const paymentOf = async (id: number) =>
    (await world.get<{ payment: OrderPayment }>(`orders/${id}/payment`)).payment
  const book = (id: number, body: object) =>
    world.post<{ payment: OrderPayment }>(`orders/${id}/payment`, body)
  const giveBack = (id: number, amount: number, what = 'refunds') =>
    world.post<{ payment: OrderPayment }>(`orders/${id}/${what}`, { amount, reason: 'the cable fell out' })
  const refused = (code: string) => ({ status: 409, body: expect.stringContaining(`"${code}"`) })
  const sums = async () => {
    const { rows } = await sql<{
      type: string
      provider: string
      minor: number
      orders: number
      commission: number
    }>`
      select method_type as type, provider, sum(amount_minor)::bigint as minor, sum(order_count)::int as orders,
        sum(bank_commission_minor)::bigint as commission
      from daily_totals group by 1, 2 having sum(order_count) <> 0 or sum(amount_minor) <> 0 order by 1, 2`.execute(
      world.db,
    )
    return rows
  }

  test('a session is booked as paid at a terminal, with its provider, shop, document and commission', async () => {
    const day = new Date(world.clock.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
    await world.post('bank-rates', {
      provider: 'bank',
      method_type: 'terminal',
      rate_percent: 1.5,
      valid_from: day,
    })
    const id = await anOrder()
    expect(await sums()).toMatchObject([{ type: 'account', minor: 34_000, orders: 1 }])
    const { payment } = await book(id, {
      method_type: 'terminal',
      provider: 'bank',
      market_shop_id: 'T-17',
      document_number: '00042',
    })
    expect(payment).toMatchObject({
      method_type: 'terminal',
      provider: 'bank',
      market_shop_id: 'T-17',
      document_number: '00042',
      captured_amount: 34_000,
      bank_commission: 510,
      refundable_amount: 34_000,
      can: { book: true, refund: true, charge_back: true },
    })
    expect(await sums()).toEqual([
      { type: 'terminal', provider: 'bank', minor: 34_000, orders: 1, commission: 510 },
    ])
    expect(await world.order(id)).toMatchObject({ payment_method_type: 'terminal', captured_amount: 34_000 })
    const { logs } = await world.get<{ logs: OrderLog[] }>(`orders/${id}/details`)
    expect(logs.find(({ event }) => event === 'booked_terminal')).toMatchObject({
      kind: 'payment',
      value: 34_000,
    })
    await booksAgree()
    await book(id, { method_type: 'compensation' })
    expect(await sums()).toMatchObject([{ type: 'compensation', minor: 34_000, orders: 1, commission: 0 }])
    await booksAgree()
    await giveBack(id, 34_000)
  })

  test('what a terminal is without a provider is refused', async () => {
    const id = await anOrder()
    await expect(book(id, { method_type: 'terminal' })).rejects.toMatchObject({ status: 400 })
    await expect(book(id, { method_type: 'card' })).rejects.toMatchObject({ status: 400 })
  })

  test('a terminal books by its key what was paid at it, once, and only at its location', async () => {
    const made = { name: 'POS 1', location_id: world.locationId, provider: 'bank', market_shop_id: 'T-17' }
    const { key, terminal } = await world.post<{ key: string; terminal: Terminal }>('terminals', made)
    const pay = async (body: object, token = key) => {
      const answer = await fetch(`${world.server.url}/api/v1/terminal-payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ amount: 34_000, document_number: 'A-1', ...body }),
      })
      return { status: answer.status, body: (await answer.json()) as { code?: string } }
    }
    const order_id = await anOrder()
    const says = (status: number, code: string) => ({ status, body: { code } })
    expect(await pay({ order_id }, `${key}x`)).toMatchObject(says(401, 'auth.required'))
    expect(await pay({ order_id, amount: 33_999 })).toMatchObject(says(409, 'payment.amount_differs'))
    expect(await Promise.all([pay({ order_id }), pay({ order_id })])).toMatchObject([
      { status: 200 },
      { status: 200 },
    ])
    expect(await paymentOf(order_id)).toMatchObject({
      method_type: 'terminal',
      provider: 'bank',
      market_shop_id: 'T-17',
      document_number: 'A-1',
    })
    expect(await pay({ order_id, document_number: 'A-2' })).toMatchObject(says(409, 'payment.not_bookable'))
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ledger_entries where order_id = ${order_id} and kind = 'booked'`.execute(
      world.db,
    )
    expect(rows).toEqual([{ count: 2 }])
    const elsewhere = await world.post<{ id: number }>('locations', { name: 'Elsewhere' })
    const other = await world.post<{ key: string }>('terminals', { ...made, location_id: elsewhere.id })
    expect(await pay({ order_id }, other.key)).toMatchObject(says(404, 'order.not_found'))
    const revoked = await fetch(`${world.server.url}/api/v1/terminals/${terminal.id}`, {
      method: 'DELETE',
      headers: { authorization: world.authorization },
    })
    expect(revoked.status).toBe(204)
    expect(await pay({ order_id })).toMatchObject(says(401, 'auth.required'))
    expect(await world.get<Terminal[]>('terminals')).toMatchObject([{ location_name: 'Elsewhere' }])
    await giveBack(order_id, 34_000)
    await booksAgree()
  })

  test('the providers that are known may be chosen: those with a rate for terminals, and those of terminals', async () => {
    const rate = { rate_percent: 1, valid_from: '2030-01-01' }
    await world.post('bank-rates', { ...rate, provider: 'acquirer', method_type: 'terminal' })
    await world.post('bank-rates', { ...rate, provider: 'not-of-terminals', method_type: 'card' })
    const made = { name: 'T', location_id: world.locationId, market_shop_id: '1' }
    await world.post('terminals', { ...made, provider: 'vendotek' })
    const known = await world.get<string[]>('terminals/providers')
    expect(known).toEqual(expect.arrayContaining(['acquirer', 'vendotek']))
    expect(known).not.toContain('not-of-terminals')
    expect(known).toEqual([...new Set(known)].sort())
  })

  test('a payment goes back in parts and never above what is left', async () => {
    const id = await anOrder('cash')
    expect((await giveBack(id, 10_000)).payment).toMatchObject({
      captured_amount: 34_000,
      refunded_amount: 10_000,
      refundable_amount: 24_000,
      can: { book: false },
      given_back: [{ kind: 'refund', amount: 10_000, state: 'done', reason: 'the cable fell out' }],
    })
    await expect(giveBack(id, 24_001)).rejects.toMatchObject(refused('refund.too_much'))
    await expect(book(id, { method_type: 'compensation' })).rejects.toMatchObject(
      refused('payment.not_bookable'),
    )
    await giveBack(id, 24_000)
    await expect(giveBack(id, 1)).rejects.toMatchObject(refused('refund.too_much'))
    expect(await paymentOf(id)).toMatchObject({ refunded_amount: 34_000, can: { refund: false } })
    expect(await world.order(id)).toMatchObject({ captured_amount: 34_000 })
    const { logs } = await world.get<{ logs: OrderLog[] }>(`orders/${id}/details`)
    expect(logs.filter(({ event }) => event === 'refunded_amount').map(({ value }) => value)).toEqual([
      10_000, 24_000,
    ])
    await booksAgree()
  })

  test('accounters read an order and its payment, and nothing is offered to them to do', async () => {
    const id = await anOrder('cash')
    const running = await world.simulate('ocpp1.6')
    await world.addCard('RUNS-ON')
    await running.begin({ token: 'RUNS-ON' })
    const signedIn = await world.post<{ access_token: string }>('auth/manager/log-in', {
      email: 'accounter@demo.stationmaster.example',
      password: demoPassword,
    })
    const reads = async <T>(path: string): Promise<T> => {
      const answer = await fetch(`${world.server.url}/api/v1/${path}`, {
        headers: { authorization: `Bearer ${signedIn.access_token}` },
      })
      expect(answer.status, path).toBe(200)
      return (await answer.json()) as T
    }
    const { payment } = await reads<{ payment: OrderPayment }>(`orders/${id}/payment`)
    expect(payment).toMatchObject({ captured_amount: 34_000, agent_fee: 0, bank_commission: 0 })
    const open = (await world.ordersOf(running.id))[0]!.id
    const { order } = await reads<{ order: OrderDetails }>(`orders/${open}/details`)
    expect(order).toMatchObject({ id: open, status: 'started' })
    expect((await world.get<{ order: OrderDetails }>(`orders/${open}/details`)).order.can.end).toBe(true)
    for (const can of [payment.can, order.can])
      expect(Object.entries(can).filter(([, may]) => may)).toEqual([])
    expect((await reads<OrderServices>(`orders/${open}/services`)).offered).toEqual([])
    expect(await reads(`orders/${id}/receipts`)).toMatchObject({ receipts: [] })
  })

  test('of two refunds at once that are too much together one is refused', async () => {
    const id = await anOrder('terminal')
    const results = await Promise.allSettled([giveBack(id, 20_000), giveBack(id, 20_000)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await paymentOf(id)).toMatchObject({ refunded_amount: 20_000 })
    await booksAgree()
  })

  test('a refund counts on the day on which it is made', async () => {
    const id = await anOrder('cash')
    await world.forward(24 * 3_600_000)
    await giveBack(id, 4000)
    const { rows } = await sql<{ minor: number; orders: number }>`
      select amount_minor as minor, order_count as orders from daily_totals
      where method_type = 'cash' order by day desc limit 1`.execute(world.db)
    expect(rows).toEqual([{ minor: -4000, orders: 0 }])
    await booksAgree()
  })

  test('a bank’s chargeback is booked where a bank was in it', async () => {
    const id = await anOrder('terminal')
    expect((await giveBack(id, 34_000, 'chargebacks')).payment).toMatchObject({
      charged_back_amount: 34_000,
      refunded_amount: 0,
      refundable_amount: 0,
    })
    const cash = await anOrder('cash')
    await expect(giveBack(cash, 100, 'chargebacks')).rejects.toMatchObject(refused('payment.not_captured'))
    await booksAgree()
  })

  test('a card’s money comes back from its provider only', async () => {
    const id = await anOrder()
    // as they were booked before money was taken from cards at a provider
    await sql`update payments set method_type = 'card' where order_id = ${id}`.execute(world.db)
    await expect(giveBack(id, 100)).rejects.toMatchObject(refused('refund.no_provider'))
    expect(await paymentOf(id)).toMatchObject({
      can: { refund: false, book: false, charge_debt: false, waive_debt: false },
      cannot: { refund: 'provider_missing', charge_debt: null },
    })
  })

  test('a correction never takes a payment below what went back', async () => {
    const id = await anOrder()
    await giveBack(id, 34_000)
    const { rows } = await sql<{ station: string }>`
      update orders set needs_review = true where id = ${id} returning station_id as station`.execute(
      world.db,
    )
    expect(rows).toHaveLength(1)
    await world.post(`inbox/orders/${id}/price`, { amount: 10_000, note: 'a smaller price' })
    expect(await paymentOf(id)).toMatchObject({ captured_amount: 34_000, refunded_amount: 34_000 })
    expect(await listDifferences(world.db)).toMatchObject([
      { book: 'orders', of: String(id), saysMinor: 10_000, ledgerMinor: 34_000 },
    ])
  })
})
