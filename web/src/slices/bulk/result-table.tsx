import type { BulkStation } from '@stationmaster/contract'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { type Column, ListRow, TwoLines } from '../../ui/data-table.tsx'
import { PlainLink } from '../../ui/plain-link.tsx'
import { Dash } from '../../ui/quantity.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { When } from '../../ui/when.tsx'
import classes from './result-table.module.css'
import { ResultBadge, useResultText } from './results.tsx'

interface ResultTableProps {
  count: number
  rowAt: (index: number) => BulkStation | undefined
  onRange: (first: number, last: number) => void
}

const hrefOf = ({ station_id }: BulkStation) => `/charge-points/${encodeURIComponent(station_id)}/information`

/** The stations of a run with what came of it at each; a click opens the station. */
export function ResultTable({ count, rowAt, onRange }: ResultTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const textOf = useResultText()
  const navigate = useNavigate()
  const { number } = format
  // biome-ignore lint/correctness/useExhaustiveDependencies: words and numbers change with the language, which `t` stands for
  const columns = useMemo(() => columnsOf(t, textOf, number), [t])
  const open = useCallback(
    (station: BulkStation) => {
      if (!station.removed) void navigate({ href: hrefOf(station) })
    },
    [navigate],
  )
  return (
    <VirtualTable
      label={t('bulk.results')}
      columns={columns}
      count={count}
      rowAt={rowAt}
      onRange={onRange}
      onOpen={open}
      phoneRow={(station) => {
        const row = (
          <ListRow
            top={
              <span className={classes.phoneTop}>
                <ResultBadge result={station.result} />
                {stationNumber(station.station_number)}
              </span>
            }
            bottom={textOf(station) || `${station.location_name} · ${station.station_id}`}
            right={station.at && <When at={station.at} style="time" />}
          />
        )
        return station.removed ? row : <PlainLink href={hrefOf(station)}>{row}</PlainLink>
      }}
    />
  )
}

function columnsOf(
  t: TFunction,
  textOf: (station: BulkStation) => string,
  number: (value: number) => string,
): Column<BulkStation>[] {
  return [
    {
      key: 'station',
      head: t('stations.columns.station'),
      width: 180,
      cell: (station) => {
        const name = stationNumber(station.station_number)
        return (
          <TwoLines
            top={
              station.removed ? (
                name
              ) : (
                <PlainLink
                  href={hrefOf(station)}
                  className={classes.link}
                  label={t('stations.open', { number: name })}
                >
                  {name}
                </PlainLink>
              )
            }
            bottom={station.station_id}
          />
        )
      },
    },
    {
      key: 'location',
      head: t('stations.columns.location'),
      hideBelow: 'md',
      width: 150,
      cell: ({ location_name }) => <span className={classes.cut}>{location_name}</span>,
    },
    {
      key: 'result',
      head: t('bulk.columns.result'),
      width: 172,
      cell: ({ result }) => <ResultBadge result={result} />,
    },
    {
      key: 'what',
      head: t('bulk.columns.what'),
      cell: (station) => {
        const text = textOf(station)
        return (
          <span className={classes.what} title={text}>
            {text}
          </span>
        )
      },
    },
    {
      key: 'latency',
      head: t('bulk.columns.latency'),
      align: 'right',
      hideBelow: 'md',
      width: 96,
      cell: ({ latency_ms }) =>
        latency_ms === null ? <Dash label={t('common.noValue')} /> : number(latency_ms),
    },
    {
      key: 'at',
      head: t('bulk.columns.at'),
      align: 'right',
      width: 124,
      cell: ({ at }) => <When at={at} style="dayTime" />,
    },
  ]
}
