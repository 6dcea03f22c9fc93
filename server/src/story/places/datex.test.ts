import { gunzipSync } from 'node:zlib'
import { contract, type Location } from '@stationmaster/contract'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, openTestDatabases } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'

const isArray = (name: string) => /Site(Status)?$|Station(Status)?$|refillPoint(Status)?$/.test(name)
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  isArray,
})

const ask = (office: Office, path: string, headers: Record<string, string> = {}) =>
  office.app.inject({ method: 'GET', url: `/api/v1/${path}`, headers })

const readIn = async (office: Office, path: string) => {
  const { statusCode, payload } = await ask(office, path)
  expect(statusCode).toBe(200)
  expect(XMLValidator.validate(payload)).toBe(true)
  return parser.parse(payload).payload
}

describe.each(openTestDatabases().slice(0, 1))('the network in DATEX II ($name)', ({ open }) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await open())
  })
  afterAll(() => office.close())

  const { path: table } = contract.network.datex
  const { path: status } = contract.network.datexStatus
  /** What anybody has read is five seconds old. */
  const later = () => office.clock.forward(5000)
  const aPlace = async (name: string) => {
    const { body } = await office.call<Location>('administrator', 'POST', 'locations', {
      name,
      city: 'Tver',
      country: 'Russia',
      street: 'Sovetskaya 34',
      coordinates: { lat: 56.86, lng: 35.9 },
    })
    await office.addStation(body.id, `${name}-1`)
    await office.call('administrator', 'PATCH', `locations/${body.id}`, {
      owner_id: await office.idOf('manager'),
    })
    await office.call('administrator', 'POST', `locations/${body.id}/pricing`, { tariff: 1700, rate: 200 })
    return body.id
  }
  const siteOf = async (id: number) => {
    const { energyInfrastructureTable: own } = await readIn(office, table)
    return named(own.energyInfrastructureSite, `site-${id}`)
  }
  const named = (list: Site[], id: string) => list.find((one) => one['@id'] === id)!
  const pointsOf = async (id: number): Promise<string[]> => {
    const { energyInfrastructureSiteStatus: all } = await readIn(office, status)
    return statusesAt(all, `site-${id}`)
  }

  test('everybody reads a location with its station, prices and status', async () => {
    const id = await aPlace('Pier')
    later()
    expect(await siteOf(id)).toMatchObject({
      name: { values: { value: 'Pier' } },
      operatingHours: { '@type': 'afac:OpenAllHours' },
      energyInfrastructureStation: [
        {
          numberOfRefillPoints: '2',
          refillPoint: [
            {
              currentType: 'dc',
              connector: { connectorType: 'iec62196T2COMBO', maxPowerAtSocket: '150000' },
              energyProduct: {
                energyRate: {
                  applicableCurrency: 'RUB',
                  energyPrice: [
                    { priceType: 'pricePerKWh', value: '17.00' },
                    { priceType: 'pricePerMinute', value: '2.00' },
                    { priceType: 'other', value: '150.00' },
                  ],
                },
              },
            },
            { currentType: 'ac', connector: { connectorType: 'iec62196T2', maxPowerAtSocket: '22000' } },
          ],
        },
      ],
    })
    expect(await pointsOf(id)).toEqual(['outOfOrder', 'outOfOrder'])
    const { payload } = await ask(office, table)
    expect(payload).not.toMatch(/@demo|Pier-1/)
  })

  test('a tariff holds since its version began', async () => {
    const id = await aPlace('Lock')
    later()
    const rate = rateOf(await siteOf(id))
    const { rows } = await sql<{ validFrom: Date }>`
      select valid_from as "validFrom" from tariff_versions where id = ${rate['@id'].split('-').at(-1)}::bigint`.execute(
      office.database.db,
    )
    expect(rate.lastUpdated).toBe(rows[0]?.validFrom.toISOString())
  })

  test('a status changes the status only; what has not changed is not sent again', async () => {
    const id = await aPlace('Quay')
    later()
    const [first, second] = [await ask(office, table), await ask(office, status)]
    for (const { headers } of [first, second]) {
      expect(headers).toMatchObject({
        'content-type': 'application/xml; charset=utf-8',
        'cache-control': 'public, max-age=1',
        'access-control-allow-origin': '*',
      })
    }
    const gzipped = await ask(office, table, { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(first.payload)
    const { db } = office.database
    await sql`insert into station_presence (station_id, node, connection_id, protocol, connected_at, last_seen_at)
      values ('Quay-1', 'here', 'c1', 'ocpp1.6', now(), now())`.execute(db)
    await sql`update connectors set ocpp_status = 'Available' where station_id = 'Quay-1'`.execute(db)
    later()
    const known = (answer: typeof first) => ({ 'if-none-match': String(answer.headers.etag) })
    expect((await ask(office, table, known(first))).statusCode).toBe(304)
    const now = await ask(office, status, known(second))
    expect([now.statusCode, now.headers.etag === second.headers.etag]).toEqual([200, false])
    expect(await pointsOf(id)).toEqual(['available', 'available'])
    later()
    expect((await ask(office, status, known(now))).statusCode).toBe(304)
    await sql`update stations set monetized = false where id = 'Quay-1'`.execute(db)
    later()
    expect((await ask(office, table, known(first))).statusCode).toBe(200)
    expect(rateOf(await siteOf(id))).toMatchObject({
      '@id': `rate-${id}-free`,
      energyPrice: { priceType: 'free' },
    })
    expect((await ask(office, status, known(now))).statusCode).toBe(304)
  })

  test('the operator is named as roaming partners know it', async () => {
    const id = await aPlace('Dock')
    later()
    expect(await siteOf(id)).not.toHaveProperty('operator')
    await sql`insert into roaming_party (country_code, party_id, name, website) values ('RU', 'STM', 'Station Master', null)`.execute(
      office.database.db,
    )
    later()
    const { publicationCreator } = await readIn(office, status)
    expect(publicationCreator).toEqual({ country: 'RU', nationalIdentifier: 'RU*STM' })
    const { body } = await office.call<{ locations: { id: number; evses: { uid: string }[] }[] }>(
      null,
      'GET',
      'network.json',
    )
    const uid = body.locations.find((one) => one.id === id)?.evses[0]?.uid
    expect(await siteOf(id)).toMatchObject({
      operator: { name: { values: { value: 'Station Master' } } },
      energyInfrastructureStation: [
        { refillPoint: [{ '@id': `evse-${uid}`, externalIdentifier: { identifier: `RU*STM*E${uid}` } }, {}] },
      ],
    })
  })
})

test('without a location there is no table and no status', async () => {
  const office = await Office.open(await openTestDatabase())
  await sql`update locations set listed = false`.execute(office.database.db)
  expect(await readIn(office, contract.network.datex.path)).not.toHaveProperty('energyInfrastructureTable')
  expect(await readIn(office, contract.network.datexStatus.path)).not.toHaveProperty(
    'energyInfrastructureSiteStatus',
  )
  await office.close()
})

interface Point {
  status: string
}
const statusesAt = (
  all: {
    reference: { '@id': string }
    energyInfrastructureStationStatus: { refillPointStatus: Point[] }[]
  }[],
  id: string,
) =>
  all
    .filter(({ reference }) => reference['@id'] === id)
    .flatMap(({ energyInfrastructureStationStatus: stations }) => stations)
    .flatMap(({ refillPointStatus: points }) => points.map(({ status }) => status))
interface Site {
  '@id': string
  energyInfrastructureStation: {
    refillPoint: { energyProduct: { energyRate: { '@id': string; lastUpdated: string } } }[]
  }[]
}
const rateOf = ({ energyInfrastructureStation: [station] }: Site) =>
  station!.refillPoint[0]!.energyProduct.energyRate
