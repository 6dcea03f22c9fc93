import { z } from 'zod'
import { stationStatuses } from '../base/enums.ts'
import { narrowedBy } from '../base/subjects.ts'

const flag = z.enum(['true', 'false'])

/** Filters of the list of stations. */
export const stationChoice = {
  search: z.string().trim().max(100).optional(),
  status: z.enum(stationStatuses).optional(),
  location_id: narrowedBy('location').optional(),
  monetized: flag.optional(),
  online: flag.optional(),
  /** exact match */
  vendor_name: z.string().max(50).optional(),
  model: z.string().max(50).optional(),
  /** only for administrators; others get an empty list (domain.md#roles-and-scope) */
  firmware_version: z.string().max(255).optional(),
  /** in operation, but no connector can be used: it is offline, faulted or reports itself unavailable */
  down: flag.optional(),
}

/** A model and firmware of a manufacturer that at least one station has. */
export const stationKind = z.object({
  vendor_name: z.string(),
  model: z.string(),
  /** null: not known, or the caller may not see it */
  firmware_version: z.string().nullable(),
})
export type StationKind = z.infer<typeof stationKind>
