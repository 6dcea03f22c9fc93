import { z } from 'zod'
import { stationStatuses } from '../base/enums.ts'
import { narrowedBy } from '../base/subjects.ts'

const flag = z.enum(['true', 'false'])

/** What narrows the list of stations. */
export const stationChoice = {
  search: z.string().trim().max(100).optional(),
  status: z.enum(stationStatuses).optional(),
  location_id: narrowedBy('location').optional(),
  monetized: flag.optional(),
  online: flag.optional(),
  /** exactly as the station has them */
  vendor_name: z.string().max(50).optional(),
  model: z.string().max(50).optional(),
  /** for administrators; others find none by it (domain.md#roles-and-scope) */
  firmware_version: z.string().max(255).optional(),
  /** in operation, and nothing of it can be used: it is away, broken, or says so itself */
  down: flag.optional(),
}

/** A manufacturer's model with a firmware, of which there are stations. */
export const stationKind = z.object({
  vendor_name: z.string(),
  model: z.string(),
  /** null: not known, or not told to the caller */
  firmware_version: z.string().nullable(),
})
export type StationKind = z.infer<typeof stationKind>
