import type { Station, StationColumn, StationOrder, StationSort } from '@stationmaster/contract'
import type { TFunction } from 'i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { NoValue, Quantity } from '../../../../ui/figures/quantity.tsx'
import { PlainLink } from '../../../../ui/frame/plain-link.tsx'
import { IconCalendarCheck, IconCoins, IconPencil } from '../../../../ui/pictures/icons.ts'
import type { Column } from '../../../../ui/tables/data-table.tsx'
import { TwoLines } from '../../../../ui/tables/data-table.tsx'
import { protocolName } from '../../../../ui/words/protocol-name.ts'
import { AllBox, StationBox } from '../choosing/selection.tsx'
import { StationMenu } from '../menu/station-menu.tsx'
import { Signal } from '../shared/signal.tsx'
import { reportOf } from '../shared/station-report.ts'
import {
  Connectors,
  Flag,
  hrefOf,
  Owner,
  StationAddress,
  StationName,
  StationState,
} from './station-cells.tsx'
import classes from './station-table.module.css'

export interface ShownStations {
  columns: readonly StationColumn[]
  /** Nobody has chosen the columns, so those without room are left out. */
  usual: boolean
  /** The stations are at one location, which the table does not name. */
  ofLocation?: boolean
  /** Locations are links. */
  linksLocations?: boolean
  /** Stations can be selected; the table stands in a SelectionProvider then. */
  selects?: boolean
  /** Its heads sort it. */
  sort?: { order: StationOrder | undefined; onChange: (order: StationOrder | undefined) => void }
}

type Cells = Omit<Column<Station>, 'key' | 'head' | 'sort'>

const chosen: Record<StationColumn, Cells> = {
  owner: { hideBelow: 'xl', cell: (station) => <Owner station={station} /> },
  connectors: { hideBelow: 'md', width: 120, cell: (station) => <Connectors station={station} /> },
  vendor: { cell: ({ vendor_name: name }) => name },
  model: { cell: ({ model }) => model },
  firmware: { width: 120, cell: ({ technical }) => technical?.firmware_version ?? <NoValue /> },
  protocol: {
    width: 116,
    cell: ({ technical }) => (technical?.protocol ? protocolName(technical.protocol) : <NoValue />),
  },
  signal: { width: 80, cell: (station) => <Signal rssi={reportOf(station).rssi} /> },
  monetized: { width: 90, cell: ({ monetized }) => <Flag on={monetized} icon={IconCoins} /> },
  reservations: {
    hideBelow: 'lg',
    width: 108,
    cell: ({ reserves: on }) => <Flag on={on} icon={IconCalendarCheck} />,
  },
  uptime: {
    align: 'right',
    width: 176,
    cell: ({ uptime }) => (
      <Quantity value={uptime ?? null} decimals={uptime === 100 ? 0 : 2} unit="%" light />
    ),
  },
  status_since: { align: 'right', width: 150, cell: (station) => <Ago at={station.status_since} /> },
  last_session: { align: 'right', width: 150, cell: (station) => <Ago at={station.last_session_at} /> },
  last_seen: { align: 'right', width: 148, cell: (station) => <Ago at={station.ping_timestamp} /> },
}

/** The sort order that a click on a column's head chooses. */
const sorts: Partial<Record<StationColumn | 'station' | 'location' | 'status', StationSort>> = {
  station: 'number',
  status: 'status',
  location: 'location',
  owner: 'owner',
  model: 'model',
  vendor: 'model',
  firmware: 'firmware',
  status_since: 'status_since',
  last_session: 'last_session',
  last_seen: 'last_seen',
}

/** The columns of a table of stations, by what was chosen and what the table can do. */
export function columnsOf(t: TFunction, shown: ShownStations): Column<Station>[] {
  const { columns, usual, ofLocation, linksLocations = false, selects } = shown
  const sorted = (column: keyof typeof sorts) => sortOf(sorts[column], shown.sort)
  const box: Column<Station> = {
    key: 'select',
    head: t('stations.selection.title'),
    headCell: <AllBox />,
    width: 44,
    cell: (station) => <StationBox station={station} />,
  }
  const location: Column<Station> = {
    key: 'location',
    head: t('stations.columns.location'),
    ...sorted('location'),
    cell: (station) => <StationAddress station={station} linked={linksLocations} />,
  }
  return [
    ...(selects ? [box] : []),
    {
      key: 'station',
      head: t('stations.columns.station'),
      ...sorted('station'),
      cell: (station) => <TwoLines top={<StationName station={station} linked />} bottom={station.id} />,
    },
    {
      key: 'status',
      head: t('stations.columns.status'),
      width: 132,
      ...sorted('status'),
      cell: (station) => <StationState station={station} />,
    },
    ...(ofLocation ? [] : [location]),
    ...columns.map((column): Column<Station> => {
      const { hideBelow, ...cells } = chosen[column]
      const head = t(`stations.columns.${column}`)
      return { key: column, head, ...cells, ...(usual && hideBelow ? { hideBelow } : {}), ...sorted(column) }
    }),
    {
      key: 'actions',
      head: t('stations.columns.actions'),
      silent: true,
      width: 96,
      align: 'right',
      cell: (station) => <Actions t={t} station={station} />,
    },
  ]
}

/** A click sorts upwards, the second downwards, the third restores the usual order. */
function sortOf(by: StationSort | undefined, sort: ShownStations['sort']): Pick<Column<Station>, 'sort'> {
  if (!by || !sort) return {}
  const [now, direction] = (sort.order?.split(':') ?? []) as [StationSort?, ('asc' | 'desc')?]
  const next = now !== by ? (`${by}:asc` as const) : direction === 'asc' ? (`${by}:desc` as const) : undefined
  return { sort: { direction: now === by ? direction : undefined, onSort: () => sort.onChange(next) } }
}

function Actions({ t, station }: { t: TFunction; station: Station }) {
  return (
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
  )
}
