import {
  type SavedView,
  type StationColumn,
  type StationOrder,
  type StationStatus,
  stationColumns,
  stationOrders,
  stationStatuses,
} from '@stationmaster/contract'
import { idsParam, textParam, wordParam, wordsParam } from '../../../../ui/tables/search-params.ts'

type Flag = 'true' | 'false'

/** What the station list is filtered by; all of it is in the URL. */
export interface StationFilters {
  q?: string | undefined
  status?: StationStatus | undefined
  location?: number | undefined
  monetized?: Flag | undefined
  online?: Flag | undefined
  vendor?: string | undefined
  model?: string | undefined
  firmware?: string | undefined
  /** nothing of them can be used, though they are in operation */
  down?: 'true' | undefined
}

/** What the station list shows, in which order and columns; undefined: the usual ones. All of it is in the URL. */
export interface StationSearch extends StationFilters {
  sort?: StationOrder | undefined
  columns?: StationColumn[] | undefined
}

const flags: readonly Flag[] = ['true', 'false']

/** Reads the station list's search out of the URL; invalid values are left out. */
export function readStationSearch(search: Record<string, unknown>): StationSearch {
  return {
    q: textParam(search, 'q'),
    status: wordParam(search, 'status', stationStatuses),
    location: idsParam(search, 'location')?.[0],
    monetized: wordParam(search, 'monetized', flags),
    online: wordParam(search, 'online', flags),
    vendor: textParam(search, 'vendor'),
    model: textParam(search, 'model'),
    firmware: textParam(search, 'firmware'),
    down: wordParam(search, 'down', ['true']),
    sort: wordParam(search, 'sort', stationOrders),
    columns: wordsParam(search, 'columns', stationColumns),
  }
}

/** The filters as the server's calls take them. */
export const choiceOf = ({ q, location, vendor, firmware, ...same }: StationFilters) => ({
  ...same,
  search: q,
  location_id: location,
  vendor_name: vendor,
  firmware_version: firmware,
})

/** What a saved view keeps of a search. */
export const keptOf = ({ sort, columns, ...filters }: StationSearch) => ({
  choice: choiceOf(filters),
  order_by: sort ?? null,
  columns: columns ?? null,
})

/** The search of a saved view. */
export function searchOf({ choice, order_by: sort, columns }: SavedView): StationSearch {
  const {
    search: q,
    location_id: location,
    vendor_name: vendor,
    firmware_version: firmware,
    ...same
  } = choice
  return readStationSearch({ ...same, q, location, vendor, firmware, sort, columns })
}
