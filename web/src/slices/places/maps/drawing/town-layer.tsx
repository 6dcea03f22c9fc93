import { useQuery } from '@tanstack/react-query'
import { Layer, Source, useMap } from '@vis.gl/react-maplibre'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../../i18n/use-format.ts'
import { type Bounds, townsQuery } from '../maps-queries.ts'
import { labelTones, type Scheme } from './map-style.ts'

const shownMost = 80

/** The largest towns of the part of the map that is shown, by name. */
export function TownLayer({ scheme }: { scheme: Scheme }) {
  const { language } = useFormat()
  const towns = useQuery(townsQuery(useBounds(), shownMost, language))
  const { text, halo, dot } = labelTones[scheme]
  return (
    <Source
      id="towns"
      type="geojson"
      data={{
        type: 'FeatureCollection',
        features: (towns.data ?? []).map(({ name, population, coordinates: { lat, lng } }) => ({
          type: 'Feature',
          properties: { name, population },
          geometry: { type: 'Point', coordinates: [lng, lat] },
        })),
      }}
    >
      <Layer
        id="town-dots"
        type="circle"
        paint={{
          'circle-color': dot,
          'circle-radius': ['interpolate', ['linear'], ['get', 'population'], 0, 1.5, 1_000_000, 3.5],
        }}
      />
      <Layer
        id="town-names"
        type="symbol"
        layout={{
          'text-field': ['get', 'name'],
          'text-font': ['Inter Variable', 'Segoe UI', 'sans-serif'],
          'text-size': ['interpolate', ['linear'], ['get', 'population'], 0, 11, 1_000_000, 14],
          'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
          'text-radial-offset': 0.5,
          'symbol-sort-key': ['-', 0, ['get', 'population']],
        }}
        paint={{ 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.4 }}
      />
    </Source>
  )
}

const round = (degrees: number) => Math.round(degrees * 1000) / 1000
const within = (degrees: number) => ((degrees + 540) % 360) - 180

/** The visible part of the map, once it has stopped moving. */
function useBounds(): Bounds | undefined {
  const { current: map } = useMap()
  const [bounds, setBounds] = useState<Bounds>()
  useEffect(() => {
    if (!map) return
    const look = () => {
      const seen = map.getBounds()
      const whole = seen.getEast() - seen.getWest() >= 360
      setBounds({
        west: whole ? -180 : round(within(seen.getWest())),
        east: whole ? 180 : round(within(seen.getEast())),
        south: round(Math.max(-90, seen.getSouth())),
        north: round(Math.min(90, seen.getNorth())),
      })
    }
    look()
    map.on('moveend', look)
    return () => void map.off('moveend', look)
  }, [map])
  return bounds
}
