import type { Role, Station, StationColumn } from '@stationmaster/contract'
import { stationColumns } from '@stationmaster/contract'
import { reportOf } from '../shared/station-report.ts'

const technical: readonly StationColumn[] = ['firmware', 'protocol']
const usual: readonly StationColumn[] = [
  'owner',
  'connectors',
  'signal',
  'monetized',
  'reservations',
  'last_seen',
]

/** The columns that a role may choose: a manager's stations have no other owner, only administrators see firmware. */
export const offeredTo = (role: Role | undefined): StationColumn[] =>
  stationColumns.filter(
    (column) =>
      (column !== 'owner' || role !== 'manager') && (role === 'administrator' || !technical.includes(column)),
  )

const isFilled: Partial<Record<StationColumn, (station: Station) => boolean>> = {
  owner: (station) => !!(station.owner_first_name || station.owner_last_name || station.owner_email),
  signal: (station) => reportOf(station).rssi !== null,
  monetized: ({ monetized }) => monetized,
  reservations: ({ reserves }) => reserves,
}

/** The columns that are empty for all of the given stations. */
export const emptyColumns = (stations: readonly Station[]): StationColumn[] =>
  usual.filter((column) => !stations.some(isFilled[column] ?? (() => true)))

/** The columns to show: the chosen ones, else the usual ones without the empty ones. */
export function shownColumns(
  chosen: readonly StationColumn[] | undefined,
  role: Role | undefined,
  empty: readonly StationColumn[],
): StationColumn[] {
  const wanted = chosen ?? usual.filter((column) => !empty.includes(column))
  return offeredTo(role).filter((column) => wanted.includes(column))
}
