import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../platform/http/caller.ts'
import type { LocationRow, MarkerRow } from './store.ts'
import { type LocationStations, markerOf, viewOf } from './view.ts'

const standing: LocationStations = {
  stations: 2,
  connectors: ['available', 'busy'],
  evse_statuses: { available: 1, busy: 1, faulted: 0 },
  types: ['CCS 2'],
  powerW: 150_000,
}

describe('a location on the map', () => {
  const row = { id: 7, name: 'Yard', lat: 56.8, lng: 35.9 } as unknown as MarkerRow

  test('has its place, its types and its power in kW', () => {
    expect(markerOf(row, standing)).toEqual({
      id: 7,
      name: 'Yard',
      coordinates: { lat: 56.8, lng: 35.9 },
      status: 'available',
      evse_statuses: standing.evse_statuses,
      types: ['CCS 2'],
      power: 150,
    })
  })

  test('without stations has nothing', () => {
    expect(markerOf(row, undefined)).toMatchObject({
      status: 'offline',
      evse_statuses: { available: 0, busy: 0, faulted: 0 },
      types: [],
      power: 0,
    })
  })

  test.each([
    [1, 5, 0, 'available'],
    [0, 1, 5, 'busy'],
    [0, 0, 1, 'offline'],
    [0, 0, 0, 'offline'],
  ])('with %i EVSEs free, %i busy and %i faulted is %s', (available, busy, faulted, status) => {
    expect(markerOf(row, { ...standing, evse_statuses: { available, busy, faulted } }).status).toBe(status)
  })
})

describe('a location', () => {
  const row = {
    id: 7,
    name: 'Yard',
    lat: 56.8,
    lng: 35.9,
    time_zone: 'Europe/Moscow',
    opening_hours: null,
    photos: [{ id: 1, caption: null, sizes: [{ url: '/a-320.webp' }, { url: '/a-1280.webp' }] }],
  } as unknown as LocationRow
  const caller = (role: Caller['role']): Caller => ({ id: 1, role, ownerId: null, email: 'a@b.example' })
  const now = new Date('2026-03-10T09:00:00Z')
  const around = { stations: standing, services: [], needsPro: true }
  const view = (changes: Partial<LocationRow> = {}, role: Caller['role'] = 'administrator') =>
    viewOf(caller(role), { ...row, ...changes }, around, now)

  test('is shown with what stands there', () => {
    const { can: _can, photos, ...shown } = view()
    expect(photos.map(({ url }) => url)).toEqual(['/a-1280.webp'])
    expect(shown).toEqual({
      id: 7,
      name: 'Yard',
      time_zone: 'Europe/Moscow',
      coordinates: { lat: 56.8, lng: 35.9 },
      opening_hours: { open_now: true, periods: [] },
      evse_statuses: standing.evse_statuses,
      number_of_stations: 2,
      connectors: [{ status: 'available' }, { status: 'busy' }],
      services: [],
      needs_pro: true,
    })
  })

  test('without stations has none', () => {
    expect(viewOf(caller('administrator'), row, { ...around, stations: undefined }, now)).toMatchObject({
      evse_statuses: { available: 0, busy: 0, faulted: 0 },
      number_of_stations: 0,
      connectors: [],
    })
  })

  test('has a place only where both coordinates are known', () => {
    expect(view({ lat: null }).coordinates).toBeNull()
    expect(view({ lng: null }).coordinates).toBeNull()
    expect(view({ lat: 0, lng: 0 }).coordinates).toEqual({ lat: 0, lng: 0 })
  })

  test('is closed outside of its hours', () => {
    expect(view({ opening_hours: [] }).opening_hours).toEqual({ open_now: false, periods: [] })
  })

  test('may be changed by the roles that the calls name', () => {
    const all = { edit: true, delete: true, price: true, add_station: true, add_photo: true, sell: true }
    expect(view().can).toEqual(all)
    expect(Object.values(view({}, 'accounter').can)).toEqual(Object.values(all).map(() => false))
  })
})
