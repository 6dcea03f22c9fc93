import type { stationChoice } from '@stationmaster/contract'
import type { z } from 'zod'
import type { StationChoice } from './store.ts'

type Asked = { [K in keyof typeof stationChoice]?: z.output<(typeof stationChoice)[K]> | undefined }

/** A choice of stations as the store takes it. */
export const choiceOf = ({ search, status, location_id, monetized, online }: Asked): StationChoice => ({
  search,
  status,
  locationId: location_id,
  monetized: flagOf(monetized),
  online: flagOf(online),
})

const flagOf = (flag: 'true' | 'false' | undefined): boolean | undefined => flag && flag === 'true'
