import type { Coordinates, GeocodeResult, Language } from '@stationmaster/contract'
import { languages } from '@stationmaster/contract'
import type { Geocoder } from './geocoder.ts'
import { loadTowns, nameIn, plain, type Town, type Towns } from './towns.ts'

/** The geocoder that needs no network: it knows towns, no streets. */
export const gazetteer: Geocoder = {
  forward: async (address, language) => {
    const town = findTown(await loadTowns(), address)
    return town && resultOf(town, { lat: town.lat, lng: town.lng }, language)
  },
  reverse: async (point, language) => {
    const town = (await loadTowns()).nearest(point.lat, point.lng)
    return town && resultOf(town, point, language)
  },
}

const longestName = 4

/** The town that an address is in: a name that stands alone between commas before one among other words, then the larger one. */
function findTown({ all, named }: Towns, address: string): Town | undefined {
  const parts = address
    .split(/[,;\n]/)
    .map(plain)
    .filter(Boolean)
  const countries = parts.flatMap((part) => countriesCalled(part, all))
  const best = (names: readonly string[]): Town | undefined => {
    const found = names.flatMap((name) => named(name))
    const here = found.filter(({ country }) => countries.includes(country))
    return (countries.length > 0 ? here : found).toSorted((a, b) => b.population - a.population)[0]
  }
  return best(parts) ?? best(parts.flatMap(runsOfWords))
}

/** Neighbouring words of a text: 'town hall 1' -> town, hall, town hall... Numbers are postal codes and houses, never towns. */
function runsOfWords(text: string): string[] {
  const words = text.split(' ')
  const runs: string[] = []
  for (let from = 0; from < words.length; from++) {
    for (let length = 1; length <= longestName && from + length <= words.length; length++)
      runs.push(words.slice(from, from + length).join(' '))
  }
  return runs.filter((run) => run.length > 2 && !/^\d+$/.test(run))
}

const names = new Map(
  languages.map((language) => [language, new Intl.DisplayNames([language], { type: 'region' })]),
)

const countryIn = (code: string, language: Language): string => names.get(language)?.of(code) ?? code

let codes: Map<string, string> | undefined

function countriesCalled(name: string, all: readonly Town[]): string[] {
  codes ??= new Map(
    [...new Set(all.map(({ country }) => country))].flatMap((code) =>
      languages.map((language) => [plain(countryIn(code, language)), code] as const),
    ),
  )
  const code = codes.get(name)
  return code === undefined ? [] : [code]
}

function resultOf(town: Town, coordinates: Coordinates, language: Language): GeocodeResult {
  const city = nameIn(town, language)
  const country = countryIn(town.country, language)
  return {
    address: `${city}, ${country}`,
    country,
    city,
    street: '',
    postal_code: '',
    coordinates,
    accuracy: 'town',
    time_zone: town.timeZone,
  }
}
