import { Marker, useMap } from '@vis.gl/react-maplibre'
import { useEffect, useRef } from 'react'
import { BaseMap } from '../drawing/base-map.tsx'
import type { Point } from './point.ts'

interface PinMapProps {
  point: Point | null
  onMove: (point: Point) => void
  label: string
}

/** The view of a map without a point: Europe and the west of Russia. */
const start = { lat: 53, lng: 25, zoom: 2.6 }
const nearZoom = 10

/** A map with one pin that can be dragged; a click puts it there. */
export function PinMap({ point, onMove, label }: PinMapProps) {
  const first = useRef(point ? { ...point, zoom: nearZoom } : start)
  return (
    <BaseMap label={label} initialView={first.current} onClick={({ lngLat }) => onMove(lngLat)}>
      {point && (
        <>
          <Marker
            latitude={point.lat}
            longitude={point.lng}
            anchor="bottom"
            draggable
            onDragEnd={({ lngLat }) => onMove(lngLat)}
          >
            <Pin />
          </Marker>
          <Follow point={point} />
        </>
      )}
    </BaseMap>
  )
}

const Pin = () => (
  <svg className="base-map-pin" width="30" height="38" viewBox="0 0 30 38" aria-hidden="true">
    <path
      d="M15 37C15 37 28 24.5 28 14.5A13 13 0 0 0 2 14.5C2 24.5 15 37 15 37Z"
      fill="currentColor"
      stroke="#fff"
      strokeWidth="1.5"
    />
    <circle cx="15" cy="14.5" r="4.5" fill="#fff" />
  </svg>
)

/** Brings the pin into view when it was moved from outside the map. */
function Follow({ point: { lat, lng } }: { point: Point }) {
  const { current: map } = useMap()
  useEffect(() => {
    if (!map || (map.getBounds().contains([lng, lat]) && map.getZoom() >= 5)) return
    map.flyTo({ center: [lng, lat], zoom: Math.max(map.getZoom(), nearZoom), duration: 600 })
  }, [map, lat, lng])
  return null
}
