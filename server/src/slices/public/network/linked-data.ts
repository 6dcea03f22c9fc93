import type { NetworkPlace, PublicLocation } from '@stationmaster/contract'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const clock = (hhmm: string) => `${hhmm.slice(0, 2)}:${hhmm.slice(2)}`
/** the most locations in a list */
const listedMost = 1000

const addressOf = (id: number, publicUrl: string | null) =>
  publicUrl ? new URL(`/network/${id}`, publicUrl).href : `/network/${id}`

/** A location in schema.org terms, for search engines. */
export function placeOf({ location, currency, tariffs }: NetworkPlace, publicUrl: string | null): object {
  const { coordinates, opening_hours: periods, photos, rating, reviews } = location
  const url = addressOf(location.id, publicUrl)
  return {
    '@context': 'https://schema.org',
    '@type': 'AutomotiveBusiness',
    '@id': url,
    url,
    name: location.name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: location.street,
      postalCode: location.postal_code,
      addressLocality: location.city,
      addressCountry: location.country,
    },
    ...(coordinates && {
      geo: { '@type': 'GeoCoordinates', latitude: coordinates.lat, longitude: coordinates.lng },
    }),
    openingHoursSpecification: (
      periods ?? days.map((_, day) => ({ day, opens_at: '0000', closes_at: '2359' }))
    ).map(({ day, opens_at, closes_at }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days[day],
      opens: clock(opens_at),
      closes: closes_at === '2400' ? '23:59' : clock(closes_at),
    })),
    ...(photos.length > 0 && {
      image: photos.map((photo) => (publicUrl ? new URL(photo.url, publicUrl).href : photo.url)),
    }),
    ...(rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: reviews },
    }),
    amenityFeature: location.features.map((name) => ({
      '@type': 'LocationFeatureSpecification',
      name,
      value: true,
    })),
    makesOffer: tariffs.map(({ tariff }) => ({
      '@type': 'Offer',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: tariff / 100,
        priceCurrency: currency,
        unitCode: 'KWH',
      },
    })),
  }
}

/** The locations of the network with the addresses of their pages. */
export const listOf = (locations: readonly PublicLocation[], publicUrl: string | null): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: locations.length,
  itemListElement: locations.slice(0, listedMost).map(({ id, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: addressOf(id, publicUrl),
  })),
})
