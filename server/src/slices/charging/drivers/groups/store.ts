import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { searched } from '../../../../platform/statements/search.ts'
import type { TariffElement } from '../../../places/tariffs/elements.ts'
import type { GroupCharging } from '../terms/terms.ts'

export interface TagGroupRow {
  key: string
  name: string
  charging: GroupCharging
  /** where current is shared by groups; null: as the EVSE says */
  priority: number | null
  tariffId: number | null
  /** of the version of its tariff that holds now; null: none */
  elements: TariffElement[] | null
  tags: number
}

const selected = (at: Date) => sql`select g.key, g.name, g.charging, g.priority, g.tariff_id as "tariffId",
    (select v.elements from tariff_version_view v where v.tariff_id = g.tariff_id and v.valid_from <= ${at}
      order by v.valid_from desc, v.id desc limit 1) as elements,
    (select count(*) from id_tokens t where t.group_id = g.key) as tags
  from tag_groups g`

/** All groups that a search finds, by name. */
export async function listGroups(db: Db, search: string, at: Date): Promise<TagGroupRow[]> {
  const { rows } = await sql<TagGroupRow>`${selected(at)}
    where ${searched(search, ['g.key', 'g.name'])} order by lower(g.name), g.key limit 1000`.execute(db)
  return rows
}

export async function findGroup(db: Db, key: string, at: Date): Promise<TagGroupRow | undefined> {
  const { rows } = await sql<TagGroupRow>`${selected(at)} where g.key = ${key}`.execute(db)
  return rows[0]
}

/** A group's row, locked, made where there is none. */
export async function lockGroup(tx: Tx, key: string, name: string, at: Date): Promise<TagGroupRow> {
  await insertMissingGroups(tx, [key], at, name)
  await sql`select from tag_groups where key = ${key} for update`.execute(tx)
  const group = await findGroup(tx, key, at)
  if (!group) throw new Error(`the group ${key} was removed while it was locked`)
  return group
}

/** Adds groups that cards name and that do not exist yet; they charge as everybody. */
export async function insertMissingGroups(
  tx: Tx,
  keys: readonly string[],
  at: Date,
  name?: string,
): Promise<void> {
  if (keys.length === 0) return
  await sql`insert into tag_groups (key, name, created_at)
    select key, coalesce(${name ?? null}::text, key), ${at} from unnest(${[...new Set(keys)].toSorted()}::text[]) as key
    on conflict (key) do nothing`.execute(tx)
}

export async function updateGroup(
  tx: Tx,
  key: string,
  { name, charging, tariffId, priority }: Pick<TagGroupRow, 'name' | 'charging' | 'tariffId' | 'priority'>,
): Promise<void> {
  await sql`update tag_groups set name = ${name}, charging = ${charging}, tariff_id = ${tariffId},
    priority = ${priority} where key = ${key}`.execute(tx)
}

/** Removes a group; its tariff stays, for sessions were priced by it. */
export async function deleteGroup(tx: Tx, key: string): Promise<void> {
  await sql`delete from tag_groups where key = ${key}`.execute(tx)
}
