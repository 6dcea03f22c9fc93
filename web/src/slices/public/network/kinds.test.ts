import type { PublicEvse } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { kindsOf } from './kinds.ts'

const plain = {
  country: '',
  city: '',
  street: '',
  postal_code: '',
  time_zone: 'UTC',
  photos: [],
  features: [],
}
const evse = (status: PublicEvse['status'], ...connectors: PublicEvse['connectors']): PublicEvse => ({
  uid: '1',
  station_number: 7,
  number: 1,
  status,
  maintenance_until: null,
  connectors,
})
const connector = (type: 'CCS 2' | 'CHAdeMO', status: PublicEvse['status']) => ({
  id: 1,
  number: 1,
  type,
  current: 'DC' as const,
  power: 100,
  status,
  tariff_id: null,
})

test('a kind has as many free as connectors of it are, whatever its EVSE has beside', () => {
  const location = {
    ...plain,
    id: 1,
    name: 'Twin',
    coordinates: null,
    opening_hours: null,
    cashback_percent: 0,
    free_parking: false,
    height_limit_cm: null,
    rating: null,
    reviews: 0,
    idle: null,
    evses: [evse('available', connector('CCS 2', 'available'), connector('CHAdeMO', 'offline'))],
  }
  const counts = kindsOf({ location, tariffs: [] }).map((kind) => [kind.type, kind.available, kind.count])
  expect(counts).toEqual([
    ['CCS 2', 1, 1],
    ['CHAdeMO', 0, 1],
  ])
})
