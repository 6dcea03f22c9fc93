import type { MapMarker } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { distanceKm, found, type MapFilters, readMapFilters } from './marker-filter.ts'
import { merged } from './markers-query.ts'

const marker = (id: number, more: Partial<MapMarker> = {}): MapMarker => ({
  id,
  name: `Place ${id}`,
  country: 'Russia',
  city: 'Tver',
  street: 'Sovetskaya 1',
  coordinates: { lat: 56.86, lng: 35.9 },
  status: 'available',
  evse_statuses: { available: 1, busy: 0, faulted: 0 },
  types: ['Type 2'],
  power: 22,
  cashback_percent: 0,
  free_parking: false,
  height_limit_cm: null,
  features: [],
  ...more,
})
const ids = (markers: MapMarker[]) => markers.map(({ id }) => id)

test('markers are found by words of name and address, type, power and status together', () => {
  const markers = [
    marker(1),
    marker(2, { types: ['CCS 2'], power: 150, status: 'busy' }),
    marker(3, { city: 'Kazan', power: 50 }),
  ]
  expect(ids(found(markers, {}))).toEqual([1, 2, 3])
  expect(ids(found(markers, { q: ' kazan  place' }))).toEqual([3])
  expect(ids(found(markers, { type: 'CCS 2' }))).toEqual([2])
  expect(ids(found(markers, { power: 50 }))).toEqual([2, 3])
  expect(ids(found(markers, { power: 51, status: 'busy' }))).toEqual([2])
  // one EVSE of several: the marker has the status of the others
  const broken = { ...markers[0]!, evse_statuses: { available: 1, busy: 0, faulted: 1 } }
  expect(ids(found([broken, ...markers.slice(1)], { status: 'faulted' }))).toEqual([broken.id])
  expect(ids(found(markers, { status: 'offline' }))).toEqual([])
})

test('markers are found by what is at their place, and by who comes in', () => {
  const markers = [
    marker(1, { features: ['barrier', 'roofed'], height_limit_cm: 210 }),
    marker(2, { features: ['lit'], free_parking: true, height_limit_cm: 300 }),
    marker(3, { features: ['roofed', 'lit'], cashback_percent: 5 }),
  ]
  const left = (filters: MapFilters) => ids(found(markers, filters))
  expect(left({ with: ['roofed'] })).toEqual([1, 3])
  expect(left({ with: ['roofed', 'no_barrier'] })).toEqual([3])
  expect(left({ with: ['free_parking', 'lit'] })).toEqual([2])
  expect(left({ with: ['cashback'] })).toEqual([3])
  expect(left({ height: 210 })).toEqual([1, 2, 3])
  expect(left({ height: 250 })).toEqual([2, 3])
  const { with: required, height } = readMapFilters({ with: 'lit,barrier,roofed,pool', height: '250' })
  expect([required, height]).toEqual([['roofed', 'lit'], 250])
})

test('filters are read out of the address, and what makes no sense is left out', () => {
  expect(readMapFilters({ q: ' a ', type: 'CCS 2', power: '50', status: 'busy', location: '7' })).toEqual({
    q: 'a',
    type: 'CCS 2',
    power: 50,
    status: 'busy',
    location: 7,
    with: undefined,
    height: undefined,
  })
  expect(readMapFilters({ type: 'Plug', power: 'x', status: 'broken', location: '-1' })).toEqual({
    q: undefined,
    type: undefined,
    power: undefined,
    status: undefined,
    location: undefined,
    with: undefined,
    height: undefined,
  })
})

test('markers that were read anew take their places; new ones come last, deleted ones go', () => {
  const known = [marker(1), marker(2), marker(3)]
  const fresh = [marker(2, { status: 'busy' }), marker(9)]
  const now = merged(known, fresh, [2, 3, 9])
  expect(now.map(({ id, status }) => [id, status])).toEqual([
    [1, 'available'],
    [2, 'busy'],
    [9, 'available'],
  ])
})

test('Moscow is 633 km from Saint Petersburg', () => {
  const far = distanceKm({ lat: 55.7558, lng: 37.6173 }, { lat: 59.9343, lng: 30.3351 })
  expect(Math.round(far)).toBe(633)
})
