import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'

const roles = ['administrator'] as const
const path = 'roaming/partners/{id}/parties'
const count = z.number().int()

/** How a hub says that one of the parties behind it is connected. */
const partyStatuses = ['CONNECTED', 'OFFLINE', 'PLANNED', 'SUSPENDED'] as const

/** The parties behind a partner that is a hub. */
const partnerPartiesSchema = z.object({
  total: count,
  /** when all were read from the hub last; null: never */
  read_at: instant.nullable(),
  /** those that are not connected come first */
  items: z.array(
    z.object({
      country_code: z.string(),
      party_id: z.string(),
      role: z.string(),
      status: z.enum(partyStatuses),
      last_updated: instant,
      /** since when nothing is sent to it; null: it is connected */
      away_since: instant.nullable(),
    }),
  ),
})
export type PartnerParties = z.output<typeof partnerPartiesSchema>

export const partnerParties = {
  parties: call({
    method: 'GET',
    path,
    summary: 'The parties behind a hub, and how they are connected',
    roles,
    params: idParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(100),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    answer: partnerPartiesSchema,
  }),
  readParties: call({
    method: 'POST',
    path: `${path}/read`,
    summary: 'Read the parties behind a hub from it now',
    roles,
    params: idParams,
    answer: partnerPartiesSchema.extend({
      read: count,
      /** parties that break the standard */
      unreadable: count,
      /** why it ended before its end; null: it did not */
      failure: z.string().nullable(),
    }),
  }),
}
