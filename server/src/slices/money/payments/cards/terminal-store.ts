import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Viewer } from '../../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'

export interface TerminalRow {
  id: number
  name: string
  locationId: number
  locationName: string
  provider: string
  marketShopId: string
  createdAt: Date
  usedAt: Date | null
}

const selected = sql`
  select t.id, t.name, t.location_id as "locationId", l.name as "locationName", t.provider,
    t.market_shop_id as "marketShopId", t.created_at as "createdAt", t.used_at as "usedAt"
  from terminals t join location_view l on l.id = t.location_id`

/** The terminals that have a key, by location. */
export async function listTerminals(db: Db): Promise<TerminalRow[]> {
  const { rows } = await sql<TerminalRow>`
    ${selected} where t.revoked_at is null order by l.name, t.name, t.id`.execute(db)
  return rows
}

/** The providers of the terminals that the caller sees. */
export async function listProviders(db: Db, caller: Viewer): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    select distinct t.provider from terminals t
    where t.revoked_at is null and ${visibleLocations(caller, 't.location_id')}`.execute(db)
  return rows.map(({ provider }) => provider)
}

/** The terminal that has a key; undefined: none, or none any more. */
export async function findByKey(db: Db, keyHash: string): Promise<TerminalRow | undefined> {
  const { rows } = await sql<TerminalRow>`
    ${selected} where t.key_hash = ${keyHash} and t.revoked_at is null`.execute(db)
  return rows[0]
}

export async function insertTerminal(
  tx: Tx,
  terminal: Pick<TerminalRow, 'name' | 'locationId' | 'provider' | 'marketShopId' | 'createdAt'> & {
    keyHash: string
    managerId: number
  },
): Promise<number> {
  const { name, locationId, provider, marketShopId, createdAt, keyHash, managerId } = terminal
  const { rows } = await sql<{ id: number }>`
    insert into terminals (name, location_id, provider, market_shop_id, key_hash, created_at, created_by)
    values (${name}, ${locationId}, ${provider}, ${marketShopId}, ${keyHash}, ${createdAt}, ${managerId})
    returning id`.execute(tx)
  return first(rows).id
}

/** Whether there was a key to take away. */
export async function updateRevoked(tx: Tx, id: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update terminals set revoked_at = ${at} where id = ${id} and revoked_at is null returning id`.execute(tx)
  return rows.length > 0
}

export async function updateUsed(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`update terminals set used_at = ${at} where id = ${id}`.execute(tx)
}
