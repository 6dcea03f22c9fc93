import { apiKeys, scopesFor } from '@stationmaster/contract'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { ManagersParts } from '../managers/parts.ts'
import { addKey, revokeKey, rotateKey, viewKeys } from './actions.ts'

/** Keys with which other programs call: made, replaced and revoked by people. */
export function apiKeyRoutes(rest: Rest, parts: ManagersParts): void {
  route(rest, apiKeys.list, ({ caller }) => viewKeys(parts, caller))
  route(rest, apiKeys.choices, async ({ caller }) => scopesFor(caller.role))
  route(rest, apiKeys.add, ({ caller, body, remoteAddress }) => {
    const { name, scopes, location_ids, addresses, days } = body
    const terms = { name, scopes, locationIds: location_ids ?? null, addresses, days }
    return addKey(parts, caller, terms, { remoteAddress, currentPassword: body.current_password })
  })
  route(rest, apiKeys.rotate, ({ caller, params, body, remoteAddress }) =>
    rotateKey(
      parts,
      caller,
      { id: params.id, days: body.days, keptHours: body.kept_hours },
      { remoteAddress, currentPassword: body.current_password },
    ),
  )
  route(rest, apiKeys.revoke, ({ caller, params, remoteAddress }) =>
    revokeKey(parts, caller, { id: params.id, remoteAddress }),
  )
}
