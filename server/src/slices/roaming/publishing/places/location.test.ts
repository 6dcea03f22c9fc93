import { codecOf, ocpiVersions, read, write } from '@stationmaster/ocpi'
import { describe, expect, test } from 'vitest'
import type { ListedRow } from '../../../places/locations/store.ts'
import type { Abilities } from '../../../stations/stations/description/abilities.ts'
import type { ListedConnector } from '../../../stations/stations/lists/listed-store.ts'
import { countryCodeOf } from './countries.ts'
import { locationOf, missingOf, type Publisher } from './location.ts'

const by: Publisher = {
  countryCode: 'DE',
  partyId: 'STM',
  name: 'Stationmaster',
  website: null,
  base: 'https://net.example',
  helpPhone: '+49 30 1',
  greenEnergy: null,
  energySupplier: null,
  energyProduct: null,
}
const row: ListedRow = {
  id: 7,
  name: 'Pier',
  country: 'Германия',
  city: 'Rostock',
  street: 'Am Kai 1',
  postal_code: '',
  lat: 54.1,
  lng: -12.123456789,
  time_zone: 'Europe/Berlin',
  cashback_percent: 0,
  free_parking: false,
  height_limit_cm: null,
  features: ['wifi', 'lit', 'food'],
  opening_hours: null,
  photos: [],
  rating: null,
  reviews: 0,
}
const connector = (id: number, more: Partial<ListedConnector> = {}): ListedConnector => ({
  id,
  stationId: 'S-1',
  stationNumber: 12,
  locationId: 7,
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
  ...more,
})
const shown = (
  connectors: ListedConnector[],
  more: Partial<ListedRow> = {},
  abilities: ReadonlyMap<string, Abilities> = new Map(),
) => {
  const stands = { connectors, tariffIds: new Map([[31, ['5-7']]]), abilities }
  const location = locationOf({ ...row, ...more }, stands, by)
  if (!location) throw new Error('something is missing')
  return location
}

test('a location has all that partners ask for, in both versions', () => {
  const location = shown([connector(32, { number: 2, type: 'CHAdeMO', powerW: 50_000 }), connector(31)])
  expect(location).toMatchObject({
    id: '7',
    country: 'DEU',
    coordinates: { latitude: '54.100000', longitude: '-12.123457' },
    facilities: ['WIFI', 'RESTAURANT'],
    helpPhone: '+49 30 1',
    openingTimes: { twentyfourseven: true, regularHours: [] },
    evses: [
      {
        uid: '31',
        evseId: 'DE*STM*E31',
        status: 'AVAILABLE',
        physicalReference: '12',
        capabilities: expect.arrayContaining(['START_SESSION_CONNECTOR_REQUIRED']),
        connectors: [
          { id: '2', standard: 'CHADEMO', maxVoltage: 500, maxAmperage: 100, tariffIds: [] },
          { id: '1', standard: 'IEC_62196_T2_COMBO', maxVoltage: 920, maxAmperage: 164, tariffIds: ['5-7'] },
        ],
      },
    ],
  })
  expect(location).not.toHaveProperty('postalCode')
  for (const version of ocpiVersions) {
    const { location: codec } = codecOf(version)
    expect(read(codec, write(codec, location)).ok).toBe(true)
  }
})

describe('how an EVSE is', () => {
  test.each<[string, Partial<ListedConnector>[], string]>([
    ['free', [{}], 'AVAILABLE'],
    ['busy at one of its connectors', [{}, { ocppStatus: 'Charging' }], 'CHARGING'],
    ['reserved', [{ ocppStatus: 'Reserved' }], 'RESERVED'],
    ['reserved, as far as is known', [{ ocppStatus: 'Reserved', online: false }], 'UNKNOWN'],
    ['without a connection', [{ online: false }], 'UNKNOWN'],
    ['faulted', [{ ocppStatus: 'Faulted' }], 'OUTOFORDER'],
    ['faulted at one connector', [{ ocppStatus: 'Faulted' }, {}], 'AVAILABLE'],
    ['switched off', [{ operational: false }], 'INOPERATIVE'],
    ['selling nothing', [{ paused: true }], 'INOPERATIVE'],
    ['under maintenance', [{ maintenanceUntil: new Date(0) }], 'INOPERATIVE'],
  ])('%s', (_, connectors, status) => {
    const [evse] = shown(
      connectors.map((more, nth) => connector(31 + nth, { number: nth + 1, ...more })),
    ).evses
    expect(evse?.status).toBe(status)
  })
})

test.each([
  [
    { current: 'AC', powerW: 3680, type: 'Type 2' },
    { powerType: 'AC_1_PHASE', maxAmperage: 16, format: 'SOCKET' },
  ],
  [
    { current: 'AC', powerW: 7400, type: 'Type 2' },
    { powerType: 'AC_1_PHASE', maxAmperage: 32, format: 'SOCKET' },
  ],
  [
    { current: 'AC', powerW: 7401, type: 'Type 1' },
    { powerType: 'AC_3_PHASE', maxAmperage: 11, format: 'CABLE' },
  ],
  [
    { current: 'AC', powerW: 22_000, type: 'Type 2' },
    { powerType: 'AC_3_PHASE', maxAmperage: 32, format: 'SOCKET' },
  ],
  [
    { current: 'DC', powerW: 100_000, type: 'Type 2' },
    { powerType: 'DC', maxAmperage: 200, format: 'CABLE' },
  ],
  [
    { current: 'DC', powerW: 100_001, type: 'CCS 2' },
    { powerType: 'DC', maxAmperage: 109, format: 'CABLE' },
  ],
] as const)('%j', (own, expected) => {
  const [evse] = shown([connector(31, own)]).evses
  expect(evse?.connectors[0]).toMatchObject({ ...expected, maxElectricPower: own.powerW })
})

test('hours over midnight are two', () => {
  const { openingTimes } = shown([connector(31)], {
    opening_hours: [
      { day: 6, opens_at: '2200', closes_at: '0230' },
      { day: 1, opens_at: '0800', closes_at: '2400' },
      { day: 2, opens_at: '0900', closes_at: '0000' },
    ],
  })
  expect(openingTimes).toMatchObject({
    twentyfourseven: false,
    regularHours: [
      { weekday: 1, periodBegin: '08:00', periodEnd: '23:59' },
      { weekday: 2, periodBegin: '09:00', periodEnd: '23:59' },
      { weekday: 6, periodBegin: '22:00', periodEnd: '23:59' },
      { weekday: 7, periodBegin: '00:00', periodEnd: '02:30' },
    ],
  })
})

test('pictures have whole addresses', () => {
  const sizes = [
    { width: 320, url: '/files/a-320.webp' },
    { width: 1600, url: '/files/a.webp' },
  ]
  const { images } = shown([connector(31)], { photos: [{ id: 1, caption: '', sizes }] } as never)
  expect(images).toEqual([
    {
      url: 'https://net.example/files/a.webp',
      thumbnail: 'https://net.example/files/a-320.webp',
      category: 'LOCATION',
      type: 'webp',
    },
  ])
})

test('what lacks a point, a country or a connector is not shown', () => {
  expect(missingOf(row, 1)).toEqual([])
  expect(missingOf({ ...row, lat: null, country: 'Atlantis' }, 0)).toEqual(['point', 'country', 'connectors'])
  const stands = { connectors: [connector(31)], tariffIds: new Map(), abilities: new Map() }
  expect(locationOf({ ...row, country: 'Atlantis' }, stands, by)).toBeUndefined()
  expect(locationOf({ ...row, lng: null }, stands, by)).toBeUndefined()
  expect(locationOf(row, { ...stands, connectors: [] }, by)).toBeUndefined()
})

test.each([
  ['Россия', 'RUS'],
  ['Deutschland', 'DEU'],
  [' germany ', 'DEU'],
  ['ru', 'RUS'],
  ['KAZ', 'KAZ'],
  ['Atlantis', undefined],
])('the country %s', (name, code) => {
  expect(countryCodeOf(name)).toBe(code)
})

test('an EVSE says what partners may ask of it, as far as its station says what it can do', () => {
  const capabilities = (own: ListedConnector, abilities?: Abilities) =>
    shown([own], {}, new Map(abilities ? [['S-1', abilities]] : [])).evses[0]?.capabilities
  const always = ['REMOTE_START_STOP_CAPABLE', 'RFID_READER']
  const cable = connector(1)
  expect(capabilities(cable)).toEqual([...always, 'CHARGING_PROFILE_CAPABLE'])
  expect(capabilities(cable, { profiles: false, reservations: false })).toEqual(always)
  expect(capabilities(cable, { profiles: true, reservations: true })).toEqual([
    ...always,
    'CHARGING_PROFILE_CAPABLE',
    'RESERVABLE',
  ])
  // a driver's own cable can be locked in, the station's cannot
  const socket = connector(1, { type: 'Type 2', current: 'AC', powerW: 22_000 })
  expect(capabilities(socket, { profiles: false, reservations: null })).toEqual([...always, 'UNLOCK_CAPABLE'])
})
