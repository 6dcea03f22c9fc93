import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { Office } from '../../world/office.ts'
import { countsOf, faultsOf, Taking } from './taking.ts'

const lines = (...documents: object[]): string => documents.map((one) => `${JSON.stringify(one)}\n`).join('')
const idOf = (digits: string) => ({ $oid: digits.padStart(24, '0') })
const dateOf = (text: string) => ({ $date: text })
const address = {
  address1: 'Ring 1',
  city: 'Berlin',
  postalCode: '10115',
  country: 'Germany',
  coordinates: [13.4, 52.5],
}
const plug = { connectorId: 1, type: 'T2', power: 22_000, currentType: 'AC' }
const stopOf = (stop: object) => ({ meterStop: 9000, timestamp: dateOf('2026-02-01T11:00:00.000Z'), ...stop })

/** Collections of a tenant, as mongoexport writes them. */
const collections: Readonly<Record<string, string>> = {
  'sites.json': lines({ _id: idOf('1'), name: 'Ring', issuer: true, address, public: true }),
  'siteareas.json': lines({ _id: idOf('a1'), name: 'Garage', siteID: idOf('1'), issuer: true }),
  'chargingstations.json': `${lines(
    {
      _id: 'RING-1',
      issuer: true,
      siteAreaID: idOf('a1'),
      chargePointVendor: 'Voltwerk',
      chargePointModel: 'Duo',
      connectors: [plug, { ...plug, connectorId: 2, type: 'CCS', power: 50_000, currentType: 'DC' }],
    },
    {
      _id: 'RING-2',
      issuer: true,
      siteAreaID: idOf('a1'),
      connectors: [{ connectorId: 1, type: 'U', power: 0 }],
    },
    { _id: 'OTHER', issuer: false, connectors: [plug] },
    { _id: 'EMPTY', issuer: true, connectors: [] },
  )}{"_id":"broken\n`,
  'users.json': lines(
    {
      _id: idOf('b1'),
      issuer: true,
      firstName: 'Anna',
      name: 'Berg',
      email: 'Anna@drivers.example',
      status: 'A',
      password: 'secret',
    },
    {
      _id: idOf('b2'),
      issuer: true,
      firstName: 'Bert',
      name: 'Tal',
      email: 'bert@drivers.example',
      status: 'B',
    },
  ),
  'tags.json': lines(
    { _id: '04AABBCC', issuer: true, active: true, userID: idOf('b1') },
    { _id: '04DDEEFF', issuer: true, active: false, userID: idOf('b2') },
  ),
  'pricingdefinitions.json': lines({
    _id: idOf('c1'),
    entityID: 'RING-1',
    entityType: 'ChargingStation',
    name: 'Blue',
    dimensions: { energy: { active: true, price: 0.4 } },
  }),
  'transactions.json': lines(
    {
      _id: 17,
      issuer: true,
      chargeBoxID: 'RING-1',
      connectorId: 2,
      tagID: '04AABBCC',
      userID: idOf('b1'),
      timestamp: dateOf('2026-02-01T10:00:00.000Z'),
      meterStart: 1000,
      stop: stopOf({ totalConsumptionWh: 8000, roundedPrice: 3.2, priceUnit: 'EUR' }),
    },
    {
      _id: 18,
      issuer: true,
      chargeBoxID: 'RING-1',
      connectorId: 1,
      timestamp: dateOf('2026-02-02T10:00:00.000Z'),
      meterStart: { $numberLong: '0' },
      stop: stopOf({
        timestamp: dateOf('2026-02-02T11:00:00.000Z'),
        totalConsumptionWh: 500,
        roundedPrice: 1,
        priceUnit: 'USD',
      }),
    },
    {
      _id: 19,
      issuer: true,
      chargeBoxID: 'RING-1',
      connectorId: 1,
      timestamp: dateOf('2026-02-03T10:00:00.000Z'),
    },
  ),
}

const drivers =
  'id,first_name,last_name,email,phone,blocked\n7,Cara,See,cara@drivers.example,,\n8,Anna,Berg,anna@drivers.example,,\n9,,,,,\n'
const sessions = `id;station_id;evse_number;connector_number;token;driver_id;started_at;ended_at;energy_kwh;amount;currency
s1;RING-1;1;1;04AABBCC;;2026-02-04T10:00:00Z;2026-02-04T11:00:00Z;4.5;2.10;EUR
s2;RING-1;1;1;;7;2026-02-05T10:00:00Z;2026-02-05T09:00:00Z;4.5;;
s3;GONE;1;1;;7;2026-02-05T10:00:00Z;2026-02-05T11:00:00Z;4.5;;
`

describe.each(openTestDatabases())('SAP e-Mobility and CSV ($name)', ({ open }) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await open(), { CURRENCY: 'EUR' }, { jobs: true })
  })
  afterAll(() => office.close())

  const counts = async () => {
    const found: Record<string, number> = {}
    for (const table of ['locations', 'stations', 'drivers', 'id_tokens', 'orders'] as const)
      found[table] = (
        await office.database.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n
    return found
  }
  const begin = async (system: 'sap' | 'csv', files: Readonly<Record<string, string>>) => {
    const taking = await Taking.begin(office, system)
    for (const [name, text] of Object.entries(files))
      expect((await taking.send(name, text)).status, name).toBe(200)
    return taking
  }

  test('SAP: a dry run changes nothing, and says what will come', async () => {
    const before = await counts()
    const taking = await begin('sap', collections)
    const report = await taking.checked()
    expect(countsOf(report)).toEqual({
      locations: [1, 0, 0],
      stations: [2, 0, 1],
      drivers: [2, 0, 0],
      tags: [2, 0, 0],
      sessions: [2, 0, 1],
    })
    expect(faultsOf(report)).toEqual([
      ['files', 'takeover.line_wrong', 1],
      ['sessions', 'takeover.currency', 1],
      ['sessions', 'takeover.session_runs', 1],
      ['stations', 'takeover.connectors_guessed', 1],
      ['stations', 'takeover.no_connectors', 1],
      ['stations', 'takeover.no_password', 2],
    ])
    expect(await counts()).toEqual(before)
    const sheet = await taking.call<string>('report')
    expect(String(sheet.body)).toContain('chargingstations EMPTY')
    await taking.call('stop')
  })

  test('SAP: stations, prices, people, cards and sessions come once', async () => {
    const { db } = office.database
    const taking = await begin('sap', collections)
    await taking.checked()
    await taking.applied()
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
      ['anna@drivers.example', false],
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
    const before = await counts()
    const again = await begin('sap', collections)
    await again.checked()
    expect(countsOf(await again.applied())).toEqual({
      locations: [0, 1, 0],
      stations: [0, 2, 1],
      drivers: [0, 2, 0],
      tags: [0, 2, 0],
      sessions: [0, 2, 1],
    })
    expect(await counts()).toEqual(before)
  })

  test('CSV: who is here already is found, and a second time changes nothing', async () => {
    const files = { 'people.csv': drivers, 'history.csv': sessions }
    const taking = await begin('csv', files)
    const before = await counts()
    const expected = { drivers: [1, 1, 1], sessions: [1, 0, 2] }
    expect(countsOf(await taking.checked())).toEqual(expected)
    expect(await counts()).toEqual(before)
    const report = await taking.applied()
    expect(countsOf(report)).toEqual(expected)
    expect(faultsOf(report)).toEqual([
      ['drivers', 'takeover.driver_empty', 1],
      ['sessions', 'takeover.session_times', 1],
      ['sessions', 'takeover.station_unknown', 1],
    ])
    const after = await counts()
    expect(after).toMatchObject({ drivers: 3, orders: 3 })
    const again = await begin('csv', files)
    await again.checked()
    expect(countsOf(await again.applied())).toEqual({ drivers: [0, 2, 1], sessions: [0, 1, 2] })
    expect(await counts()).toEqual(after)
  })

  test('a file that is none of the system’s is refused', async () => {
    const taking = await Taking.begin(office, 'csv')
    expect((await taking.send('other.csv', 'one,two\n1,2\n')).body.code).toBe('takeover.file_unknown')
    expect((await taking.call('check')).body.code).toBe('takeover.nothing_read')
    await taking.call('stop')
  })
})
