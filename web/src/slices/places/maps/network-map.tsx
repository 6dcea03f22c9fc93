import { useComputedColorScheme } from '@mantine/core'
import type { MapMarker } from '@stationmaster/contract'
import { Layer, Source, useMap } from '@vis.gl/react-maplibre'
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  MapLayerMouseEvent,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { useEffect, useMemo, useRef } from 'react'
import { BaseMap } from './drawing/base-map.tsx'
import type { Point } from './points/point.ts'

/** The fields of a location that the map shows. */
type Marked = Pick<MapMarker, 'id' | 'status' | 'coordinates'>

interface NetworkMapProps {
  markers: readonly Marked[]
  /** the location whose panel is open: the map goes there */
  chosen: Marked | undefined
  /** position of the user, after a request for it */
  here: Point | null
  onChoose: (id: number) => void
  /** what the map shows, for screen readers */
  label: string
  pixelRatio?: number
}

/** Zoom of a single location (domain.md#maps-and-addresses). */
const placeZoom = 16
const hereZoom = 11
/** width of the panel over the right side of the map, px */
const panelPx = 480

/** Colours of statuses for both themes; white text is readable on each. */
const tones = { available: '#0f7a41', busy: '#3e63dd', offline: '#5f6979' } as const
const signs = { available: '✓', busy: '●', offline: '✕' } as const

/** All locations on one map, near ones in clusters; a click opens a location or a cluster. */
export function NetworkMap({ markers, chosen, here, onChoose, label, pixelRatio }: NetworkMapProps) {
  const first = useRef(viewOf(chosen ? [chosen] : markers))
  return (
    <BaseMap label={label} initialView={first.current} pixelRatio={pixelRatio}>
      <Markers markers={markers} onChoose={onChoose} chosen={chosen} />
      <GoTo point={chosen?.coordinates ?? null} zoom={placeZoom} behindPanel />
      <GoTo point={here} zoom={hereZoom} />
    </BaseMap>
  )
}

/** A view that contains all markers. */
function viewOf(markers: readonly Marked[]) {
  if (markers.length === 0) return { lat: 53, lng: 25, zoom: 2.6 }
  // there is one
  if (markers.length === 1) return { ...markers[0]!.coordinates, zoom: 13 }
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const { coordinates } of markers) {
    west = Math.min(west, coordinates.lng)
    east = Math.max(east, coordinates.lng)
    south = Math.min(south, coordinates.lat)
    north = Math.max(north, coordinates.lat)
  }
  const span = Math.max((east - west) / 360, (north - south) / 120, 1 / 4096)
  return { lat: (south + north) / 2, lng: (west + east) / 2, zoom: Math.min(12, Math.log2(1.4 / span)) }
}

const source = 'locations'

/** The markers as a source, with the layers of places and of clusters of them. */
function Markers({ markers, chosen, onChoose }: Pick<NetworkMapProps, 'markers' | 'chosen' | 'onChoose'>) {
  const ring = useComputedColorScheme('light') === 'dark' ? '#0e1116' : '#ffffff'
  const data = useMemo(() => featuresOf(markers), [markers])
  useMarkerClicks(onChoose)
  return (
    <Source
      id={source}
      type="geojson"
      data={data}
      cluster
      clusterRadius={44}
      clusterMaxZoom={14}
      clusterProperties={{
        available: ['+', ['case', ['==', status, 'available'], 1, 0]],
        busy: ['+', ['case', ['==', status, 'busy'], 1, 0]],
      }}
    >
      {layersOf(ring, chosen?.id ?? 0).map((layer) => (
        <Layer key={layer.id} {...layer} />
      ))}
    </Source>
  )
}

const featuresOf = (markers: readonly Marked[]) => ({
  type: 'FeatureCollection' as const,
  features: markers.map(({ id, status, coordinates: { lat, lng } }) => ({
    type: 'Feature' as const,
    properties: { id, status },
    geometry: { type: 'Point' as const, coordinates: [lng, lat] },
  })),
})

const status: ['get', string] = ['get', 'status']
const isCluster: ['has', string] = ['has', 'point_count']
const isPlace: ['!', ['has', string]] = ['!', isCluster]

/** White text above the circles. */
const textLayer = (
  layer: Pick<SymbolLayerSpecification, 'id' | 'filter'>,
  text: ExpressionSpecification,
  size: number,
): SymbolLayerSpecification => ({
  ...layer,
  source,
  type: 'symbol',
  layout: {
    'text-field': text,
    'text-font': ['Inter Variable', 'Segoe UI', 'sans-serif'],
    'text-size': size,
    'text-allow-overlap': true,
  },
  paint: { 'text-color': '#ffffff' },
})

/** The layers from the lowest to the highest; the chosen place is larger and has a ring of another colour. */
function layersOf(ring: string, chosen: number): LayerSpecification[] {
  const isChosen: ExpressionSpecification = ['==', ['get', 'id'], chosen]
  const clusterTone: ExpressionSpecification = [
    'case',
    ['>', ['get', 'available'], 0],
    tones.available,
    ['>', ['get', 'busy'], 0],
    tones.busy,
    tones.offline,
  ]
  return [
    {
      id: 'clusters',
      source,
      type: 'circle',
      filter: isCluster,
      paint: {
        'circle-radius': ['step', ['get', 'point_count'], 16, 10, 20, 100, 25, 1000, 31],
        'circle-color': clusterTone,
        'circle-stroke-color': ring,
        'circle-stroke-width': 3,
      },
    },
    textLayer({ id: 'cluster-counts', filter: isCluster }, ['get', 'point_count_abbreviated'], 13),
    {
      id: 'places',
      source,
      type: 'circle',
      filter: isPlace,
      paint: {
        'circle-radius': ['case', isChosen, 15, 11],
        'circle-color': byStatus(tones),
        'circle-stroke-color': ['case', isChosen, '#5e5ce6', ring],
        'circle-stroke-width': 3,
      },
    },
    textLayer({ id: 'place-signs', filter: isPlace }, byStatus(signs), 12),
  ]
}

const byStatus = (values: Record<keyof typeof tones, string>): ExpressionSpecification => [
  'match',
  status,
  'available',
  values.available,
  'busy',
  values.busy,
  values.offline,
]

/** A click opens a location or zooms into a cluster. */
function useMarkerClicks(onChoose: (id: number) => void) {
  const { current: map } = useMap()
  useEffect(() => {
    if (!map) return
    const click = ({ features, point }: MapLayerMouseEvent) => {
      const [hit] = features ?? map.queryRenderedFeatures(point)
      if (!hit) return
      const { id, cluster_id: cluster } = hit.properties
      if (cluster === undefined) return onChoose(Number(id))
      const [lng = 0, lat = 0] = hit.geometry.type === 'Point' ? hit.geometry.coordinates : []
      const shown = map.getSource<GeoJSONSource>(source)
      void shown
        ?.getClusterExpansionZoom(Number(cluster))
        .then((zoom) => map.easeTo({ center: [lng, lat], zoom, duration: 400 }))
    }
    const pointing = () => {
      map.getCanvas().style.cursor = 'pointer'
    }
    const not = () => {
      map.getCanvas().style.cursor = ''
    }
    const own = ['clusters', 'places']
    map.on('click', own, click)
    map.on('mouseenter', own, pointing)
    map.on('mouseleave', own, not)
    return () => {
      map.off('click', own, click)
      map.off('mouseenter', own, pointing)
      map.off('mouseleave', own, not)
    }
  }, [map, onChoose])
}

/** Moves the chosen point to the middle of the visible part of the map when the choice changes. */
function GoTo({
  point,
  zoom,
  behindPanel = false,
}: {
  point: Point | null
  zoom: number
  behindPanel?: boolean
}) {
  const { current: map } = useMap()
  const [lat, lng] = [point?.lat, point?.lng]
  useEffect(() => {
    if (!map || lat === undefined || lng === undefined) return
    // on a phone the panel covers all of it
    const aside = behindPanel && map.getContainer().clientWidth > panelPx ? -panelPx / 2 : 0
    map.easeTo({
      center: [lng, lat],
      zoom: Math.max(map.getZoom(), zoom),
      offset: [aside, 0],
      duration: 600,
    })
  }, [map, lat, lng, zoom, behindPanel])
  return null
}
