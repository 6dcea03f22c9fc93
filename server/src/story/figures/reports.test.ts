import { type PaymentMethodType, paymentMethodTypes, type ReportRow } from '@stationmaster/contract'
import { HOUR_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, openTestDatabases } from '../../platform/general/testing.ts'
import { listDifferences, rebuildTotals } from '../../slices/money/ledger/totals-store.ts'
import { rebuildAllHours } from '../../upkeep/hours.ts'
import { type EndedSession, ReportWorld, year } from './report-world.ts'

const kopecks = (roubles: unknown) => Math.round(Number(roubles) * 100)
const sum = (rows: readonly ReportRow[], key: string) =>
  rows.reduce((total, row) => total + Number(row[key] ?? 0), 0)

describe.each(openTestDatabases())('payment reports of random sessions ($name)', ({ open }) => {
  const seed = Date.now()
  let world: ReportWorld
  let locations: number[]

  const session = (): fc.Arbitrary<EndedSession> =>
    fc.record({
      locationId: fc.constantFrom(...locations),
      method: fc.constantFrom<PaymentMethodType[]>(...paymentMethodTypes),
      // 9 January to 9 March
      endedAt: fc.integer({ min: 0, max: 59 * 24 }).map((h) => new Date(Date.UTC(2026, 0, 9, h, 30))),
      energyWh: fc.integer({ min: 0, max: 90_000 }),
      priceMinor: fc.integer({ min: 0, max: 250_001 }),
      billable: fc.integer({ min: 0, max: 9 }).map((one) => one > 0),
      needsReview: fc.integer({ min: 0, max: 14 }).map((one) => one === 0),
      rfid: fc.constantFrom(null, 'A', 'B', 'C'),
    })

  beforeAll(async () => {
    world = await ReportWorld.open(await open())
    locations = [
      await world.addLocation('Yard', true),
      await world.addLocation('=SUM(A1)', true),
      await world.addLocation('Own', false),
    ]
    // one of each way to pay at the least: chance may leave one out
    const surely = paymentMethodTypes.map((method) => ({
      locationId: locations[0]!,
      method,
      endedAt: new Date(Date.UTC(2026, 1, 3, 10, 30)),
      rfid: null,
      energyWh: 20_000,
      priceMinor: 34_000,
      billable: true,
      needsReview: false,
    }))
    const cellsOf = [...surely, ...fc.sample(session(), { numRuns: 60 - surely.length, seed })]
    const orders: number[] = []
    for (let at = 0; at < cellsOf.length; at += 20) {
      orders.push(...(await world.end(...cellsOf.slice(at, at + 20))))
      world.office.clock.forward(HOUR_MS / 60)
    }
    // every third is refunded in parts; an impossible refund is refused
    for (const [index, id] of orders.entries()) {
      if (index % 3 > 0) continue
      const back = { amount: 1 + ((index * 977) % 5000), reason: 'it rained' }
      const what = index % 2 ? 'refunds' : 'chargebacks'
      await world.office.call('administrator', 'POST', `orders/${id}/${what}`, back)
    }
    for (const id of orders.filter((_, index) => index % 7 === 0))
      await world.office.call('administrator', 'POST', `orders/${id}/payment`, {
        method_type: 'terminal',
        provider: 'bank',
        market_shop_id: 'T-1',
      })
  })
  afterAll(() => world?.office.close())

  test.each([
    'x',
    '["2026-01-01","Yard",1,"card","bank","\\u0000"]',
    '["0000-01-01","Yard",1,"card","bank",""]',
    '["2026-01-01","Yard",0,"card","bank",""]',
  ])('an invalid place among the days is refused: %s', async (place) => {
    const after = Buffer.from(place).toString('base64url')
    const answer = await world.office.call(
      'administrator',
      'GET',
      `statistics/report?mode=day&${year}&after=${after}`,
    )
    expect(answer.status).toBe(400)
  })

  /** The sums of everything, by one of the books. */
  const columns = [
    ...['captured', 'refunded', 'charged_back', 'amount'],
    ...['agent_fee', 'bank_commission', 'compensation'],
  ] as const
  type Sums = Record<(typeof columns)[number] | 'sessions' | 'energy', number>

  async function byOrders(): Promise<Sums> {
    const { rows } = await sql<Sums>`
      select (select count(*) from orders where status = 'completed') as sessions,
        (select sum(energy_wh) from orders where status = 'completed') as energy,
        sum(captured_minor - refunded_minor - charged_back_minor) as amount, sum(captured_minor) as captured,
        sum(refunded_minor) as refunded, sum(charged_back_minor) as charged_back, sum(agent_fee_minor) as agent_fee,
        sum(bank_commission_minor) as bank_commission,
        sum(case when method_type = 'cash' and owner_id is not null
          then captured_minor - refunded_minor - charged_back_minor else 0 end) as compensation
      from payments`.execute(world.db)
    return rows[0]!
  }

  async function byLedger(): Promise<Sums> {
    const due = (...kinds: string[]) =>
      sql`coalesce(sum(due_minor) filter (where kind = any(${kinds}::text[])), 0)::bigint`
    const { rows } = await sql<Sums>`
      select (select sum(order_count) from ledger_entries) as sessions, (select sum(energy_wh) from ledger_entries) as energy,
        ${due('sale', 'refund', 'chargeback')} as amount, ${due('sale')} as captured, -${due('refund')} as refunded,
        -${due('chargeback')} as charged_back,
        -${due('agent_fee')} as agent_fee, -${due('bank_commission')} as bank_commission, -${due('kept')} as compensation
      from ledger_line_view`.execute(world.db)
    return rows[0]!
  }

  async function byHours() {
    const { rows } = await sql<Record<string, number>>`
      select (select sum(attempts) from hourly_outcomes) as attempts, sum(order_count) as sessions, sum(energy_wh) as energy,
        sum(amount_minor) as amount
      from hourly_takings`.execute(world.db)
    return rows[0]!
  }

  const pick = (row: ReportRow): Sums =>
    Object.fromEntries(['sessions', 'energy', ...columns].map((key) => [key, Number(row[key])])) as Sums

  test('totals agree to the kopeck: rollup, orders summed, ledger, spreadsheet', async () => {
    const orders = await byOrders()
    console.info(`seed ${seed}`)
    expect(orders.amount).toBeGreaterThan(0)
    expect(orders.refunded).toBeGreaterThan(0)
    expect(orders.compensation).toBeGreaterThan(0)
    expect(orders.agent_fee).toBeGreaterThan(0)
    expect(orders.bank_commission).toBeGreaterThan(0)
    expect(await byLedger()).toEqual(orders)
    const { rows, total } = await world.report('owner')
    expect(pick(total!)).toEqual(orders)
    const { sessions, energy, amount } = orders
    expect(await byHours()).toEqual({ sessions, energy, amount, attempts: sessions })
    for (const key of ['sessions', 'energy', ...columns, 'to_compensate'])
      expect(sum(rows, key), key).toBe(total![key])
    const sheet = await world.sheet(`statistics/report/download?mode=detailed&${year}`)
    const at = (head: string) => sheet.head.findIndex((cell) => String(cell).startsWith(head))
    const [last, ...lines] = sheet.rows.toReversed()
    for (const [head, key] of [
      ['Сумма', 'amount'],
      ['Списано', 'captured'],
      ['Возвращено', 'refunded'],
      ['Опротестовано', 'charged_back'],
      ['Вознаграждение агента', 'agent_fee'],
      ['Комиссия банка', 'bank_commission'],
      ['Компенсация', 'compensation'],
    ] as const) {
      expect(kopecks(last![at(head)]), head).toBe(orders[key])
      expect(
        lines.reduce((all, line) => all + kopecks(line[at(head)]), 0),
        head,
      ).toBe(orders[key])
    }
    // a later refund has a line of its own
    expect(new Set(lines.map(([order]) => order)).size).toBe(orders.sessions)
    expect(Math.round(Number(last![at('Энергия')]) * 1000)).toBe(orders.energy)
  })

  test.each([
    'owner',
    'location',
    'day',
    'unique_clients',
    'income',
  ] as const)('%s: the rows of report and file add up to their totals', async (mode) => {
    const { rows, total, columns: heads } = await world.report(mode)
    const sheet = await world.sheet(`statistics/report/download?mode=${mode}&${year}`)
    expect(sheet.name).toContain(`${mode}_2026-01-01_2026-03-10.xlsx`)
    expect(sheet.rows).toHaveLength(rows.length + 1)
    const single = ['average_check', 'energy_per_client']
    for (const [index, { key, kind }] of heads.entries()) {
      if ((kind !== 'money' && kind !== 'energy') || single.includes(key)) continue
      const scale = kind === 'money' ? 100 : 1000
      const cells = sheet.rows.map((row) => Math.round(Number(row[index]) * scale))
      expect(sum(rows, key), key).toBe(total![key])
      expect(cells.at(-1), key).toBe(total![key])
      expect(
        cells.slice(0, -1).reduce((all, one) => all + one, 0),
        key,
      ).toBe(total![key])
    }
  })

  test('to be compensated is amount less fee, commission and compensation, and nothing of what is the network’s own', async () => {
    for (const mode of ['owner', 'location', 'day', 'detailed'] as const)
      for (const row of (await world.report(mode)).rows)
        expect(row.to_compensate).toBe(
          row.location === 'Own' || row.owner === 'The network itself'
            ? 0
            : Number(row.amount) -
                Number(row.agent_fee) -
                Number(row.bank_commission) -
                Number(row.compensation),
        )
  })

  test('cash is no revenue of its day', async () => {
    const { rows } = await world.report('day')
    const cash = rows.filter(({ method }) => method === 'cash')
    expect(cash.length).toBeGreaterThan(0)
    expect(cash.every(({ revenue }) => revenue === 0)).toBe(true)
    expect(cash.some(({ amount }) => Number(amount) > 0)).toBe(true)
    const [{ cash: cashMinor }] = (await world.report('owner')).rows as [ReportRow]
    expect(Number(cashMinor)).toBeGreaterThan(0)
  })

  test('the table has each day and location with its parts, which add up', async () => {
    interface Group {
      groupId: string
      parentId: string | null
      summary: boolean
      amount: number
      count: number
      to_compensate: number
      payments: Group[]
    }
    interface Answer {
      payments: Group[]
      paymentsTotalCount: number
      total: { amount: number; count: number }
    }
    const ask = (more = '') =>
      world.office.call<Answer>('accounter', 'GET', `statistics/payments?${year}${more}`)
    const { body } = await ask('&limit=50000')
    expect(body.payments).toHaveLength(body.paymentsTotalCount)
    expect(body.total.amount).toBe((await byOrders()).amount)
    for (const group of body.payments) {
      expect(group).toMatchObject({ summary: true, parentId: null })
      expect(group.payments.every(({ parentId, summary }) => parentId === group.groupId && !summary)).toBe(
        true,
      )
      expect(group.payments.reduce((all, { amount }) => all + amount, 0)).toBe(group.amount)
    }
    const pages = [(await ask('&limit=3')).body, (await ask('&limit=3&offset=3')).body]
    expect(pages.flatMap(({ payments }) => payments)).toEqual(body.payments.slice(0, 6))
    expect((await ask('&limit=50001')).status).toBe(400)
  })

  test('only the requested rows are in it, and a formula in a name stays text', async () => {
    const { rows } = await world.report('location', { more: `&locationIds=${locations[1]}` })
    expect(rows.map(({ location }) => location)).toEqual(['=SUM(A1)'])
    const sheet = await world.sheet(
      `statistics/report/download?mode=location&locations=${locations[1]}&${year}`,
    )
    expect(sheet.rows[0]![0]).toBe("'=SUM(A1)")
  })

  test('the sums are made anew as they are', async () => {
    const before = await world.report('owner')
    const hours = await byHours()
    await world.db.transaction().execute(rebuildTotals)
    await world.db.transaction().execute(rebuildAllHours)
    expect(await world.report('owner')).toEqual(before)
    expect(await byHours()).toEqual(hours)
    expect(await listDifferences(world.db)).toEqual([])
    await sql`update daily_totals set refunded_minor = refunded_minor + 1
      where ctid = (select min(ctid) from daily_totals)`.execute(world.db)
    expect(await listDifferences(world.db)).toMatchObject([{ book: 'daily_totals' }])
    await world.db.transaction().execute(rebuildTotals)
  })

  test('accounters read owner, income and unique_clients, and statistics by day as a file', async () => {
    for (const mode of ['owner', 'income', 'unique_clients'] as const)
      expect((await world.report(mode, { who: 'accounter' })).mode).toBe(mode)
    for (const mode of ['day', 'location', 'detailed', 'account'])
      for (const path of ['report', 'report/download'])
        expect(
          await world.office.call('accounter', 'GET', `statistics/${path}?mode=${mode}&${year}`),
        ).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } })
    const sheet = await world.sheet(`statistics/payments/download?${year}`, 'accounter')
    expect(sheet.name).toContain('payments_2026-01-01_2026-03-10.xlsx')
    const revenue = sheet.head.findIndex((cell) => String(cell).startsWith('Выручка'))
    const [last, ...lines] = sheet.rows.toReversed()
    expect(lines.reduce((all, line) => all + kopecks(line[revenue]), 0)).toBe(kopecks(last![revenue]))
    const { rows } = await world.report('day')
    expect(kopecks(last![revenue])).toBe(sum(rows, 'revenue'))
  })

  test('a file names its filters above its heads, and holds only those rows', async () => {
    const [, id] = locations
    const orders = await world.sheet(
      `orders/download?${year}&locations=${id}&statuses=completed,canceled&hourOfWeek=25&search=A`,
      'operator',
    )
    expect(orders.narrowed).toEqual([
      ['Локации', "'=SUM(A1)"],
      ['Статус', 'завершён, отменён'],
      ['Час недели', 'Вторник, 01:00'],
      ['Поиск', 'A'],
    ])
    const charging = await world.sheet(`orders/download?${year}&statuses=started`, 'operator')
    expect(charging.rows).toHaveLength(1)
    const cards = await world.sheet(`statistics/payments/download?${year}&payment_method_type=card`)
    expect(cards.narrowed).toEqual([['Способ оплаты', 'Карта, Счёт']])
    const at = (head: string) => cards.head.findIndex((cell) => String(cell).startsWith(head))
    for (const row of cards.rows)
      expect([row[at('Терминал')], row[at('Наличные')], row[at('СБП')]]).toEqual([0, 0, 0])
  })

  test('orders are exported with duration, charge, tariff and rounded meters', async () => {
    const sheet = await world.sheet(`orders/download?${year}`, 'operator')
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from orders`.execute(world.db)
    expect(sheet.rows).toHaveLength(rows[0]!.n + 1)
    expect(sheet.answer.headers['x-total-count']).toBe(String(rows[0]!.n))
    const at = (head: string) => sheet.head.findIndex((cell) => String(cell).startsWith(head))
    expect(sheet.rows[0]![at('Длительность')]).toBe(60)
    expect(sheet.rows[0]![at('Начало')]).toBeInstanceOf(Date)
    for (const row of sheet.rows.slice(0, -1))
      expect(Number(Number(row[at('Счётчик в конце')]).toFixed(2))).toBe(row[at('Счётчик в конце')])
    expect(sheet.rows.at(-1)![0]).toBe('Итого')
  })
})

describe('who charged', () => {
  test('a client is new without an earlier session there, else returning; a card without a driver counts as a client', async () => {
    const world = await ReportWorld.open(await openTestDatabase())
    const [yard, field] = [await world.addLocation('Yard', true), await world.addLocation('Field', true)]
    const at = (day: string) => new Date(`${day}T10:00:00Z`)
    const rfid = (name: string, locationId: number, day: string): EndedSession => ({
      locationId,
      rfid: name,
      endedAt: at(day),
    })
    await world.end(rfid('A', yard, '2026-01-05'), rfid('B', yard, '2026-01-06'))
    await world.end(rfid('A', yard, '2026-03-01'), rfid('A', yard, '2026-03-02'))
    await world.end(rfid('A', field, '2026-03-03'), rfid('C', yard, '2026-03-04'))
    const { body } = await world.office.call<{ rows: ReportRow[]; total: ReportRow }>(
      'accounter',
      'GET',
      'statistics/report?mode=unique_clients&from=2026-02-28T21:00:00Z&to=2026-03-10T12:00:00Z',
    )
    const cellsOf = ({
      location,
      clients,
      new_clients,
      returning_clients,
      sessions_per_client,
    }: ReportRow) => [...[location, clients, new_clients, returning_clients, Number(sessions_per_client)]]
    expect(body.rows.map(cellsOf)).toEqual([
      ['Field', 1, 1, 0, 1],
      ['Yard', 2, 1, 1, 1.5],
    ])
    expect(cellsOf(body.total)).toEqual([null, 2, 1, 1, 2])
    await world.office.close()
  })
})
