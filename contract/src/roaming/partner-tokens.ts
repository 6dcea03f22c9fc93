import { z } from 'zod'
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

export const partnerTokens = {
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
}
