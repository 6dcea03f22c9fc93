import { type StationStatus, stationStatuses } from '@stationmaster/contract'
import { idsParam, textParam, wordParam } from '../../ui/search-params.ts'

type Flag = 'true' | 'false'

/** What the station list is filtered by; all of it is in the URL. */
export interface StationFilters {
  q?: string | undefined
  status?: StationStatus | undefined
  location?: number | undefined
  monetized?: Flag | undefined
  online?: Flag | undefined
}

const flags: readonly Flag[] = ['true', 'false']

/** Reads the station list's filters out of the URL's search; whatever makes no sense is left out. */
export function readStationFilters(search: Record<string, unknown>): StationFilters {
  return {
    q: textParam(search, 'q'),
    status: wordParam(search, 'status', stationStatuses),
    location: idsParam(search, 'location')?.[0],
    monetized: wordParam(search, 'monetized', flags),
    online: wordParam(search, 'online', flags),
  }
}

/** The filters as the server's calls take them. */
export const choiceOf = ({ q, status, location, monetized, online }: StationFilters) => ({
  search: q,
  status,
  location_id: location,
  monetized,
  online,
})
