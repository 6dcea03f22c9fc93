import { z } from 'zod'
import { call, instant, page } from '../base/call.ts'

export const unknownTagSchema = z.object({
  token: z.string(),
  /** how often stations have sent it */
  shown: z.number(),
  first_at: instant,
  last_at: instant,
  station: z.object({ id: z.string(), number: z.number() }),
  location: z.object({ id: z.number(), name: z.string() }),
})
export type UnknownTag = z.output<typeof unknownTagSchema>

/** Cards that were shown at stations and are not registered. */
export const unknownTags = {
  list: call({
    method: 'GET',
    path: 'unknown-tags',
    summary: 'Cards that were shown at stations and nobody has registered, those that are shown most first',
    roles: ['administrator'],
    query: z.object({ ...page(50, 500), search: z.string().trim().max(100).optional() }),
    answer: z.array(unknownTagSchema),
    counted: true,
  }),
  remove: call({
    method: 'DELETE',
    path: 'unknown-tags/{token}',
    summary: 'Remove a card from the list, until it is shown again',
    roles: ['administrator'],
    params: z.object({ token: z.string().trim().min(1).max(255) }),
    status: 204,
  }),
}
