import type { CredentialsRole, Endpoint, TokenEncoding } from '@stationmaster/ocpi'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

export type PartnerState = 'invited' | 'connected' | 'suspended' | 'withdrawn'

export interface PartnerRow {
  id: number
  name: string
  state: PartnerState
  invitedBy: 'us' | 'them'
  version: string | null
  roles: CredentialsRole[]
  hubPartyId: string | null
  /** staff has said that it stands for others */
  isHub: boolean
  versionsUrl: string | null
  endpoints: Endpoint[]
  tokenHash: string | null
  offeredHash: string | null
  invitedUntil: Date | null
  sendsEncoded: TokenEncoding | null
  /** the token that opens their interface to us, sealed */
  partnerToken: string | null
  wantsEncoded: TokenEncoding | null
  lastHeardAt: Date | null
  lastAnsweredAt: Date | null
  createdAt: Date
  connectedAt: Date | null
}

const columns = sql`id, name, state, invited_by as "invitedBy", version, roles, hub_party_id as "hubPartyId", is_hub as "isHub",
  versions_url as "versionsUrl", endpoints, token_hash as "tokenHash", offered_hash as "offeredHash",
  invited_until as "invitedUntil", sends_encoded as "sendsEncoded", partner_token as "partnerToken",
  wants_encoded as "wantsEncoded", last_heard_at as "lastHeardAt", last_answered_at as "lastAnsweredAt",
  created_at as "createdAt", connected_at as "connectedAt"`

export async function findPartner(db: Db, id: number): Promise<PartnerRow | undefined> {
  const { rows } = await sql<PartnerRow>`select ${columns} from roaming_partners where id = ${id}`.execute(db)
  return rows[0]
}

/** The partner with its row locked. */
export async function lockPartner(tx: Tx, id: number): Promise<PartnerRow | undefined> {
  const { rows } = await sql<PartnerRow>`
    select ${columns} from roaming_partners where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** The partner that one of these tokens opens our interface to, with the hash that did. */
export async function findByToken(db: Db, hashes: readonly string[]): Promise<PartnerRow | undefined> {
  const { rows } = await sql<PartnerRow>`
    select ${columns} from roaming_partners
    where token_hash = any(${hashes}) or offered_hash = any(${hashes}) order by id limit 1`.execute(db)
  return rows[0]
}

/** Partners by name, those that have withdrawn last. */
export async function listPartners(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PartnerRow[]; total: number }> {
  const { rows } = await sql<PartnerRow>`
    select ${columns} from roaming_partners
    order by state = 'withdrawn', lower(name), id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from roaming_partners`.execute(
    db,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function insertPartner(
  tx: Tx,
  partner: {
    name: string
    invitedBy: 'us' | 'them'
    isHub: boolean
    tokenHash: string | null
    invitedUntil: Date | null
    at: Date
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('roaming_partners')
    .values({
      name: partner.name,
      state: 'invited',
      invited_by: partner.invitedBy,
      is_hub: partner.isHub,
      token_hash: partner.tokenHash,
      invited_until: partner.invitedUntil,
      created_at: partner.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface PartnerChange {
  name?: string
  state?: PartnerState
  invitedBy?: 'us' | 'them'
  version?: string | null
  roles?: CredentialsRole[]
  hubPartyId?: string | null
  isHub?: boolean
  versionsUrl?: string | null
  endpoints?: Endpoint[]
  tokenHash?: string | null
  offeredHash?: string | null
  invitedUntil?: Date | null
  partnerToken?: string | null
  sendsEncoded?: TokenEncoding | null
  wantsEncoded?: TokenEncoding | null
  connectedAt?: Date | null
}

export async function updatePartner(db: Db, id: number, change: PartnerChange): Promise<void> {
  const { roles, endpoints } = change
  await db
    .updateTable('roaming_partners')
    .set({
      name: change.name,
      state: change.state,
      invited_by: change.invitedBy,
      version: change.version,
      roles: roles && JSON.stringify(roles),
      hub_party_id: change.hubPartyId,
      is_hub: change.isHub,
      versions_url: change.versionsUrl,
      endpoints: endpoints && JSON.stringify(endpoints),
      token_hash: change.tokenHash,
      offered_hash: change.offeredHash,
      invited_until: change.invitedUntil,
      partner_token: change.partnerToken,
      sends_encoded: change.sendsEncoded,
      wants_encoded: change.wantsEncoded,
      connected_at: change.connectedAt,
    })
    .where('id', '=', id)
    .execute()
}

/** Notes that a partner has called, and how it writes its token; once in a while, so that many calls are not as many writes. */
export async function updateHeard(
  db: Db,
  id: number,
  { encoding, at, before }: { encoding: TokenEncoding; at: Date; before: Date },
): Promise<void> {
  await sql`update roaming_partners set last_heard_at = ${at}, sends_encoded = ${encoding}
    where id = ${id} and (last_heard_at is null or last_heard_at < ${before} or sends_encoded is distinct from ${encoding})`.execute(
    db,
  )
}

/** Notes that a partner has answered a call of ours, once in a while. */
export async function updateAnswered(db: Db, id: number, at: Date, before: Date): Promise<void> {
  await sql`update roaming_partners set last_answered_at = ${at}
    where id = ${id} and (last_answered_at is null or last_answered_at < ${before})`.execute(db)
}

/** Whether any partner knows us by the party that we have. */
export async function isAnyConnected(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from roaming_partners where state in ('connected', 'suspended')) as any`.execute(db)
  return rows[0]?.any ?? false
}

export async function listConnected(db: Db): Promise<PartnerRow[]> {
  const { rows } = await sql<PartnerRow>`
    select ${columns} from roaming_partners where state = 'connected' order by id`.execute(db)
  return rows
}

/**
 * The parties of all other partners, as `DE*ABC`, of hubs their own and none of those behind them; nobody else adds to them until the
 * transaction ends.
 */
export async function lockOtherParties(tx: Tx, partnerId: number): Promise<Set<string>> {
  await sql`select pg_advisory_xact_lock(hashtext('roaming parties'))`.execute(tx)
  const { rows } = await sql<{ party: string }>`
    select distinct upper(r ->> 'countryCode') || '*' || upper(r ->> 'partyId') as party
    from roaming_partners p, jsonb_array_elements(p.roles) r
    where p.id <> ${partnerId} and p.state in ('connected', 'suspended') and not (p.is_hub and p.hub_party_id is not null)
    union select upper(left(p.hub_party_id, 2) || '*' || substr(p.hub_party_id, 3)) from roaming_partners p
    where p.id <> ${partnerId} and p.state in ('connected', 'suspended') and p.is_hub and p.hub_party_id is not null`.execute(
    tx,
  )
  return new Set(rows.map(({ party }) => party))
}
