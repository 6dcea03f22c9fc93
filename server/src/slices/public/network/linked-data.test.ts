import type { NetworkPlace, PublicLocation } from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import { listOf, placeOf } from './linked-data.ts'

const location: PublicLocation = {
  id: 4,
  name: 'Harbour',
  country: 'RU',
  city: 'Tver',
  street: 'Quay 1',
  postal_code: '170100',
  coordinates: null,
  time_zone: 'Europe/Moscow',
  opening_hours: null,
  cashback_percent: 0,
  free_parking: true,
  height_limit_cm: null,
  features: [],
  photos: [],
  rating: null,
  reviews: 0,
  idle: null,
  evses: [],
}
const tariff = { id: 1, tariff: 1750 } as NetworkPlace['tariffs'][number]
const place = (changes: Partial<PublicLocation>, publicUrl: string | null = 'https://example.org') =>
  placeOf(
    {
      location: { ...location, ...changes },
      currency: 'RUB',
      support_phone: null,
      open_now: true,
      tariffs: [tariff],
    },
    publicUrl,
  )

describe('a location in the words of search engines', () => {
  test('names its address, its page and its price by the kilowatt-hour', () => {
    const data = place({})
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'AutomotiveBusiness',
      name: 'Harbour',
      '@id': 'https://example.org/network/4',
      url: 'https://example.org/network/4',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Quay 1',
        postalCode: '170100',
        addressLocality: 'Tver',
        addressCountry: 'RU',
      },
      makesOffer: [
        {
          '@type': 'Offer',
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price: 17.5,
            priceCurrency: 'RUB',
            unitCode: 'KWH',
          },
        },
      ],
      amenityFeature: [],
    })
    for (const unknown of ['geo', 'image', 'aggregateRating']) expect(data).not.toHaveProperty(unknown)
  })

  test('that is always open is open on each day of the week', () => {
    const hours = (dayOfWeek: string) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek,
      opens: '00:00',
      closes: '23:59',
    })
    expect(place({})).toHaveProperty(
      'openingHoursSpecification',
      ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(hours),
    )
  })

  test('that is open until midnight closes a minute before, because schema.org has no 24:00', () => {
    const opening_hours = [
      { day: 1, opens_at: '0830', closes_at: '2015' },
      { day: 6, opens_at: '1000', closes_at: '2400' },
    ]
    expect(place({ opening_hours })).toMatchObject({
      openingHoursSpecification: [
        { dayOfWeek: 'Monday', opens: '08:30', closes: '20:15' },
        { dayOfWeek: 'Saturday', opens: '10:00', closes: '23:59' },
      ],
    })
  })

  test('shows where it is, how it looks, what it has and what drivers think of it', () => {
    const photos = [{ id: 1, url: '/pictures/1', caption: '', sizes: [] }]
    const more: Partial<PublicLocation> = {
      coordinates: { lat: 56.8, lng: 35.9 },
      photos,
      rating: 4.5,
      reviews: 12,
      features: ['food'],
    }
    expect(place(more)).toMatchObject({
      geo: { '@type': 'GeoCoordinates', latitude: 56.8, longitude: 35.9 },
      image: ['https://example.org/pictures/1'],
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 12 },
      amenityFeature: [{ '@type': 'LocationFeatureSpecification', name: 'food', value: true }],
    })
    expect(place(more, null)).toMatchObject({ url: '/network/4', image: ['/pictures/1'] })
  })
})

test('a list counts all locations and names a thousand, from the first on', () => {
  const all = Array.from({ length: 1001 }, (_, i) => ({ ...location, id: i + 1, name: `Place ${i + 1}` }))
  const list = listOf(all, 'https://example.org') as { itemListElement: object[] }
  expect(list).toMatchObject({ '@context': 'https://schema.org', '@type': 'ItemList', numberOfItems: 1001 })
  expect(list.itemListElement).toHaveLength(1000)
  expect(list.itemListElement[1]).toEqual({
    '@type': 'ListItem',
    position: 2,
    name: 'Place 2',
    url: 'https://example.org/network/2',
  })
})
