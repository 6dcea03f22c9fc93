import { z } from 'zod'
import { countingNumber } from '../base/bounds.ts'
import { marked } from '../base/subjects.ts'

const description = z.string().trim().max(2000).default('')
/** Free texts about a station (domain.md#roles-and-scope). */
export const stationDescriptions = z.object({
  desc1: description,
  desc2: description,
  desc3: description,
  desc4: description,
})

export const stationDescriptionBody = z.object({
  station_id: marked(z.string().min(1).max(48), { subject: 'station' }),
  vendor_name: z.string().trim().min(1).max(50),
  model: z.string().trim().min(1).max(50),
  /** the connectors descriptor */
  connectors: z.string().trim().max(4000).default(''),
  description: stationDescriptions,
  /** version of the station that was read; the change is refused when the station has another version now */
  version: countingNumber.optional(),
})
