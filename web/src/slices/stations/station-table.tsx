import { Tooltip } from '@mantine/core'
import type { Station } from '@stationmaster/contract'
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../i18n/format.ts'
import { ConnectorIcon } from '../../ui/connector-icon.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../ui/data-table.tsx'
import { Ago } from '../../ui/duration.tsx'
import { Dash } from '../../ui/quantity.tsx'
import { StationStatusBadge } from '../../ui/status.tsx'
import { Signal } from './signal.tsx'
import { reportOf } from './station-report.ts'
import classes from './station-table.module.css'

interface StationTableProps {
  stations: Station[] | undefined
  showsOwner: boolean
  empty: ReactNode
}

/** Stations with what tells whether they are well. */
export function StationTable({ stations, showsOwner, empty }: StationTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const columns = useColumns(showsOwner)
  const open = (station: Station) =>
    void navigate({ to: '/charge-points/$stationId/information', params: { stationId: station.id } })
  return (
    <DataTable
      label={t('stations.title')}
      columns={columns}
      rows={stations}
      rowKey={(station) => station.id}
      onOpen={open}
      skeletonRows={12}
      empty={empty}
      phoneRow={(station) => (
        <Link
          to="/charge-points/$stationId/information"
          params={{ stationId: station.id }}
          className={classes.phone!}
        >
          <ListRow
            top={<StationName station={station} />}
            bottom={`${station.location_city}, ${station.location_street}`}
            right={<StationStatusBadge status={station.status} />}
            rightBottom={<Ago at={station.ping_timestamp} />}
          />
        </Link>
      )}
    />
  )
}

function useColumns(showsOwner: boolean): Column<Station>[] {
  const { t } = useTranslation()
  const owner: Column<Station> = {
    key: 'owner',
    head: t('stations.columns.owner'),
    hideBelow: 'lg',
    cell: (station) => <Owner station={station} />,
  }
  return [
    {
      key: 'station',
      head: t('stations.columns.station'),
      cell: (station) => <TwoLines top={<StationName station={station} linked />} bottom={station.id} />,
    },
    {
      key: 'status',
      head: t('stations.columns.status'),
      cell: ({ status }) => <StationStatusBadge status={status} />,
    },
    {
      key: 'location',
      grows: true,
      head: t('stations.columns.location'),
      cell: (station) => (
        <TwoLines
          top={`${station.location_city}, ${station.location_street}`}
          bottom={station.location_name}
        />
      ),
    },
    ...(showsOwner ? [owner] : []),
    {
      key: 'connectors',
      head: t('stations.columns.connectors'),
      hideBelow: 'md',
      cell: (station) => <Connectors station={station} />,
    },
    {
      key: 'signal',
      head: t('stations.columns.signal'),
      cell: (station) => <Signal rssi={reportOf(station).rssi} />,
    },
    {
      key: 'monetized',
      head: t('stations.columns.monetized'),
      cell: ({ monetized }) => (monetized ? t('common.yes') : t('common.no')),
    },
    {
      key: 'contact',
      head: t('stations.columns.lastContact'),
      align: 'right',
      cell: (station) => <Ago at={station.ping_timestamp} />,
    },
    {
      key: 'open',
      head: t('common.details'),
      silent: true,
      width: 32,
      align: 'right',
      cell: () => <IconChevronRight size={18} stroke={1.75} className={classes.chevron} aria-hidden="true" />,
    },
  ]
}

function StationName({ station, linked = false }: { station: Station; linked?: boolean }) {
  const { t } = useTranslation()
  const number = stationNumber(station.number)
  return (
    <span className={classes.name}>
      {linked ? (
        <Link
          to="/charge-points/$stationId/information"
          params={{ stationId: station.id }}
          className={classes.link!}
          aria-label={t('stations.open', { number })}
        >
          {number}
        </Link>
      ) : (
        number
      )}
      {reportOf(station).tamper && (
        <Tooltip label={t('stations.tamper')}>
          <span className={classes.tamper} role="img" aria-label={t('stations.tamper')}>
            <IconAlertTriangle size={15} stroke={1.75} />
          </span>
        </Tooltip>
      )}
    </span>
  )
}

function Owner({ station }: { station: Station }) {
  const { t } = useTranslation()
  const name = [station.owner_first_name, station.owner_last_name].filter(Boolean).join(' ')
  if (!name && !station.owner_email) return <Dash label={t('common.noValue')} />
  return <TwoLines top={name || station.owner_email} bottom={name ? station.owner_email : null} />
}

function Connectors({ station }: { station: Station }) {
  const { t } = useTranslation()
  return (
    <span className={classes.connectors}>
      {station.evses
        .flatMap((evse) => evse.connectors)
        .map((connector) => (
          <Tooltip
            key={connector.id}
            label={`${connector.type} · ${connector.power} ${t('units.kw')} · ${t(`enums.connectorStatus.${connector.status}`)}`}
          >
            <span className={classes.connector} data-status={connector.status}>
              <ConnectorIcon type={connector.type} size={22} />
            </span>
          </Tooltip>
        ))}
    </span>
  )
}
