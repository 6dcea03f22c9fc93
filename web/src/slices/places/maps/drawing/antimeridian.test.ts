import { feature } from 'topojson-client'
import { expect, test } from 'vitest'
import file from 'world-atlas/countries-50m.json?raw'
import { unbroken } from './antimeridian.ts'

type Ring = [number, number][]

const world = JSON.parse(file) as Parameters<typeof feature>[0]
const countries = feature(
  world,
  world.objects.countries as Extract<(typeof world.objects)[string], { type: 'GeometryCollection' }>,
).features.map(({ properties, geometry }) => ({
  name: (properties as { name: string }).name,
  rings: ((all) => all.flat() as Ring[])(
    ((one) => (one.type === 'Polygon' ? [one.coordinates] : one.coordinates) as Ring[][])(
      unbroken(geometry as { type: string; coordinates: Ring[] | Ring[][] }),
    ),
  ),
}))

/** Whether a point lies within the rings, however they are nested. */
const holds = (rings: Ring[], [x, y]: [number, number]) =>
  rings
    .flatMap((ring) => ring.slice(1).map((to, index) => [ring[index]!, to] as const))
    .filter(([from, to]) => from[1] > y !== to[1] > y)
    .filter(([from, to]) => x < ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]) + from[0]).length %
    2 ===
  1
const landAt = (point: [number, number]) =>
  countries.filter(({ rings }) => holds(rings, point)).map(({ name }) => name)

test.each<[string, [number, number], string[]]>([
  ['the White Sea is sea', [37.4, 65.4], []],
  ['the Greenland Sea is sea', [0, 68], []],
  ['Lapland is land', [27, 67], ['Finland']],
  ['Yakutia is land', [120, 67], ['Russia']],
  ['Chukotka is land past 180°', [182, 67], ['Russia']],
  ['Alaska is not Russia', [-150, 66], ['United States of America']],
])('%s', (_, point, names) => expect(landAt(point)).toEqual(names))

test('no ring jumps but the one around the pole', () => {
  const jumps = countries.filter(({ rings }) =>
    rings.some((ring) => ring.some(([x], index) => Math.abs(x - (ring[index - 1]?.[0] ?? x)) > 180)),
  )
  expect(jumps.map(({ name }) => name)).toEqual(['Antarctica'])
})
