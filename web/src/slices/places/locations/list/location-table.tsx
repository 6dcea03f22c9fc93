import type { ConnectorStatus, Location } from '@stationmaster/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Dash } from '../../../../ui/figures/quantity.tsx'
import { connectorTones, StatusDot } from '../../../../ui/figures/status.tsx'
import { IconChevronRight } from '../../../../ui/pictures/icons.ts'
import { type Column, DataTable, ListRow, TwoLines } from '../../../../ui/tables/data-table.tsx'
import { addressLine } from '../address.ts'
import { ownerLabel } from '../owners.ts'
import classes from './location-table.module.css'

const shownOrder: readonly ConnectorStatus[] = ['available', 'busy', 'faulted', 'out_of_use', 'offline']

interface LocationTableProps {
  locations: Location[] | undefined
  empty: ReactNode
}

/** Locations with their stations and connectors; a click opens the stations of one. */
export function LocationTable({ locations, empty }: LocationTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const columns = useColumns()
  const open = (location: Location) =>
    void navigate({ to: '/locations/$locationId/stations', params: { locationId: String(location.id) } })
  return (
    <DataTable
      label={t('locations.title')}
      columns={columns}
      rows={locations}
      rowKey={(location) => location.id}
      onOpen={open}
      skeletonRows={12}
      empty={empty}
      phoneRow={(location) => (
        <Link
          to="/locations/$locationId/stations"
          params={{ locationId: String(location.id) }}
          className={classes.phone!}
        >
          <ListRow
            top={<span className={classes.name}>{location.name}</span>}
            bottom={[
              location.needs_admission && t('owners.waits'),
              addressLine(location) || t('locations.noAddress'),
            ]
              .filter(Boolean)
              .join(' · ')}
            right={<Connectors location={location} />}
            rightBottom={ownerLabel(location) || t('locations.noOwner')}
          />
        </Link>
      )}
    />
  )
}

function useColumns(): Column<Location>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'name',
      head: t('locations.columns.name'),
      cell: (location) => <Name location={location} />,
    },
    {
      key: 'address',
      head: t('locations.columns.address'),
      grows: true,
      cell: (location) =>
        addressLine(location) ? (
          <TwoLines top={addressLine(location)} bottom={location.country} />
        ) : (
          <Dash label={t('locations.noAddress')} />
        ),
    },
    {
      key: 'owner',
      head: t('locations.columns.owner'),
      hideBelow: 'md',
      cell: (location) => <OwnerCell location={location} />,
    },
    {
      key: 'stations',
      head: t('locations.columns.stations'),
      align: 'right',
      cell: (location) => format.number(location.number_of_stations),
    },
    {
      key: 'connectors',
      head: t('locations.columns.connectors'),
      cell: (location) => <Connectors location={location} />,
    },
    {
      key: 'openNow',
      head: t('locations.columns.openNow'),
      cell: ({ opening_hours: { open_now } }) => (
        <span className={classes.open}>
          <StatusDot tone={open_now ? 'green' : 'gray'} />
          {t(open_now ? 'locations.openNow' : 'locations.closedNow')}
        </span>
      ),
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

function Name({ location }: { location: Location }) {
  const { t } = useTranslation()
  return (
    <TwoLines
      top={
        <Link
          to="/locations/$locationId/stations"
          params={{ locationId: String(location.id) }}
          className={classes.link!}
          aria-label={t('locations.open', { name: location.name })}
        >
          {location.name}
        </Link>
      }
      bottom={location.needs_admission ? t('owners.waits') : null}
    />
  )
}

function OwnerCell({ location }: { location: Location }) {
  const { t } = useTranslation()
  const label = ownerLabel(location)
  if (!label) return <Dash label={t('locations.noOwner')} />
  return <TwoLines top={label} bottom={label === location.owner_email ? null : location.owner_email} />
}

/** How many connectors are in which status: a dot, a number, and the status as text for screen readers and on hover. */
function Connectors({ location }: { location: Location }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (location.connectors.length === 0) return <Dash label={t('locations.noConnectors')} />
  return (
    <span className={classes.connectors}>
      {shownOrder.map((status) => {
        const count = location.connectors.filter((connector) => connector.status === status).length
        if (count === 0) return null
        const label = t('locations.connectorsAre', {
          n: format.number(count),
          status: t(`enums.connectorStatus.${status}`).toLowerCase(),
        })
        return (
          <span key={status} className={classes.count} title={label}>
            <StatusDot tone={connectorTones[status]} />
            <span aria-hidden="true">{format.number(count)}</span>
            <span className={classes.hidden}>{label}</span>
          </span>
        )
      })}
    </span>
  )
}
