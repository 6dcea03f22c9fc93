import type { Coordinates, GeocodeResult, Language } from '@stationmaster/contract'
import { z } from 'zod'
import type { Geocoder } from './geocoder.ts'
import { loadTowns } from './towns.ts'

/** An answer of the Nominatim API, version 5 (https://nominatim.org/release-docs/latest/api/Output/), as far as we read it. */
const found = z.object({
  lat: z.coerce.number().min(-90).max(90),
  lon: z.coerce.number().min(-180).max(180),
  display_name: z.string().default(''),
  address: z.record(z.string(), z.unknown()).default({}),
})
type Found = z.infer<typeof found>

const timeoutMs = 5000
const mostBytes = 256 * 1024

/**
 * A geocoder behind the Nominatim API at `baseUrl`, the only host that is ever called: redirects are refused, and so is an answer
 * that takes longer than 5 s or is larger than 256 KiB.
 */
export function nominatim(baseUrl: string): Geocoder {
  const ask = async (path: string, query: Record<string, string>, language: Language): Promise<unknown> => {
    const url = new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)
    const all = { ...query, format: 'jsonv2', addressdetails: '1', 'accept-language': language }
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
    const answer = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'user-agent': 'Stationmaster' },
    })
    const text = await readAtMost(answer, mostBytes)
    if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}.`)
    return JSON.parse(text)
  }
  return {
    forward: async (address, language) => {
      const [first] = z.array(found).parse(await ask('search', { q: address, limit: '1' }, language))
      return first && resultOf(first)
    },
    reverse: async ({ lat, lng }, language) => {
      const answer = await ask('reverse', { lat: String(lat), lon: String(lng) }, language)
      if (z.object({ error: z.string() }).safeParse(answer).success) return undefined
      return resultOf(found.parse(answer), { lat, lng })
    },
  }
}

async function readAtMost(answer: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new Error('The geocoder answered too much.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function resultOf(
  { lat, lon, display_name, address }: Found,
  point?: Coordinates,
): Promise<GeocodeResult> {
  const first = (...keys: string[]): string =>
    keys
      .map((key) => address[key])
      .find((value): value is string => typeof value === 'string' && value !== '') ?? ''
  const house = first('house_number')
  const road = first('road', 'pedestrian', 'footway', 'square', 'neighbourhood')
  const coordinates = point ?? { lat, lng: lon }
  return {
    address: display_name,
    country: first('country'),
    city: first('city', 'town', 'village', 'hamlet', 'municipality', 'county'),
    street: [road, house].filter(Boolean).join(' '),
    postal_code: first('postcode'),
    coordinates,
    accuracy: house ? 'house' : road ? 'street' : 'town',
    time_zone: (await loadTowns()).nearest(coordinates.lat, coordinates.lng)?.timeZone ?? '',
  }
}
