import { maps } from '@stationmaster/contract'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { gazetteer } from './gazetteer.ts'
import { either, type Geocoder } from './geocoder.ts'
import { nominatim } from './nominatim.ts'
import { loadTowns, nameIn } from './towns.ts'

/** The geocoder at an URL with ours behind it, or ours alone. */
export const openGeocoder = (url: string | null, onFailure: (error: unknown) => void): Geocoder =>
  url === null ? gazetteer : either(nominatim(url), gazetteer, onFailure)

export function mapRoutes(rest: Rest, parts: { geocoder: Geocoder; tilesUrl: string | null }): void {
  route(rest, maps.settings, async () => ({ tiles_url: parts.tilesUrl }))

  route(rest, maps.towns, async ({ query: { limit, language, ...bounds } }) =>
    (await loadTowns()).within(bounds, limit).map((town) => ({
      name: nameIn(town, language),
      population: town.population,
      coordinates: { lat: town.lat, lng: town.lng },
    })),
  )

  route(rest, maps.geocode, async ({ query: { address, latlng, language } }) => {
    if (address !== undefined) return (await parts.geocoder.forward(address, language)) ?? null
    const [lat = Number.NaN, lng = Number.NaN] = (latlng ?? '').split(',').map(Number)
    if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180))
      throw new Failure('request.invalid', [{ path: 'latlng', message: 'There is no such place.' }])
    return (await parts.geocoder.reverse({ lat, lng }, language)) ?? null
  })
}
