import type { alertChannelKinds, Language } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

export interface ChannelRow {
  id: number
  ownerId: number | null
  kind: (typeof alertChannelKinds)[number]
  name: string
  target: string
  language: Language
  sealed: string
}

const selected = sql`select id, owner_id as "ownerId", kind, name, target, language, sealed from alert_channels`

/** The channels of an owner; null: the network's. */
export async function listChannels(db: Db, ownerId: number | null): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    ${selected} where owner_id is not distinct from ${ownerId}::bigint and removed_at is null
    order by lower(name), id`.execute(db)
  return rows
}

export async function findChannel(db: Db, id: number): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`${selected} where id = ${id} and removed_at is null`.execute(db)
  return rows[0]
}

export async function insertChannel(
  tx: Tx,
  { ownerId, kind, name, target, language, sealed }: Omit<ChannelRow, 'id'>,
  { by, at }: { by: number; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into alert_channels (owner_id, kind, name, target, language, sealed, created_by, created_at)
    values (${ownerId}, ${kind}, ${name}, ${target}, ${language}, ${sealed}, ${by}, ${at}) returning id`.execute(
    tx,
  )
  return first(rows).id
}

/** Removes a channel, and its secret with it. */
export async function removeChannel(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`update alert_channels set removed_at = ${at}, sealed = '' where id = ${id}`.execute(tx)
}
