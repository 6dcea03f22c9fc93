import { type FirmwareState, firmwareStates } from '@stationmaster/contract'
import { wordParam } from '../../../ui/tables/search-params.ts'

/** What the stations of a roll-out are filtered by, in the URL. */
export interface RolloutFilters {
  state?: FirmwareState | undefined
}

/** Reads the filter out of the URL's search; invalid values are left out. */
export const readRolloutFilters = (search: Record<string, unknown>): RolloutFilters => ({
  state: wordParam(search, 'state', firmwareStates),
})
