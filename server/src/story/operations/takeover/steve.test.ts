import { sql } from 'kysely'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { Office } from '../../world/office.ts'
import { steveNetwork } from './networks.ts'
import { comesOnce, countRows, countsOf, faultsOf, Taking } from './taking.ts'

const { startMariadb }: { startMariadb(): Promise<{ socket: string; end(): Promise<void> }> } = await import(
  /* @vite-ignore */ new URL('../../../../../scripts/lib/provide/programs/mariadb.mjs', import.meta.url).href
)

describe.each(openTestDatabases())('SteVe, from a dump of mysqldump ($name)', ({ open }) => {
  let office: Office
  const { 'steve.sql': dump = '' } = steveNetwork.files
  beforeAll(async () => {
    office = await Office.open(await open(), {}, { jobs: true })
  })
  afterAll(() => office.close())

  test('a dry run of a dump says what will come, what it said comes, and a second time changes nothing', async () => {
    await comesOnce(office, steveNetwork)
  })

  test('it comes with its ids, cards, drivers and places', async () => {
    const { db } = office.database
    const stations = await db
      .selectFrom('stations')
      .select(['id', 'vendor_name', 'model', 'monetized', 'password_hash', 'former_password'])
      .orderBy('id')
      .execute()
    expect(stations).toMatchObject([
      { id: 'KAI-1', vendor_name: 'Voltwerk', model: 'Duo', monetized: false, password_hash: '' },
      { id: 'KAI-2', password_hash: null, former_password: null },
    ])
    expect(stations[0]?.former_password).toMatch(/^\$2b\$04\$/)
    expect(await db.selectFrom('locations').select(['name', 'city', 'street', 'lat']).execute()).toEqual([
      { name: 'Am Kai 4a, Hamburg', city: 'Hamburg', street: 'Am Kai 4a', lat: 53.5433 },
    ])
    const connectors = await db
      .selectFrom('connectors')
      .select(['station_id', 'evse_number', 'type', 'current', 'power_w'])
      .orderBy('id')
      .execute()
    expect(connectors).toEqual([
      { station_id: 'KAI-1', evse_number: 1, type: 'Type 2', current: 'AC', power_w: 22_000 },
      { station_id: 'KAI-1', evse_number: 2, type: 'Type 2', current: 'AC', power_w: 22_000 },
      { station_id: 'KAI-2', evse_number: 1, type: 'Type 2', current: 'AC', power_w: 22_080 },
    ])
    const [driver] = await db.selectFrom('drivers').select(['id', 'last_name', 'email']).execute()
    expect(driver).toMatchObject({ last_name: 'Müller', email: 'anna@drivers.example' })
    const cards = await db
      .selectFrom('id_tokens')
      .select(['token', 'driver_id', 'group_id', 'blocked', 'expires_at'])
      .orderBy('token')
      .execute()
    expect(cards).toEqual([
      {
        token: '04A1B2C3',
        driver_id: driver?.id,
        group_id: 'FLEET',
        blocked: false,
        expires_at: new Date('2030-12-31T22:00:00Z'),
      },
      { token: '04FFFFFF', driver_id: null, group_id: 'FLEET', blocked: true, expires_at: null },
      { token: 'FLEET', driver_id: null, group_id: null, blocked: false, expires_at: null },
    ])
  })

  test('sessions are in lists and figures with their energy, and nowhere where money is taken or settled', async () => {
    const { db } = office.database
    const { body } = await office.call<{ data: { orders: { edges: { node: Record<string, unknown> }[] } } }>(
      'administrator',
      'POST',
      '/api/graphql',
      {
        query:
          '{ orders(limit: 10) { edges { node { id status energy charging_price captured_amount station { id } } } } }',
      },
    )
    expect(body.data.orders.edges.map(({ node }) => node)).toMatchObject([
      { status: 'completed', energy: 7000, captured_amount: null, station: { id: 'KAI-2' } },
      { status: 'completed', energy: 20_000, captured_amount: null, station: { id: 'KAI-1' } },
    ])
    const days = await db
      .selectFrom('daily_totals')
      .select(['day', 'order_count', 'energy_wh', 'amount_minor', 'owner_id'])
      .orderBy('day')
      .execute()
    expect(days).toEqual([
      { day: '2026-02-01', order_count: 1, energy_wh: 20_000, amount_minor: 0, owner_id: 0 },
      { day: '2026-02-02', order_count: 1, energy_wh: 7000, amount_minor: 0, owner_id: 0 },
    ])
    const hours = await db
      .selectFrom('hourly_outcomes')
      .select(({ fn }) => [
        fn.sum<number>('attempts').as('attempts'),
        fn.sum<number>('plugged_seconds').as('plugged'),
      ])
      .executeTakeFirstOrThrow()
    expect([Number(hours.attempts), Number(hours.plugged)]).toEqual([2, 7200])
    for (const table of ['payments', 'ledger_transfers', 'fiscal_receipts', 'provider_payments'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
    const owned = await sql`select from ledger_owner_line_view`.execute(db)
    expect(owned.rows).toEqual([])
    const differences = await sql<{ n: number }>`select count(*) as n from (
      (select day, location_id, order_count, energy_wh from ledger_total_view) except
      (select day, location_id, order_count, energy_wh from daily_totals)) d`.execute(db)
    expect(differences.rows).toEqual([{ n: 0 }])
  })

  test('one that was interrupted goes on, and of two at once there is one', async () => {
    const more = dump.replaceAll('KAI-', 'PIER-').replaceAll('Am Kai', 'Pier')
    const taking = await Taking.begin(office, 'steve', 'second')
    expect((await office.call('administrator', 'POST', 'takeovers', { system: 'csv' })).status).toBe(409)
    await taking.send('steve.sql', more)
    await taking.checked()
    // as a server leaves it that ends in the middle: stations have come, and nobody works on it
    const { id } = taking
    await sql`update takeovers set state = 'applying', counts = '{}' where id = ${id}`.execute(
      office.database.db,
    )
    const runs = office.parts.takeovers
    for (let page = 0; page < 2; page += 1) expect(await runs.step(id)).toBe(true)
    const half = await countRows(office)
    expect(half.stations).toBe(4)
    expect(half.orders).toBe(2)
    const done = await taking.applied()
    expect(countsOf(done)).toMatchObject({ stations: [2, 0, 2], sessions: [2, 0, 3] })
    expect((await countRows(office)).orders).toBe(4)
  })

  test('MariaDB by address is read as its dump is', async () => {
    const there = await startMariadb()
    try {
      const reading = { socketPath: there.socket, user: 'root', multipleStatements: true }
      const connection = await createConnection(reading)
      await connection.query('create database stevedb; use stevedb')
      await connection.query(dump.replaceAll('KAI-', 'MOLE-').replaceAll('Am Kai', 'Mole'))
      await connection.end()
      const taking = await Taking.begin(office, 'steve', 'third')
      const address = `mysql://root@localhost/stevedb?socket=${encodeURIComponent(there.socket)}`
      expect((await taking.call('address', { address })).status).toBe(200)
      const report = await taking.until('checked')
      expect(report.rows_read).toBe(29)
      expect(countsOf(report)).toMatchObject({ stations: [2, 0, 2], sessions: [2, 0, 3] })
      expect(faultsOf(report)).toContainEqual(['stations', 'takeover.connectors_guessed', 1])
      await taking.call('stop')
    } finally {
      await there.end()
    }
  })
})
