import { z } from 'zod'
import { countingNumber } from '../base/bounds.ts'
import { marked } from '../base/subjects.ts'

const description = z.string().trim().max(2000).default('')
/** What is told of a station in free words (domain.md#roles-and-scope). */
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
  /** of the station that the description was made of; the change is refused when it is another by now */
  version: countingNumber.optional(),
})
