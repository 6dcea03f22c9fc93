import { z } from 'zod'
import { marked } from '../base/subjects.ts'

/**
 * Stations that the caller agrees to make free of charge. They are listed one by one, so that the call makes no other station free;
 * when one is missing, the answer is station.would_be_free.
 */
export const freeStations = z
  .array(marked(z.string().min(1).max(48), { subject: 'station', narrows: true }))
  .max(100_000)
  .optional()
  .describe(
    'Stations that may become free of charge by this call: those that station.would_be_free has named',
  )

/** The details of station.would_be_free. */
export const freedStationsSchema = z.object({
  stations: z.array(
    z.object({
      id: z.string(),
      number: z.number(),
      location_name: z.string(),
      /** what its sessions brought in the last 30 days, in minor units */
      captured: z.number(),
    }),
  ),
})
export type FreedStations = z.infer<typeof freedStationsSchema>
