import type { RolloutStation } from '@stationmaster/contract'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../i18n/format.ts'
import { useCode } from '../../i18n/use-code.ts'
import { type Column, ListRow, TwoLines } from '../../ui/data-table.tsx'
import { PlainLink } from '../../ui/plain-link.tsx'
import { Dash } from '../../ui/quantity.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { When } from '../../ui/when.tsx'
import classes from './firmware.module.css'
import { StateBadge } from './states.tsx'

interface StationTableProps {
  count: number
  rowAt: (index: number) => RolloutStation | undefined
  onRange: (first: number, last: number) => void
}

const hrefOf = ({ station_id }: RolloutStation) =>
  `/charge-points/${encodeURIComponent(station_id)}/information`

/** The stations of a roll-out with how far each is; a click opens the station. */
export function StationTable({ count, rowAt, onRange }: StationTableProps) {
  const { t } = useTranslation()
  const codeOf = useCode()
  const navigate = useNavigate()
  const wordOf = ({ state, error, status }: RolloutStation) =>
    error ?? (status !== null && state !== 'done' ? codeOf('firmware', status) : '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the language, which `t` stands for
  const columns = useMemo(() => columnsOf(t, wordOf), [t])
  const open = useCallback(
    (station: RolloutStation) => {
      if (!station.removed) void navigate({ href: hrefOf(station) })
    },
    [navigate],
  )
  return (
    <VirtualTable
      label={t('firmware.stations')}
      columns={columns}
      count={count}
      rowAt={rowAt}
      onRange={onRange}
      onOpen={open}
      phoneRow={(station) => {
        const row = (
          <ListRow
            top={stationNumber(station.station_number)}
            bottom={wordOf(station) || `${station.location_name} · ${station.station_id}`}
            right={<StateBadge state={station.state} />}
            rightBottom={station.version_now}
          />
        )
        return station.removed ? row : <PlainLink href={hrefOf(station)}>{row}</PlainLink>
      }}
    />
  )
}

const columnsOf = (t: TFunction, wordOf: (station: RolloutStation) => string): Column<RolloutStation>[] => [
  {
    key: 'station',
    head: t('stations.columns.station'),
    width: 170,
    cell: (station) => {
      const name = stationNumber(station.station_number)
      const link = (
        <PlainLink
          href={hrefOf(station)}
          className={classes.rowLink}
          label={t('stations.open', { number: name })}
        >
          {name}
        </PlainLink>
      )
      return <TwoLines top={station.removed ? name : link} bottom={station.station_id} />
    },
  },
  {
    key: 'location',
    head: t('stations.columns.location'),
    hideBelow: 'md',
    width: 170,
    cell: ({ location_name }) => location_name,
  },
  {
    key: 'wave',
    head: t('firmware.columns.wave'),
    align: 'right',
    width: 80,
    cell: ({ wave }) => wave ?? <Dash label={t('common.noValue')} />,
  },
  {
    key: 'state',
    head: t('firmware.columns.status'),
    width: 160,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    key: 'version',
    head: t('firmware.columns.version'),
    width: 110,
    cell: ({ version_now }) => version_now ?? t('firmware.unknown'),
  },
  {
    key: 'word',
    head: t('firmware.columns.word'),
    cell: (station) => <span className={classes.what}>{wordOf(station)}</span>,
  },
  {
    key: 'at',
    head: t('firmware.columns.at'),
    align: 'right',
    width: 124,
    cell: ({ at }) => <When at={at} style="dayTime" />,
  },
]
