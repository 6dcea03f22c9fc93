import { partnerParties as calls, type PartnerParties } from '@stationmaster/contract'
import { type Rest, route } from '../../../../platform/http/http.ts'
import { getPartner } from '../office/actions.ts'
import { pullClients } from './client-pull.ts'
import { findClientsReadAt, listClients } from './client-store.ts'
import type { ClientParts } from './clients.ts'

/** What administrators see of the parties behind a hub. */
export function partnerPartyRoutes(rest: Rest, parts: ClientParts): void {
  const { db } = parts
  const partiesOf = async (
    partnerId: number,
    page: { limit: number; offset: number },
  ): Promise<PartnerParties> => {
    const { rows, total } = await listClients(db, partnerId, page)
    return {
      total,
      read_at: (await findClientsReadAt(db, partnerId))?.toISOString() ?? null,
      items: rows.map(({ countryCode, partyId, role, status, lastUpdated, awaySince }) => ({
        country_code: countryCode,
        party_id: partyId,
        role,
        status,
        last_updated: lastUpdated.toISOString(),
        away_since: awaySince?.toISOString() ?? null,
      })),
    }
  }
  route(rest, calls.parties, async ({ params, query }) => {
    await getPartner(parts, params.id)
    return partiesOf(params.id, query)
  })
  route(rest, calls.readParties, async ({ params }) => {
    const pulled = await pullClients(parts, await getPartner(parts, params.id))
    return { ...(await partiesOf(params.id, { limit: 100, offset: 0 })), ...pulled }
  })
}
