import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePages } from '../../api/calls/use-pages.ts'
import { stationNumber } from '../../i18n/format.ts'
import { When } from '../dates/when.tsx'
import { PlainLink } from '../frame/plain-link.tsx'
import { type Column, ListRow, TwoLines } from '../tables/data-table.tsx'
import { VirtualTable } from '../tables/virtual-table.tsx'
import { NoneFits } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import classes from './reached-stations.module.css'

/** At most, until somebody has counted. */
const skeletonRows = 12

/** A station of something that was done to many, and when its turn came to its last word. */
export interface ReachedStation {
  station_id: string
  station_number: number
  location_name: string
  /** It stands no more: there is nothing to open. */
  removed: boolean
  at: string | null
}

interface ReachedStationsProps<S extends ReachedStation> {
  /** What the table holds, for screen readers. */
  label: string
  /** The head of the column of times. */
  atHead: string
  /** Those that fit the filter. */
  stations: ReturnType<typeof usePages<S>>
  /** How many there are without a filter. */
  total: number
  /** What stands there where none fits. */
  noneFits: string
  onClear: () => void
  /** What is shown between a station's place and the time. */
  columns: Column<S>[]
  /** What came of it in words; empty: nothing to say. */
  wordOf: (station: S) => string
  /** What stands on a phone beside number and words. */
  phone: (station: S) => { mark?: ReactNode; right: ReactNode; rightBottom?: ReactNode }
}

const hrefOf = ({ station_id }: ReachedStation) =>
  `/charge-points/${encodeURIComponent(station_id)}/information`

/** The stations that something was done to, with what came of it at each; a click opens the station. */
export function ReachedStations<S extends ReachedStation>(props: ReachedStationsProps<S>) {
  const { label, atHead, stations, total: all, noneFits, onClear, columns, wordOf, phone } = props
  const { total, error, retry, rowAt, onRange } = stations
  const { t } = useTranslation()
  const navigate = useNavigate()
  const allColumns = useColumns(columns, atHead)
  const open = useCallback(
    (station: S) => {
      if (!station.removed) void navigate({ href: hrefOf(station) })
    },
    [navigate],
  )
  if (error && total === undefined) return <ErrorState error={error} onRetry={retry} />
  if (total === 0) {
    return <NoneFits title={noneFits} clear={t('stations.clearFilters')} onClear={onClear} />
  }
  return (
    <VirtualTable
      label={label}
      rowAt={rowAt}
      onRange={onRange}
      count={total ?? Math.min(all, skeletonRows)}
      columns={allColumns}
      onOpen={open}
      phoneRow={(station) => <PhoneRow station={station} words={wordOf(station)} {...phone(station)} />}
    />
  )
}

/** The given columns, between a station with its place and the time. */
function useColumns<S extends ReachedStation>(columns: Column<S>[], atHead: string): Column<S>[] {
  const { t } = useTranslation()
  return useMemo(
    (): Column<S>[] => [
      {
        key: 'station',
        head: t('stations.columns.station'),
        width: 176,
        cell: (station) => <TwoLines top={<Name station={station} />} bottom={station.station_id} />,
      },
      {
        key: 'location',
        head: t('stations.columns.location'),
        hideBelow: 'md',
        width: 160,
        cell: ({ location_name }) => <span className={classes.cut}>{location_name}</span>,
      },
      ...columns,
      {
        key: 'at',
        head: atHead,
        align: 'right',
        width: 124,
        cell: ({ at }) => <When at={at} style="dayTime" />,
      },
    ],
    [t, columns, atHead],
  )
}

interface PhoneRowProps {
  station: ReachedStation
  words: string
  mark?: ReactNode
  right: ReactNode
  rightBottom?: ReactNode
}

/** A station on a phone. */
function PhoneRow({ station, words, mark, ...right }: PhoneRowProps) {
  const number = stationNumber(station.station_number)
  const row = (
    <ListRow
      top={
        mark ? (
          <span className={classes.phoneTop}>
            {mark}
            {number}
          </span>
        ) : (
          number
        )
      }
      bottom={words || `${station.location_name} · ${station.station_id}`}
      {...right}
    />
  )
  return station.removed ? row : <PlainLink href={hrefOf(station)}>{row}</PlainLink>
}

/** What came of it at a station, in two lines at most. */
export function ReachedWord({ text }: { text: string }) {
  return (
    <span className={classes.what} title={text}>
      {text}
    </span>
  )
}

function Name({ station }: { station: ReachedStation }) {
  const { t } = useTranslation()
  const number = stationNumber(station.station_number)
  if (station.removed) return number
  return (
    <PlainLink href={hrefOf(station)} className={classes.link} label={t('stations.open', { number })}>
      {number}
    </PlainLink>
  )
}
