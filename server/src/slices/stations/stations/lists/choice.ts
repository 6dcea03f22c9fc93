import type { stationChoice } from '@stationmaster/contract'
import type { z } from 'zod'
import type { StationChoice } from '../store.ts'

type Asked = { [K in keyof typeof stationChoice]?: z.output<(typeof stationChoice)[K]> | undefined }

/** A choice of stations as the store takes it. */
export const choiceOf = ({ search, status, model, ...asked }: Asked): StationChoice => ({
  search,
  status,
  model,
  locationId: asked.location_id,
  monetized: flagOf(asked.monetized),
  online: flagOf(asked.online),
  vendorName: asked.vendor_name,
  firmwareVersion: asked.firmware_version,
  down: flagOf(asked.down),
})

const flagOf = (flag: 'true' | 'false' | undefined): boolean | undefined => flag && flag === 'true'
