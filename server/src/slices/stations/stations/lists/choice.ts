import type { stationChoice } from '@stationmaster/contract'
import type { z } from 'zod'
import type { StationChoice } from '../store.ts'

type StationQuery = { [K in keyof typeof stationChoice]?: z.output<(typeof stationChoice)[K]> | undefined }

/** Translates the filters of the API into those of the store. */
export const choiceOf = ({ search, status, model, ...query }: StationQuery): StationChoice => ({
  search,
  status,
  model,
  locationId: query.location_id,
  monetized: flagOf(query.monetized),
  online: flagOf(query.online),
  vendorName: query.vendor_name,
  firmwareVersion: query.firmware_version,
  down: flagOf(query.down),
})

const flagOf = (flag: 'true' | 'false' | undefined): boolean | undefined => flag && flag === 'true'
