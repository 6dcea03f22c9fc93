import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  AttributionControl,
  Map as MapLibre,
  type MapProps,
  NavigationControl,
  ScaleControl,
} from '@vis.gl/react-maplibre'
import maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-csp-worker.js?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import './base-map.css'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../../api/session.ts'
import { mapSettingsQuery } from '../maps-queries.ts'
import { isTemplate, styleOf } from './map-style.ts'
import { TownLayer } from './town-layer.tsx'
import { worldQuery } from './world.ts'

// a separate file instead of a script created at run time, so that the content security policy stays strict
maplibre.setWorkerUrl(workerUrl)

export interface BaseMapProps {
  /** What the map shows, for screen readers. */
  label: string
  initialView: { lat: number; lng: number; zoom: number }
  onClick?: MapProps['onClick']
  onLoad?: MapProps['onLoad']
  onMoveEnd?: MapProps['onMoveEnd']
  /** Pixels of the canvas per CSS pixel, for pages that draw the map enlarged; left out: that of the screen. */
  pixelRatio?: number | undefined
  /** Markers and layers. */
  children?: ReactNode
}

/** Land, borders and towns, or the configured street map, in the colours of the theme; fills its container. */
export function BaseMap({
  label,
  initialView,
  onClick,
  onLoad,
  onMoveEnd,
  pixelRatio,
  children,
}: BaseMapProps) {
  const { t } = useTranslation()
  const scheme = useComputedColorScheme('light')
  // a message for those who can configure it, not for drivers
  const manager = useManager()
  const settings = useQuery(mapSettingsQuery)
  const world = useQuery(worldQuery)
  const tilesUrl = settings.data?.tiles_url ?? null
  const whole = tilesUrl !== null && !isTemplate(tilesUrl)
  const style = useMemo(() => {
    if (whole) return tilesUrl
    return world.data && styleOf(world.data, scheme, tilesUrl)
  }, [whole, tilesUrl, world.data, scheme])
  if (!settings.data || !style) return null
  const { lat, lng, zoom } = initialView
  return (
    <figure aria-label={label} className="base-map">
      <MapLibre
        mapLib={maplibre}
        mapStyle={style}
        initialViewState={{ latitude: lat, longitude: lng, zoom }}
        attributionControl={false}
        dragRotate={false}
        pitchWithRotate={false}
        touchPitch={false}
        maxZoom={18}
        {...(onClick ? { onClick } : {})}
        {...(onLoad ? { onLoad } : {})}
        {...(pixelRatio ? { pixelRatio } : {})}
        {...(onMoveEnd ? { onMoveEnd } : {})}
        locale={{
          'NavigationControl.ZoomIn': t('maps.zoomIn'),
          'NavigationControl.ZoomOut': t('maps.zoomOut'),
          'AttributionControl.ToggleAttribution': t('maps.attribution'),
          'Map.Title': label,
          'Marker.Title': t('maps.marker'),
        }}
      >
        <NavigationControl showCompass={false} position="top-right" />
        <ScaleControl position="bottom-left" />
        <AttributionControl compact={false} position="bottom-right" />
        {tilesUrl === null && <TownLayer scheme={scheme} />}
        {children}
      </MapLibre>
      {tilesUrl === null && manager && <p className="base-map-note">{t('maps.noStreets')}</p>}
    </figure>
  )
}
