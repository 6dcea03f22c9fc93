import type { PublicLocation, PublicTariff } from '@stationmaster/contract'
import type { Publisher } from './facilities.ts'
import { statusOf, tableOf } from './publication.ts'
import { siteOf } from './sites.ts'
import { siteStatusOf } from './statuses.ts'
import { xmlOf } from './xml.ts'

const connector: PublicLocation['evses'][number]['connectors'][number] = {
  id: 11,
  number: 1,
  type: 'CCS 2',
  current: 'DC',
  power: 150,
  status: 'available',
  tariff_id: 7,
}
const evse: PublicLocation['evses'][number] = {
  uid: '11',
  station_number: 5,
  number: 1,
  status: 'available',
  maintenance_until: null,
  connectors: [connector, { ...connector, id: 12, number: 2, type: 'GB/T AC', current: 'AC', power: 22 }],
}
const idle = {
  grace_minutes: 10,
  block_minutes: 5,
  block_amount: 2550,
  cap_amount: 100_000,
  night_from: '22:00',
  night_to: '07:00',
}
export const location: PublicLocation = {
  id: 4,
  name: 'Pier & "Quay" <1>',
  country: 'RU',
  city: 'Tver',
  street: 'Quay 1',
  postal_code: '170100',
  coordinates: { lat: 56.8, lng: 35.9 },
  time_zone: 'Europe/Moscow',
  opening_hours: [
    { day: 1, opens_at: '0830', closes_at: '2015' },
    { day: 2, opens_at: '0830', closes_at: '2015' },
    { day: 6, opens_at: '2200', closes_at: '0200' },
    { day: 0, opens_at: '1000', closes_at: '2400' },
  ],
  cashback_percent: 0,
  free_parking: false,
  height_limit_cm: 350,
  features: ['wheelchair', 'barrier', 'lit', 'toilets', 'food', 'wifi'],
  photos: [{ id: 1, url: '/pictures/1', caption: '', sizes: [] }],
  rating: null,
  reviews: 0,
  idle,
  evses: [
    evse,
    {
      ...evse,
      uid: '13',
      number: 2,
      status: 'busy',
      connectors: [{ ...connector, id: 13, tariff_id: null }],
    },
    { ...evse, uid: '21', station_number: 6, status: 'offline', connectors: [{ ...connector, id: 21 }] },
    {
      ...evse,
      uid: '31',
      station_number: 7,
      status: 'offline',
      maintenance_until: '2026-11-30T00:00:00.000Z',
      connectors: [{ ...connector, id: 31, tariff_id: 7 }],
    },
  ],
}
const component = (dimension: 'energy' | 'time' | 'flat' | 'idle', price: number) => ({
  dimension,
  price,
  step_size: 1,
})
const tariff: PublicTariff = {
  id: 7,
  tariff: 1750,
  rate: 0,
  start_fee: 1000,
  varies: true,
  discount: 10,
  min_price: 5000,
  max_price: null,
  elements: [
    {
      components: [component('energy', 1750.5)],
      restrictions: {
        start_time: '21:00',
        end_time: '06:00',
        days_of_week: [1, 0],
        start_date: '2026-01-01',
        min_wh: 10_000,
        max_wh: 20_500,
        min_power_w: 50_000,
        min_duration_seconds: 600,
      },
    },
    {
      components: [component('energy', 2000), component('time', 100), component('flat', 1000)],
      restrictions: null,
    },
  ],
  idle: null,
}
const publisher: Publisher = {
  party: { countryCode: 'RU', partyId: 'STM', name: 'Station Master', website: 'https://example.org/' },
  supportPhone: '+7 800 100',
  publicUrl: 'https://example.org',
}
const pricing = { currency: 'RUB', begins: new Map([[7, new Date('2026-02-01T00:00:00Z')]]) }
const time = new Date('2026-11-01T12:00:00Z')

const siteText = (place = location, by = publisher) =>
  xmlOf('aegi:energyInfrastructureSite', siteOf({ location: place, tariffs: [tariff] }, by, pricing))
export const tableText = (place = location, by = publisher) =>
  tableOf([siteText(place, by)], 'v1', by)
    .parts(time)
    .join('')
export const statusText = (place = location) =>
  statusOf([xmlOf('aegi:energyInfrastructureSiteStatus', siteStatusOf(place))], 'v1', publisher)
    .parts(time)
    .join('')
