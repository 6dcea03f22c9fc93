import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { Office } from '../../world/office.ts'
import { citrineTables, pgDump, pgStatements } from './citrine-tables.ts'
import { citrineNetwork, citrineHash as hash } from './networks.ts'
import { comesOnce, countRows, countsOf, Taking } from './taking.ts'

const tables = citrineTables(hash)
const server = process.env.TEST_DATABASE_URL

describe.each(openTestDatabases())('CitrineOS ($name)', ({ open }) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await open(), { CURRENCY: 'EUR' }, { jobs: true })
  })
  afterAll(() => office.close())

  test('a dry run of a dump says what will come, what it said comes, and a second time changes nothing', async () => {
    await comesOnce(office, citrineNetwork)
  })

  test('stations, prices, cards and sessions are as they were', async () => {
    const { db } = office.database
    expect(
      await db.selectFrom('locations').select(['name', 'city', 'lat', 'lng', 'time_zone']).execute(),
    ).toEqual([{ name: 'Depot', city: 'Hamburg', lat: 53.5, lng: 9.9, time_zone: 'Europe/Berlin' }])
    expect(
      await db
        .selectFrom('stations')
        .select(['id', 'monetized', 'password_hash', 'former_password'])
        .orderBy('id')
        .execute(),
    ).toEqual([
      { id: 'DOCK-1', monetized: true, password_hash: '', former_password: hash },
      { id: 'DOCK-2', monetized: false, password_hash: null, former_password: null },
    ])
    expect(
      await db
        .selectFrom('connectors')
        .select(['station_id', 'evse_number', 'type', 'power_w'])
        .orderBy('id')
        .execute(),
    ).toEqual([
      { station_id: 'DOCK-1', evse_number: 1, type: 'Type 2', power_w: 22_080 },
      { station_id: 'DOCK-1', evse_number: 2, type: 'CCS 2', power_w: 100_000 },
      { station_id: 'DOCK-2', evse_number: 1, type: 'Type 2', power_w: 22_000 },
    ])
    expect(
      await db.selectFrom('id_tokens').select(['token', 'group_id', 'blocked']).orderBy('token').execute(),
    ).toEqual([
      { token: '04C1TR1NE', group_id: 'FLOTTE', blocked: true },
      { token: 'FLOTTE', group_id: null, blocked: false },
    ])
    expect(
      await db
        .selectFrom('orders')
        .select(['station_id', 'rfid', 'energy_wh', 'charging_price_minor'])
        .execute(),
    ).toEqual([
      {
        station_id: 'DOCK-1',
        rfid: 'FLOTTE',
        energy_wh: 12_500,
        charging_price_minor: 713,
      },
    ])
  })

  test('whoever started it and is an administrator no longer lets nothing come', async () => {
    const taking = await Taking.begin(office, 'citrine', 'other')
    await taking.send('citrine.sql', pgDump(tables).replaceAll('DOCK-', 'PIER-'))
    await taking.checked()
    const { db } = office.database
    const before = await countRows(office)
    const asRole = (role: 'administrator' | 'accounter') =>
      db.updateTable('managers').set({ role }).where('email', '=', office.emailOf('administrator')).execute()
    await db.updateTable('takeovers').set({ state: 'applying' }).where('id', '=', taking.id).execute()
    await asRole('accounter')
    expect(await office.parts.takeovers.step(taking.id)).toBe(false)
    await asRole('administrator')
    expect(await taking.until('failed')).toMatchObject({
      error: 'Whoever started it is no longer an administrator.',
    })
    expect(await countRows(office)).toEqual(before)
  })

  test.skipIf(!server)('PostgreSQL by address is read as its dump is', async () => {
    const name = `citrine_${randomBytes(6).toString('hex')}`
    const admin = new pg.Client(server)
    await admin.connect()
    try {
      await admin.query(`create database ${name}`)
      const address = new URL(server ?? '')
      address.pathname = `/${name}`
      const there = new pg.Client(address.href)
      await there.connect()
      await there.query(pgStatements(tables))
      await there.end()
      const taking = await Taking.begin(office, 'citrine')
      const away = new URL(address)
      away.pathname = '/absent_database'
      expect(await taking.call('address', { address: away.href })).toMatchObject({
        status: 409,
        body: { code: 'takeover.address_away' },
      })
      expect((await taking.call('address', { address: 'mysql://a@b/c' })).body.code).toBe(
        'takeover.address_wrong',
      )
      expect((await taking.call('address', { address: address.href })).status).toBe(200)
      const report = await taking.until('checked')
      // of attributes only the password is read
      expect(report.rows_read).toBe(17)
      expect(countsOf(report)).toMatchObject({ stations: [0, 2, 1], tags: [0, 2, 0], sessions: [0, 1, 2] })
      await taking.call('stop')
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    }
  })
})
