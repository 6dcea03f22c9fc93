import { partnerTokens as calls, type PartnerTokens } from '@stationmaster/contract'
import { type Rest, route } from '../../../platform/http/http.ts'
import { getPartner } from '../partners/office/actions.ts'
import type { PartnerParts } from '../partners/parts.ts'
import { pullTokens } from './pull.ts'
import { countTokens, findTokensReadAt } from './store.ts'

/** What administrators see of a partner's tokens. */
export function partnerTokenRoutes(rest: Rest, parts: PartnerParts): void {
  const { db } = parts
  const tokensOf = async (partnerId: number): Promise<PartnerTokens> => {
    const { all, taken } = await countTokens(db, partnerId)
    return { tokens: all, taken, read_until: (await findTokensReadAt(db, partnerId))?.toISOString() ?? null }
  }
  route(rest, calls.tokens, async ({ params }) => {
    await getPartner(parts, params.id)
    return tokensOf(params.id)
  })
  route(rest, calls.readTokens, async ({ params }) => {
    const pulled = await pullTokens(parts, await getPartner(parts, params.id), { all: true })
    return { ...(await tokensOf(params.id)), ...pulled }
  })
}
