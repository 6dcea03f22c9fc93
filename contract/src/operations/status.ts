import { z } from 'zod'
import { call, instant } from '../base/call.ts'

/** What is wrong, in words that say nothing of the inside of the network. */
const statusWords = ['maintenance', 'no_contact', 'out_of_order', 'sessions', 'payments'] as const

const entrySchema = z.object({
  /** the same as long as it lasts */
  id: z.string(),
  what: z.enum(statusWords),
  /** null: the whole network */
  location_id: z.number().nullable(),
  location: z.string().nullable(),
  city: z.string().nullable(),
  /** how many of the location's stations; null: all, or it is about none */
  stations: z.number().nullable(),
  starts_at: instant,
  /** null: not known yet */
  ends_at: instant.nullable(),
})
export type StatusEntry = z.infer<typeof entrySchema>

const statusSchema = z.object({
  updated_at: instant,
  state: z.enum(['ok', 'maintenance', 'disturbed']).describe('The whole network now'),
  disturbances: z.array(entrySchema),
  maintenances: z.array(entrySchema).describe('Those of now and of the next 14 days'),
})
export type NetworkStatus = z.infer<typeof statusSchema>

/** How the network is, for drivers and partners; there is none unless the operator shows it (STATUS_PAGE). */
export const networkStatus = {
  read: call({
    method: 'GET',
    path: 'public/status',
    summary: 'Disturbances and planned maintenance at locations that drivers may see',
    roles: 'public',
    answer: statusSchema,
  }),
  rss: call({
    method: 'GET',
    path: 'public/status.rss',
    summary: 'The same as RSS 2.0, in the language of Accept-Language or lang',
    roles: 'public',
    query: z.object({ lang: z.string().max(10).optional() }),
    answer: z.string().describe('XML'),
    type: 'application/rss+xml',
  }),
}
