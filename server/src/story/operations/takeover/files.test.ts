import type { Takeover } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { findAdministrator } from '../../../slices/operations/takeover/run-store.ts'
import { Office } from '../../world/office.ts'
import { csvNetwork, sapNetwork } from './networks.ts'
import { comesOnce, countRows, Taking } from './taking.ts'

describe.each(openTestDatabases())('SAP e-Mobility and CSV ($name)', ({ open }) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await open(), { CURRENCY: 'EUR' }, { jobs: true })
  })
  afterAll(() => office.close())

  test('SAP: a dry run says what will come, what it said comes, and a second time changes nothing', async () => {
    await comesOnce(office, sapNetwork)
  })

  test('SAP: stations, prices, people, cards and sessions are as they were', async () => {
    const { db } = office.database
    expect(
      await db.selectFrom('stations').select(['id', 'monetized', 'password_hash']).orderBy('id').execute(),
    ).toEqual([
      { id: 'RING-1', monetized: true, password_hash: null },
      { id: 'RING-2', monetized: false, password_hash: null },
    ])
    expect(
      await db.selectFrom('connectors').select(['station_id', 'type', 'power_w']).orderBy('id').execute(),
    ).toEqual([
      { station_id: 'RING-1', type: 'Type 2', power_w: 22_000 },
      { station_id: 'RING-1', type: 'CCS 2', power_w: 50_000 },
      { station_id: 'RING-2', type: 'Type 2', power_w: 22_000 },
    ])
    expect(await db.selectFrom('locations').select(['name', 'city', 'lat']).execute()).toEqual([
      { name: 'Ring', city: 'Berlin', lat: 52.5 },
    ])
    const people = await db
      .selectFrom('drivers')
      .select(['id', 'email', 'blocked_at'])
      .orderBy('id')
      .execute()
    expect(people.map(({ email, blocked_at }) => [email, blocked_at !== null])).toEqual([
      ['anna.berg@drivers.example', false],
      ['bert@drivers.example', true],
    ])
    expect(
      await db.selectFrom('id_tokens').select(['token', 'driver_id', 'blocked']).orderBy('token').execute(),
    ).toEqual([
      { token: '04AABBCC', driver_id: people[0]?.id, blocked: false },
      { token: '04DDEEFF', driver_id: people[1]?.id, blocked: true },
    ])
    expect(
      await db
        .selectFrom('orders')
        .select(['driver_id', 'energy_wh', 'charging_price_minor'])
        .orderBy('id')
        .execute(),
    ).toEqual([
      { driver_id: people[0]?.id, energy_wh: 8000, charging_price_minor: 320 },
      { driver_id: null, energy_wh: 500, charging_price_minor: null },
    ])
  })

  test('CSV: who is here already is found, and a second time changes nothing', async () => {
    const before = await countRows(office)
    await comesOnce(office, csvNetwork)
    expect(await countRows(office)).toMatchObject({ drivers: before.drivers + 1, orders: before.orders + 1 })
  })

  test('a file that is none of the system’s is refused', async () => {
    const taking = await Taking.begin(office, 'csv')
    expect((await taking.send('other.csv', 'one,two\n1,2\n')).body.code).toBe('takeover.file_unknown')
    expect((await taking.call('check')).body.code).toBe('takeover.nothing_read')
    await taking.call('stop')
  })

  test('the command works in the name of an administrator, who is found by the address', async () => {
    const { db } = office.database
    const email = office.emailOf('administrator')
    expect(await findAdministrator(db, email.toUpperCase())).toEqual({
      id: await office.idOf('administrator'),
      email,
    })
    expect(await findAdministrator(db, office.emailOf('manager'))).toBeUndefined()
  })

  test('what nobody goes on with for a week is ended, and what it has read is forgotten', async () => {
    const taking = await Taking.begin(office, 'csv', 'left')
    for (const [name, text] of Object.entries(csvNetwork.files)) await taking.send(name, text)
    const rows = async () =>
      (
        await office.database.db
          .selectFrom('takeover_rows')
          .select('key')
          .where('takeover_id', '=', taking.id)
          .execute()
      ).length
    // a log-in does not last for a week
    const stands = async () => {
      const { access_token: token } = (await office.logIn(office.emailOf('administrator'))).body
      return (await office.call<Takeover>({ token }, 'GET', `takeovers/${taking.id}`)).body
    }
    expect(await rows()).toBeGreaterThan(0)
    office.clock.forward(7 * DAY_MS - 1)
    await office.parts.takeovers.endLeft()
    expect(await stands()).toMatchObject({ state: 'reading', error: null })
    office.clock.forward(1)
    await office.parts.takeovers.endLeft()
    expect(await stands()).toMatchObject({ state: 'stopped', error: expect.stringContaining('seven days') })
    await expect.poll(rows, { timeout: 60_000 }).toBe(0)
  })
})
