import type { ClientInfo } from '@stationmaster/ocpi'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** A party behind a hub, as the hub says. */
export interface ClientRow extends ClientInfo {
  /** since when nothing is sent to it; null: it is connected */
  awaySince: Date | null
}

/** A party, in upper case. */
export interface ClientName {
  countryCode: string
  partyId: string
}

const columns = sql`c.country_code as "countryCode", c.party_id as "partyId", c.role, c.status,
  c.last_updated as "lastUpdated", c.away_since as "awaySince"`

export async function findClient(
  db: Db,
  partnerId: number,
  { countryCode, partyId }: ClientName,
): Promise<ClientRow | undefined> {
  const { rows } =
    await sql<ClientRow>`select ${columns} from roaming_clients c where c.partner_id = ${partnerId}
    and c.country_code = ${countryCode.toUpperCase()} and c.party_id = ${partyId.toUpperCase()}`.execute(db)
  return rows[0]
}

/** The parties of a hub by name, those that are away first, and how many there are. */
export async function listClients(
  db: Db,
  partnerId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ClientRow[]; total: number }> {
  const { rows } =
    await sql<ClientRow>`select ${columns} from roaming_clients c where c.partner_id = ${partnerId}
    order by c.away_since is null, c.country_code, c.party_id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from roaming_clients where partner_id = ${partnerId}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Keeps what a hub says of a party, unless it has said something newer. */
export async function upsertClient(tx: Tx, partnerId: number, client: ClientInfo, at: Date): Promise<void> {
  const { countryCode, partyId, role, status, lastUpdated } = client
  await sql`insert into roaming_clients as c (partner_id, country_code, party_id, role, status, last_updated, heard_at, away_since)
    values (${partnerId}, ${countryCode.toUpperCase()}, ${partyId.toUpperCase()}, ${role}, ${status}, ${lastUpdated}, ${at},
      ${status === 'CONNECTED' ? null : at}::timestamptz)
    on conflict (partner_id, country_code, party_id) do update set heard_at = excluded.heard_at,
      role = case when excluded.last_updated >= c.last_updated then excluded.role else c.role end,
      status = case when excluded.last_updated >= c.last_updated then excluded.status else c.status end,
      away_since = case when excluded.last_updated < c.last_updated then c.away_since
        when excluded.away_since is null then null else coalesce(c.away_since, excluded.away_since) end,
      last_updated = greatest(c.last_updated, excluded.last_updated)`.execute(tx)
}

/** Forgets the parties of a hub that it has not named since an instant. */
export async function removeClients(tx: Tx, partnerId: number, notSince: Date): Promise<void> {
  await sql`delete from roaming_clients where partner_id = ${partnerId} and heard_at < ${notSince}`.execute(
    tx,
  )
}

/** When the parties of a hub were last read from it; null: never. */
export async function findClientsReadAt(db: Db, partnerId: number): Promise<Date | null> {
  const { rows } = await sql<{ readAt: Date | null }>`select clients_read_at as "readAt" from roaming_partners
    where id = ${partnerId}`.execute(db)
  return rows[0]?.readAt ?? null
}

export async function updateClientsReadAt(tx: Tx, partnerId: number, at: Date): Promise<void> {
  await sql`update roaming_partners set clients_read_at = ${at} where id = ${partnerId}`.execute(tx)
}
