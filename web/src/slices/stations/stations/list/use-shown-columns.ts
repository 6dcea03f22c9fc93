import type { Station, StationColumn } from '@stationmaster/contract'
import { useMemo, useState } from 'react'
import { useManager } from '../../../../api/session.ts'
import { stationsPage } from '../menu/station-pages.ts'
import { emptyColumns, shownColumns } from './shown-columns.ts'

/** The columns of the station list; the first page tells which are empty, also once it has been scrolled out of sight. */
export function useShownColumns(
  chosen: StationColumn[] | undefined,
  rowAt: (index: number) => Station | undefined,
): StationColumn[] {
  const role = useManager()?.role
  const [empty, setEmpty] = useState('')
  const first = Array.from({ length: stationsPage }, (_, index) => rowAt(index)).filter(
    (row) => row !== undefined,
  )
  const now = first.length > 0 ? emptyColumns(first).join() : empty
  if (now !== empty) setEmpty(now)
  return useMemo(() => shownColumns(chosen, role, empty.split(',') as StationColumn[]), [chosen, role, empty])
}
