import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fits } from '../../../../ui/fields/number-bounds.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { hasWebGl } from '../drawing/web-gl.ts'
import type { Point } from './point.ts'
import classes from './point-map.module.css'

const PinMap = lazy(() => import('./pin-map.tsx').then((module) => ({ default: module.PinMap })))

interface PointMapProps {
  /** null: no point yet; a click on the map sets one. */
  point: Point | null
  onMove: (point: Point) => void
  /** What the map shows, for screen readers. */
  label: string
}

const decimals = (degrees: number) => Math.round(degrees * 1_000_000) / 1_000_000

/** One point on a map, which can be dragged; with fields for its coordinates, which also work without WebGL. */
export function PointMap({ point, onMove, label }: PointMapProps) {
  const { t } = useTranslation()
  const [drawable] = useState(hasWebGl)
  const move = ({ lat, lng }: Point) => onMove({ lat: decimals(lat), lng: decimals(lng) })
  const set = (part: Partial<Point>) => move({ lat: point?.lat ?? 0, lng: point?.lng ?? 0, ...part })
  return (
    <div className={classes.point}>
      {drawable ? (
        <div className={classes.map}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <PinMap point={point} onMove={move} label={label} />
          </Suspense>
        </div>
      ) : (
        <p className={classes.none}>{t('maps.noWebGl')}</p>
      )}
      <div className={classes.fields}>
        <Degrees label={t('maps.latitude')} most={90} value={point?.lat} onChange={(lat) => set({ lat })} />
        <Degrees label={t('maps.longitude')} most={180} value={point?.lng} onChange={(lng) => set({ lng })} />
      </div>
    </div>
  )
}

interface DegreesProps {
  label: string
  most: number
  value: number | undefined
  onChange: (degrees: number) => void
}

function Degrees({ label, most, value, onChange }: DegreesProps) {
  const bounds = { min: -most, max: most, decimals: 6 }
  return (
    <NumberField
      label={label}
      value={value ?? ''}
      onChange={(typed) => fits(typed, bounds) && onChange(typed)}
      {...bounds}
      hideControls
    />
  )
}
