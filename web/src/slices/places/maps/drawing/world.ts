import { queryOptions } from '@tanstack/react-query'
import { feature, mesh } from 'topojson-client'
import outlines from 'world-atlas/countries-50m.json?url'
import { unbroken } from './antimeridian.ts'

type Topology = Parameters<typeof feature>[0]
type Collection = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>
/** The content of the world-atlas file. */
type WorldTopology = Topology & { objects: { countries: Collection } }

async function loadWorld() {
  const world = (await (await fetch(outlines)).json()) as WorldTopology
  const { countries } = world.objects
  const land = feature(world, countries)
  return {
    land: {
      ...land,
      features: land.features.map((one) => ({ ...one, geometry: unbroken(one.geometry) })),
    },
    borders: mesh(
      world as Parameters<typeof mesh>[0],
      countries as Parameters<typeof mesh>[1],
      (one, other) => one !== other,
    ),
  }
}

export type World = Awaited<ReturnType<typeof loadWorld>>

/** Land and borders of the world (Natural Earth, 1 : 50 million), loaded once. */
export const worldQuery = queryOptions({
  queryKey: ['maps', 'world'],
  queryFn: loadWorld,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
