import type { StyleSpecification } from 'maplibre-gl'
import type { World } from './world.ts'

export type Scheme = 'light' | 'dark'

/** The base map's colours, matching the screens around it. */
const tones = {
  light: { sea: '#dfe5ec', land: '#f6f7f9', border: '#b4bcc9', grid: '#d0d8e2' },
  dark: { sea: '#0b0e12', land: '#171d25', border: '#36414f', grid: '#1a212b' },
} as const

export const labelTones = {
  light: { text: '#3b4554', halo: '#f6f7f9', dot: '#6a7485' },
  dark: { text: '#c5cedb', halo: '#171d25', dot: '#8793a7' },
} as const

/** Lines every ten degrees, so that an empty part of the map still shows where it is. */
const graticule = {
  type: 'FeatureCollection' as const,
  features: [
    ...Array.from({ length: 36 }, (_, index) => line([-180 + index * 10, -80], [-180 + index * 10, 80])),
    ...Array.from({ length: 17 }, (_, index) => line([-180, -80 + index * 10], [180, -80 + index * 10])),
  ],
}

function line(...coordinates: [number, number][]) {
  return {
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'LineString' as const, coordinates },
  }
}

const naturalEarth = '© <a href="https://www.geonames.org">GeoNames</a> (CC BY 4.0), Natural Earth'

/** The map beneath the markers: land and borders of our own, and street tiles over them where a template is given. */
export function styleOf(world: World, scheme: Scheme, tilesUrl: string | null): StyleSpecification {
  const { sea, land, border, grid } = tones[scheme]
  const tiles: StyleSpecification = {
    version: 8,
    sources: tilesUrl === null ? {} : { tiles: { type: 'raster', tiles: [tilesUrl], tileSize: 256 } },
    layers: tilesUrl === null ? [] : [{ id: 'tiles', type: 'raster', source: 'tiles' }],
  }
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: world.land, attribution: naturalEarth },
      borders: { type: 'geojson', data: { type: 'Feature', properties: {}, geometry: world.borders } },
      graticule: { type: 'geojson', data: graticule },
      ...tiles.sources,
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'graticule', type: 'line', source: 'graticule', paint: { 'line-color': grid, 'line-width': 1 } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land } },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': border, 'line-width': 1 } },
      ...tiles.layers,
    ],
  }
}

/** Whether the configured address is a template for raster tiles; else it is that of a whole style. */
export const isTemplate = (tilesUrl: string): boolean => tilesUrl.includes('{z}')
