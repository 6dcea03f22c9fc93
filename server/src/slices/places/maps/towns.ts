import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { Language } from '@stationmaster/contract'
import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'

/** A town of the gazetteer (GeoNames, CC BY 4.0). */
export interface Town {
  name: string
  german: string
  /** empty where none is known */
  russian: string
  /** ISO 3166-1 alpha-2 */
  country: string
  lat: number
  lng: number
  population: number
  timeZone: string
}

/** The towns that we know, found by name and by place. */
export interface Towns {
  all: readonly Town[]
  /** Towns of a name in any of its spellings, the largest first. */
  named(name: string): readonly Town[]
  /** The town that a point belongs to; none when all are farther than 50 km. */
  nearest(lat: number, lng: number): Town | undefined
  /** The largest towns within some bounds, in degrees; west may be east of east, across the date line. */
  within(bounds: { west: number; south: number; east: number; north: number }, limit: number): Town[]
}

const file = new URL('../../../../gazetteer/towns.tsv', import.meta.url)

/** Spellings that people do not tell apart: case, accents, ё and е, ß and ss, hyphens. */
export const plain = (name: string): string =>
  /^[A-Za-z]+$|^[А-Яа-я]+$/.test(name) ? name.toLowerCase() : spelledOut(name)

const spelledOut = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    // й stays what it is: its breve is no accent
    .replaceAll(/и\u0306/g, 'й')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The name in a language, the Latin one where there is none. */
export const nameIn = (town: Town, language: Language): string =>
  (language === 'ru' ? town.russian : language === 'de' ? town.german : '') || town.name

/** How far a town reaches, in km: people live about 3,000 to a square kilometre. */
const radiusKm = ({ population }: Town): number => Math.sqrt(Math.max(population, 1) / 3000 / Math.PI)

const farthestKm = 50
const large = 100_000

let known: Promise<Towns> | undefined

/** The gazetteer of 30,000 towns, read at its first use, a little at a time: stations' sockets never wait for it. */
export function loadTowns(): Promise<Towns> {
  known ??= readFile(file, 'utf8').then(read).then(index)
  return known
}

/** How much is read at once: a few milliseconds' work. */
const piece = 1000

async function read(text: string): Promise<Town[]> {
  const [, zoneLine = '', ...lines] = text.trimEnd().split('\n')
  const zones = zoneLine.split(' ')
  const towns: Town[] = []
  for (const line of lines) {
    const [name = '', german = '', russian = '', country = '', lat, lng, population, zone] = line.split('\t')
    towns.push({
      name,
      german: german || name,
      russian,
      country,
      lat: Number(lat),
      lng: Number(lng),
      population: Number(population),
      timeZone: zones[Number(zone)] ?? 'UTC',
    })
    if (towns.length % piece === 0) await setImmediate()
  }
  return towns
}

function tree(towns: readonly Town[]): KDBush {
  const built = new KDBush(towns.length)
  for (const { lng, lat } of towns) built.add(lng, lat)
  built.finish()
  return built
}

async function index(all: Town[]): Promise<Towns> {
  const names = new Map<string, Town[]>()
  for (const [place, town] of all.entries()) {
    if (place % piece === 0) await setImmediate()
    for (const name of new Set([town.name, town.german, town.russian].map(plain))) {
      const same = names.get(name)
      if (same) same.push(town)
      else if (name !== '') names.set(name, [town])
    }
  }
  const every = tree(all)
  const cities = all.filter(({ population }) => population >= large)
  const largest = tree(cities)
  return {
    all,
    named: (name) => names.get(plain(name)) ?? [],
    nearest: (lat, lng) => {
      // the trees answer indexes of their lists
      const beside = around(every, lng, lat, 20, farthestKm).map((id) => all[id]!)
      const around50 = around(largest, lng, lat, 20, farthestKm).map((id) => cities[id]!) // an index of `cities`
      const off = (town: Town) => distance(lng, lat, town.lng, town.lat) - radiusKm(town)
      return [...beside, ...around50].toSorted((a, b) => off(a) - off(b))[0]
    },
    within: ({ west, south, east, north }, limit) => {
      const spans: [number, number][] =
        west <= east
          ? [[west, east]]
          : [
              [west, 180],
              [-180, east],
            ]
      const ids = spans.flatMap(([from, to]) => every.range(from, south, to, north))
      // the file is sorted by population, so a lower id is a larger town
      return ids
        .toSorted((a, b) => a - b)
        .slice(0, limit)
        .map((id) => all[id]!) // an index of `all`
    },
  }
}
