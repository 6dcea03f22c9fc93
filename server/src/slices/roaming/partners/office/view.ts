import type { ConnectFailureView, PartnerMessageView, RoamingPartner } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { type Caller, onlyReads } from '../../../../platform/http/caller.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { ConnectFailure } from '../calling/endpoints.ts'
import { countFailed, type MessageRow } from '../messages/message-store.ts'
import { actionsOn } from '../rules.ts'
import type { PartnerRow } from '../store.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Partners as administrators see them, with how many calls of the last day failed. */
export async function viewsOf(db: Db, partners: readonly PartnerRow[], now: Date): Promise<RoamingPartner[]> {
  const ids = partners.map(({ id }) => id)
  const failed = await countFailed(db, ids, new Date(now.getTime() - DAY_MS))
  return partners.map((partner) => ({
    id: partner.id,
    name: partner.name,
    state: partner.state,
    invited_by: partner.invitedBy,
    version: partner.version,
    roles: partner.roles.map(({ role, countryCode, partyId, businessDetails }) => ({
      role,
      country_code: countryCode,
      party_id: partyId,
      name: businessDetails.name,
    })),
    hub: partner.isHub,
    hub_party_id: partner.hubPartyId,
    versions_url: partner.versionsUrl,
    modules: partner.endpoints.map(({ identifier, role, url }) => ({ module: identifier, role, url })),
    invited_until: iso(partner.invitedUntil),
    sends_encoded: partner.sendsEncoded,
    wants_encoded: partner.wantsEncoded,
    last_heard_at: iso(partner.lastHeardAt),
    last_answered_at: iso(partner.lastAnsweredAt),
    created_at: partner.createdAt.toISOString(),
    connected_at: iso(partner.connectedAt),
    failed: failed.get(partner.id) ?? 0,
    can: { change: true, ...actionsOn(partner) },
  }))
}

/** A partner as somebody sees it: who only reads is offered nothing. */
export const seenBy = (caller: Pick<Caller, 'role'>, partner: RoamingPartner): RoamingPartner =>
  onlyReads(caller) ? { ...partner, can: noneOf(partner.can) } : partner

const noneOf = (can: RoamingPartner['can']) =>
  Object.fromEntries(Object.keys(can).map((deed) => [deed, false])) as RoamingPartner['can']

export const failureView = ({
  step,
  fault,
  httpStatus,
  ocpiStatus,
  message,
}: ConnectFailure): ConnectFailureView => ({
  step,
  fault,
  http_status: httpStatus,
  ocpi_status: ocpiStatus,
  message: message.slice(0, 500),
})

export const messageView = (row: MessageRow): PartnerMessageView => ({
  id: row.id,
  at: row.at.toISOString(),
  direction: row.direction,
  version: row.version,
  module: row.module,
  method: row.method,
  path: row.path,
  http_status: row.httpStatus,
  ocpi_status: row.ocpiStatus,
  fault: row.fault,
  duration_ms: row.durationMs,
  request_id: row.requestId,
  correlation_id: row.correlationId,
  failed: row.fault !== null || (row.httpStatus ?? 0) >= 400 || (row.ocpiStatus ?? 0) >= 2000,
})
