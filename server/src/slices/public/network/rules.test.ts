import { describe, expect, test } from 'vitest'
import type { ListedRow } from '../../places/locations/store.ts'
import type { IdleTerms } from '../../places/tariffs/idle-terms.ts'
import type { ListedConnector } from '../../stations/stations/lists/listed-store.ts'
import { countOf, featureOf, locationOf, type Standing } from './rules.ts'

const row: ListedRow = {
  id: 4,
  name: 'Harbour',
  country: 'RU',
  city: 'Tver',
  street: 'Quay 1',
  postal_code: '170100',
  lat: 56.8,
  lng: 35.9,
  time_zone: 'Europe/Moscow',
  opening_hours: null,
  cashback_percent: 5,
  free_parking: false,
  height_limit_cm: null,
  features: [],
  photos: [],
  rating: null,
  reviews: 0,
}
const connector = (fields: Partial<ListedConnector> = {}): ListedConnector => ({
  id: 11,
  stationId: 'S1',
  stationNumber: 1,
  locationId: 4,
  ownerId: null,
  monetized: true,
  paused: false,
  online: true,
  operational: true,
  maintenanceUntil: null,
  ocppStatus: 'Available',
  evseNumber: 1,
  number: 1,
  type: 'CCS 2',
  current: 'DC',
  powerW: 150_000,
  ...fields,
})
const idle: IdleTerms = {
  graceSeconds: 600,
  blockSeconds: 60,
  blockMinor: 500,
  capMinor: 100_000,
  night: { from: 22 * 60, to: 8 * 60 },
}
const standing = (...connectors: ListedConnector[]): Standing => ({
  connectors,
  prices: new Map([[11, { id: 77 }]]),
  idle,
})

describe('the idle fee', () => {
  test('is shown as in the terms', () => {
    expect(locationOf(row, standing(connector())).idle).toEqual({
      grace_minutes: 10,
      block_minutes: 1,
      block_amount: 500,
      cap_amount: 100_000,
      night_from: '22:00',
      night_to: '08:00',
    })
  })
  test.each<[string, Partial<ListedRow>, IdleTerms | undefined]>([
    ['parking is free', { free_parking: true }, idle],
    ['a block costs nothing', {}, { ...idle, blockMinor: 0 }],
    ['there are no terms', {}, undefined],
  ])('is not shown when %s', (_where, changes, terms) => {
    expect(locationOf({ ...row, ...changes }, { ...standing(connector()), idle: terms }).idle).toBeNull()
  })
})

test('the connectors of an EVSE are listed together, with prices if the station is paid', () => {
  const { evses } = locationOf(
    row,
    standing(
      connector(),
      connector({ id: 12, number: 2, powerW: 22_000, ocppStatus: 'Charging' }),
      connector({ id: 13, stationId: 'S2', stationNumber: 2 }),
      connector({ id: 11, stationId: 'S3', stationNumber: 3, monetized: false, ocppStatus: 'Faulted' }),
    ),
  )
  expect(evses).toMatchObject([
    {
      uid: '11',
      station_number: 1,
      number: 1,
      status: 'busy',
      maintenance_until: null,
      connectors: [
        { id: 11, power: 150, status: 'busy', tariff_id: 77 },
        { id: 12, power: 22, status: 'busy', tariff_id: null },
      ],
    },
    { uid: '13', station_number: 2, status: 'available' },
    { status: 'offline', connectors: [{ id: 11, tariff_id: null }] },
  ])
})

test('an EVSE under maintenance is offline, whatever its connectors report', () => {
  const until = new Date('2026-03-01T12:00:00Z')
  const { evses } = locationOf(
    row,
    standing(
      connector({ maintenanceUntil: until }),
      connector({ id: 12, number: 2, ocppStatus: 'Charging', maintenanceUntil: until }),
    ),
  )
  expect(evses).toMatchObject([
    {
      status: 'offline',
      maintenance_until: '2026-03-01T12:00:00.000Z',
      connectors: [{ status: 'offline' }, { status: 'offline' }],
    },
  ])
})

describe('a point of the map', () => {
  const [free, busy, faulted] = (['Available', 'Charging', 'Faulted'] as const).map((ocppStatus, i) =>
    connector({ id: 21 + i, evseNumber: i + 1, ocppStatus, powerW: 50_000 * (i + 1) }),
  )
  const at = (...own: (ListedConnector | undefined)[]) => locationOf(row, standing(...own.map((one) => one!)))

  test('counts its EVSEs by state and has the best state of them', () => {
    const location = at(free, busy, faulted)
    expect((['available', 'busy', 'offline'] as const).map((status) => countOf(location, status))).toEqual([
      1, 1, 1,
    ])
    expect(featureOf(location)).toMatchObject({
      type: 'Feature',
      id: 4,
      geometry: { type: 'Point', coordinates: [35.9, 56.8] },
      properties: { status: 'available', evses: 3, available: 1, busy: 1, types: ['CCS 2'], power: 150 },
    })
    expect(featureOf(at(busy, faulted))?.properties).toMatchObject({ status: 'busy', available: 0 })
    expect(featureOf(at(faulted))?.properties).toMatchObject({ status: 'offline', busy: 0 })
  })

  test('is missing without coordinates, also when only one of them is known', () => {
    const without = (changes: Partial<ListedRow>) =>
      featureOf(locationOf({ ...row, ...changes }, standing(connector())))
    expect(without({ lat: null, lng: null })).toBeUndefined()
    expect(without({ lat: null })).toBeUndefined()
    expect(without({ lng: null })).toBeUndefined()
  })
})
