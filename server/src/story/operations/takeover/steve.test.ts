import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashSync } from 'bcryptjs'
import { sql } from 'kysely'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { takeOverFiles } from '../../../slices/operations/takeover/command.ts'
import { findAdministrator } from '../../../slices/operations/takeover/run-store.ts'
import { Takeovers } from '../../../slices/operations/takeover/takeover.ts'
import { Office } from '../../world/office.ts'
import { countsOf, faultsOf, steveDump, Taking } from './taking.ts'

const { startMariadb }: { startMariadb(): Promise<{ socket: string; end(): Promise<void> }> } = await import(
  /* @vite-ignore */ new URL('../../../../../scripts/lib/provide/mariadb.mjs', import.meta.url).href
)

describe.each(openTestDatabases())('SteVe, from a dump of mysqldump ($name)', ({ open }) => {
  let office: Office
  const dump = steveDump(hashSync('old-password-of-kai1', 4))
  beforeAll(async () => {
    office = await Office.open(await open(), {}, { jobs: true })
  })
  afterAll(() => office.close())

  const tables = [
    'locations',
    'stations',
    'connectors',
    'drivers',
    'id_tokens',
    'orders',
    'ledger_entries',
  ] as const
  const counts = async () => {
    const found: Record<string, number> = {}
    for (const table of tables)
      found[table] = (
        await office.database.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n
    return found
  }

  test('a dry run says what will come and what cannot, and changes nothing', async () => {
    const before = await counts()
    const taking = await Taking.begin(office, 'steve')
    expect((await taking.send('steve.sql', dump)).body).toMatchObject({ state: 'reading', rows_read: 29 })
    const report = await taking.checked()
    expect(countsOf(report)).toEqual({
      locations: [1, 0, 0],
      stations: [2, 0, 2],
      drivers: [1, 0, 1],
      tags: [3, 0, 1],
      sessions: [2, 0, 3],
    })
    expect(faultsOf(report)).toEqual(
      [
        ['drivers', 'takeover.driver_empty', 1],
        ['sessions', 'takeover.session_energy', 1],
        ['sessions', 'takeover.session_runs', 1],
        ['sessions', 'takeover.station_unknown', 1],
        ['stations', 'import.value', 1],
        ['stations', 'takeover.connectors_guessed', 1],
        ['stations', 'takeover.no_connectors', 1],
        ['stations', 'takeover.no_password', 1],
      ].concat([['tags', 'takeover.token_wrong', 1]]),
    )
    expect(await counts()).toEqual(before)
    expect((await taking.call('stop')).body.state).toBe('stopped')
  })

  test('it comes with its ids, cards, drivers and sessions; a second time changes nothing', async () => {
    const taking = await Taking.begin(office, 'steve')
    await taking.send('steve.sql.gz', gzipSync(dump))
    await taking.checked()
    const done = await taking.applied()
    expect(countsOf(done)).toMatchObject({
      stations: [2, 0, 2],
      drivers: [1, 0, 1],
      tags: [3, 0, 1],
      sessions: [2, 0, 3],
    })
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
    const before = await counts()
    const again = await Taking.begin(office, 'steve')
    await again.send('steve.sql', dump)
    const nothing = { stations: [0, 2, 2], drivers: [0, 1, 1], tags: [0, 3, 1], sessions: [0, 2, 3] }
    expect(countsOf(await again.checked())).toEqual(nothing)
    expect(countsOf(await again.applied())).toEqual(nothing)
    expect(await counts()).toEqual(before)
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
    const half = await counts()
    expect(half.stations).toBe(4)
    expect(half.orders).toBe(2)
    const done = await taking.applied()
    expect(countsOf(done)).toMatchObject({ stations: [2, 0, 2], sessions: [2, 0, 3] })
    expect((await counts()).orders).toBe(4)
  })

  test('a command takes files over, and says what comes', async () => {
    const { db } = office.database
    const folder = mkdtempSync(join(tmpdir(), 'take-over-'))
    const file = join(folder, 'steve.sql.gz')
    writeFileSync(file, gzipSync(dump.replaceAll('KAI-', 'DECK-').replaceAll('Am Kai', 'Deck')))
    const found = await findAdministrator(db, office.emailOf('administrator').toUpperCase())
    expect(await findAdministrator(db, office.emailOf('operator'))).toBeUndefined()
    const ordered = {
      system: 'steve',
      source: 'command',
      files: [file],
      // the account is there
      caller: { ...found!, role: 'administrator', ownerId: null },
    } as const
    const run = async (order: { dryRun: boolean; files?: string[] }) => {
      const said: string[] = []
      const { parts, config, clock } = office
      const runs = new Takeovers({ ...config, db, clock, cover: parts.cover, send: async () => undefined })
      const ended = await takeOverFiles(runs, { ...ordered, ...order }, (line) => said.push(line))
      return { ended, said: said.join('\n') }
    }
    const before = await counts()
    const dry = await run({ dryRun: true })
    expect(dry.said).toContain('stations: 2 come, 0 are here, 2 cannot come')
    expect(await counts()).toEqual(before)
    writeFileSync(join(folder, 'none.sql'), 'select 1;')
    await expect(run({ dryRun: false, files: [join(folder, 'none.sql')] })).rejects.toMatchObject({
      code: 'takeover.file_unknown',
    })
    const { ended, said } = await run({ dryRun: false })
    expect(ended).toBe(true)
    expect(said).toContain('stations: 2 have come')
    expect((await counts()).stations).toBe((before.stations ?? 0) + 2)
    const kept = await sql`select from takeover_rows`.execute(db)
    expect(kept.rows).toEqual([])
    rmSync(folder, { recursive: true })
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
  }, 120_000)
})
