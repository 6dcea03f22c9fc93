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
  vendor?: string | undefined
  model?: string | undefined
  firmware?: string | undefined
  /** nothing of them can be used, though they are in operation */
  down?: 'true' | undefined
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
    vendor: textParam(search, 'vendor'),
    model: textParam(search, 'model'),
    firmware: textParam(search, 'firmware'),
    down: wordParam(search, 'down', ['true']),
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
