import { z } from 'zod'
import { countingNumber } from '../base/bounds.ts'
import { call, idParams, instant } from '../base/call.ts'

const roles = ['administrator'] as const
const path = 'roaming/partners/{id}'
const count = z.number().int()

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

export const partnerQueue = {
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
