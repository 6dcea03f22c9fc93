import type { Station } from '@stationmaster/contract'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { StationStatusBadge } from '../../../../ui/figures/status.tsx'
import { PlainLink } from '../../../../ui/frame/plain-link.tsx'
import { ListRow } from '../../../../ui/tables/data-table.tsx'
import { VirtualTable } from '../../../../ui/tables/virtual-table.tsx'
import { StationBox } from '../choosing/selection.tsx'
import { MaintenanceMark } from '../out-of-use/maintenance-mark.tsx'
import { hrefOf, StationName } from './station-cells.tsx'
import { columnsOf, type ShownStations } from './station-columns.tsx'
import classes from './station-table.module.css'

interface StationTableProps {
  count: number
  rowAt: (index: number) => Station | undefined
  onRange: (first: number, last: number) => void
  /** The caller keeps it stable: a new one draws the table again. */
  shown: ShownStations
}

/** Stations with their state; a click opens one. */
export function StationTable({ count, rowAt, onRange, shown }: StationTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const columns = useMemo(() => columnsOf(t, shown), [t, shown])
  const open = useCallback((station: Station) => void navigate({ href: hrefOf(station) }), [navigate])
  return (
    <VirtualTable
      label={t('stations.title')}
      columns={columns}
      count={count}
      rowAt={rowAt}
      onRange={onRange}
      onOpen={open}
      phoneRow={(station) => (
        <div className={classes.phoneRow}>
          {shown.selects && <StationBox station={station} />}
          <PlainLink href={hrefOf(station)} className={classes.phone}>
            <ListRow
              top={<StationName station={station} />}
              bottom={shown.ofLocation ? station.id : addressOf(station)}
              right={<StationStatusBadge status={station.status} />}
              rightBottom={
                station.maintenance?.state === 'running' ? (
                  <MaintenanceMark station={station} short />
                ) : (
                  <Ago at={station.ping_timestamp} />
                )
              }
            />
          </PlainLink>
        </div>
      )}
    />
  )
}

const addressOf = ({ location_city, location_street, location_name }: Station) =>
  [location_city, location_street].filter(Boolean).join(', ') || location_name
