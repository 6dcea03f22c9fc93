import { z } from 'zod'
import { countingNumber } from '../base/bounds.ts'
import { call, idParams, instant } from '../base/call.ts'

const roles = ['administrator'] as const
const path = 'roaming/partners/{id}'
const count = z.number().int()

/** The tokens of a partner's drivers, as far as we have them. */
const partnerTokensSchema = z.object({
  tokens: count,
  /** of them, those whose numbers somebody else's cards have here */
  taken: count,
  /** up to when changes were read from the partner; null: never */
  read_until: instant.nullable(),
})
export type PartnerTokens = z.output<typeof partnerTokensSchema>

/** What a partner is still to be sent. */
const partnerQueueSchema = z.object({
  waiting: count,
  dead: count,
  oldest_at: instant.nullable(),
  /** how often in a row it was away, since when, why, and until when it is left alone */
  failures: count,
  failing_since: instant.nullable(),
  error: z.string().nullable(),
  next_at: instant.nullable(),
  delivered_at: instant.nullable(),
  /** the oldest of those that wait, or of those that were given up */
  items: z.array(
    z.object({
      id: z.number(),
      module: z.string(),
      key: z.string(),
      state: z.enum(['waiting', 'sending', 'dead']),
      attempts: count,
      error: z.string().nullable(),
      created_at: instant,
      due_at: instant,
    }),
  ),
})
export type PartnerQueue = z.output<typeof partnerQueueSchema>

export const partnerDrivers = {
  tokens: call({
    method: 'GET',
    path: `${path}/tokens`,
    summary: 'How many tokens of its drivers a partner has told us of',
    roles,
    params: idParams,
    answer: partnerTokensSchema,
  }),
  readTokens: call({
    method: 'POST',
    path: `${path}/tokens/read`,
    summary: 'Read all tokens from a partner now',
    roles,
    params: idParams,
    answer: partnerTokensSchema.extend({
      read: count,
      /** tokens that break the standard */
      unreadable: count,
      /** why it ended before its end; null: it did not */
      failure: z.string().nullable(),
    }),
  }),
  queue: call({
    method: 'GET',
    path: `${path}/queue`,
    summary: 'What a partner is still to be sent, and what was given up',
    roles,
    params: idParams,
    query: z.object({ dead: z.enum(['true', 'false']).optional() }),
    answer: partnerQueueSchema,
  }),
  sendAgain: call({
    method: 'POST',
    path: `${path}/queue/send`,
    summary: 'Send what was given up again, all or one, and try the partner at once',
    roles,
    params: idParams,
    body: z.object({ delivery_id: countingNumber.nullish() }),
    answer: z.object({ revived: count }),
  }),
}
