import type { Station } from '@stationmaster/contract'
import { useCallback } from 'react'
import type { ShownStations } from './station-columns.tsx'
import { StationTable } from './station-table.tsx'

interface DenseStationsProps {
  stations: Station[] | undefined
  hasMore: boolean
  loading: boolean
  onMore: () => void
}

const bones = 5
const shown: ShownStations = {
  columns: ['connectors', 'model', 'monetized', 'status_since', 'last_session', 'last_seen'],
  usual: false,
  ofLocation: true,
}

/** A location's stations, a row each; more are loaded when the end comes into sight. */
export function DenseStations({ stations, hasMore, loading, onMore }: DenseStationsProps) {
  const rowAt = useCallback((index: number) => stations?.[index], [stations])
  const count = stations?.length ?? bones
  const onRange = (_: number, last: number) => {
    if (hasMore && !loading && last >= count - 1) onMore()
  }
  return <StationTable count={count} rowAt={rowAt} onRange={onRange} shown={shown} />
}
