import type { MapMarker } from '@stationmaster/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { distanceKm } from '../../../slices/places/maps/marker-filter.ts'
import type { Point } from '../../../slices/places/maps/points/point.ts'
import { ConnectorStatusBadge } from '../../../ui/figures/status.tsx'
import classes from './map-page.module.css'
import { RoamingMark } from './roaming-mark.tsx'

interface MarkerListProps {
  markers: readonly MapMarker[]
  chosen: number | undefined
  here: Point | null
  onChoose: (id: number) => void
}

const rowPx = 68

/** The same locations as on the map, in any number, for the keyboard and for people who cannot see the map. */
export function MarkerList({ markers, chosen, here, onChoose }: MarkerListProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: markers.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
  })
  const index = markers.findIndex(({ id }) => id === chosen)
  const { scrollToIndex } = rows
  useEffect(() => {
    if (index >= 0) scrollToIndex(index)
  }, [index, scrollToIndex])
  return (
    <div className={classes.scroller} ref={scroller}>
      <ul className={classes.rows} style={{ height: rows.getTotalSize() }} aria-label={t('map.list')}>
        {rows.getVirtualItems().map((row) => {
          // there is a row for each marker
          const marker = markers[row.index]!
          const { id, name, city, street, status, coordinates } = marker
          return (
            <li
              key={id}
              className={classes.row}
              style={{ transform: `translateY(${row.start}px)`, height: rowPx }}
              aria-setsize={markers.length}
              aria-posinset={row.index + 1}
            >
              <button
                type="button"
                className={classes.choose}
                aria-pressed={id === chosen}
                onClick={() => onChoose(id)}
              >
                <span className={classes.name}>{name}</span>
                <span className={classes.status}>
                  <RoamingMark marker={marker} short />
                  <ConnectorStatusBadge status={status} />
                </span>
                <span className={classes.address}>
                  {[city, street].filter(Boolean).join(', ')}
                  {here && ` · ${format.number(distanceKm(here, coordinates), 1)} ${t('map.km')}`}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
