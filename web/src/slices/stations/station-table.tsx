import type { Station } from '@stationmaster/contract'
import { IconAlertTriangle, IconCalendarCheck, IconCoins, IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../i18n/format.ts'
import { ConnectorIcon } from '../../ui/connector-icon.tsx'
import { type Column, ListRow, TwoLines } from '../../ui/data-table.tsx'
import { Ago } from '../../ui/duration.tsx'
import { PlainLink } from '../../ui/plain-link.tsx'
import { Dash } from '../../ui/quantity.tsx'
import { StationStatusBadge } from '../../ui/status.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { AllBox, StationBox } from './selection.tsx'
import { Signal } from './signal.tsx'
import { StationMenu } from './station-menu.tsx'
import { reportOf } from './station-report.ts'
import classes from './station-table.module.css'

interface StationTableProps {
  count: number
  rowAt: (index: number) => Station | undefined
  onRange: (first: number, last: number) => void
  showsOwner: boolean
  /** Locations are a place to go to. */
  linksLocations: boolean
  /** Stations can be selected; the table stands in a SelectionProvider then. */
  selects: boolean
}

/** Stations with what tells whether they are well; a click opens one. */
export function StationTable(props: StationTableProps) {
  const { count, rowAt, onRange, selects } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const columns = useColumns(props)
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
          {selects && <StationBox station={station} />}
          <PlainLink href={hrefOf(station)} className={classes.phone}>
            <ListRow
              top={<StationName station={station} />}
              bottom={addressOf(station)}
              right={<StationStatusBadge status={station.status} />}
              rightBottom={<Ago at={station.ping_timestamp} />}
            />
          </PlainLink>
        </div>
      )}
    />
  )
}

const hrefOf = ({ id }: Station) => `/charge-points/${encodeURIComponent(id)}/information`

const addressOf = ({ location_city, location_street, location_name }: Station) =>
  [location_city, location_street].filter(Boolean).join(', ') || location_name

type Shown = Pick<StationTableProps, 'showsOwner' | 'linksLocations' | 'selects'>

function useColumns({ showsOwner, linksLocations, selects }: Shown): Column<Station>[] {
  const { t } = useTranslation()
  return useMemo(
    () => columnsOf(t, { showsOwner, linksLocations, selects }),
    [t, showsOwner, linksLocations, selects],
  )
}

function columnsOf(t: TFunction, { showsOwner, linksLocations, selects }: Shown): Column<Station>[] {
  const box: Column<Station> = {
    key: 'select',
    head: t('stations.selection.title'),
    headCell: <AllBox />,
    width: 44,
    cell: (station) => <StationBox station={station} />,
  }
  const owner: Column<Station> = {
    key: 'owner',
    head: t('stations.columns.owner'),
    hideBelow: 'md',
    cell: (station) => <Owner station={station} />,
  }
  return [
    ...(selects ? [box] : []),
    {
      key: 'station',
      head: t('stations.columns.station'),
      cell: (station) => <TwoLines top={<StationName station={station} linked />} bottom={station.id} />,
    },
    {
      key: 'status',
      head: t('stations.columns.status'),
      width: 136,
      cell: ({ status }) => <StationStatusBadge status={status} />,
    },
    {
      key: 'location',
      head: t('stations.columns.location'),
      cell: (station) => <StationAddress station={station} linked={linksLocations} />,
    },
    ...(showsOwner ? [owner] : []),
    {
      key: 'connectors',
      head: t('stations.columns.connectors'),
      hideBelow: 'xl',
      width: 128,
      cell: (station) => <Connectors station={station} />,
    },
    {
      key: 'signal',
      head: t('stations.columns.signal'),
      width: 84,
      cell: (station) => <Signal rssi={reportOf(station).rssi} />,
    },
    {
      key: 'monetized',
      head: t('stations.columns.monetized'),
      width: 90,
      cell: ({ monetized }) => <Flag on={monetized} icon={IconCoins} />,
    },
    {
      key: 'reservations',
      head: t('stations.columns.reservations'),
      width: 108,
      cell: ({ reservations_supported }) => <Flag on={reservations_supported} icon={IconCalendarCheck} />,
    },
    {
      key: 'contact',
      head: t('stations.columns.lastContact'),
      align: 'right',
      width: 128,
      cell: (station) => <Ago at={station.ping_timestamp} />,
    },
    {
      key: 'actions',
      head: t('stations.columns.actions'),
      silent: true,
      width: 96,
      align: 'right',
      cell: (station) => (
        <span className={classes.actions}>
          <PlainLink
            href={hrefOf(station)}
            className={classes.pen}
            label={t('stations.open', { number: stationNumber(station.number) })}
          >
            <IconPencil size={18} stroke={1.75} />
          </PlainLink>
          <StationMenu station={station} />
        </span>
      ),
    },
  ]
}

/** Yes as an icon, no as a dash, both with a text for screen readers. */
function Flag({ on, icon: Icon }: { on: boolean; icon: typeof IconCoins }) {
  const { t } = useTranslation()
  if (!on) return <Dash label={t('common.no')} />
  return <Icon size={18} stroke={1.75} role="img" aria-label={t('common.yes')} className={classes.flag} />
}

function StationAddress({ station, linked }: { station: Station; linked: boolean }) {
  const name = linked ? (
    <PlainLink href={`/locations/${station.location_id}/stations`} className={classes.location}>
      {station.location_name}
    </PlainLink>
  ) : (
    station.location_name
  )
  return (
    <TwoLines
      top={name}
      bottom={[station.location_city, station.location_street].filter(Boolean).join(', ')}
    />
  )
}

function StationName({ station, linked = false }: { station: Station; linked?: boolean }) {
  const { t } = useTranslation()
  const number = stationNumber(station.number)
  return (
    <span className={classes.name}>
      {linked ? (
        <PlainLink href={hrefOf(station)} className={classes.link} label={t('stations.open', { number })}>
          {number}
        </PlainLink>
      ) : (
        number
      )}
      {reportOf(station).tamper && (
        <span
          className={classes.tamper}
          role="img"
          aria-label={t('stations.tamper')}
          title={t('stations.tamper')}
        >
          <IconAlertTriangle size={15} stroke={1.75} />
        </span>
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
          <span
            key={connector.id}
            className={classes.connector}
            data-status={connector.status}
            title={`${connector.type} · ${connector.power} ${t('units.kw')} · ${t(`enums.connectorStatus.${connector.status}`)}`}
          >
            <ConnectorIcon type={connector.type} size={22} />
          </span>
        ))}
    </span>
  )
}
