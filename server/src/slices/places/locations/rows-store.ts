import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import {
  type ColumnMap,
  inParts,
  type LooseRow,
  rows,
  updateParts,
} from '../../../platform/statements/bulk.ts'
import { visibleLocations } from './access/scope-store.ts'

/** Locks the locations with these ids or names until the transaction ends; answers their ids. */
export async function lockLocations(
  tx: Tx,
  { ids, names }: { ids: readonly number[]; names: readonly string[] },
): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select id from locations where (id = any(${ids}::bigint[]) or name = any(${names}::text[])) and deleted_at is null
    order by id for update`.execute(tx)
  return found.map(({ id }) => id)
}

/** The owners of locations, by id, without locations of nobody and of administrators; locked until the transaction ends. */
export async function holdOwners(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows: found } = await sql<{ id: number; ownerId: number | null; role: string | null }>`
    select l.id, l.owner_id as "ownerId", m.role from locations l left join manager_view m on m.id = l.owner_id
    where l.id = any(${ids}::bigint[]) order by l.id for share of l`.execute(tx)
  return new Map(
    found.flatMap(({ id, ownerId, role }) =>
      ownerId === null || role === 'administrator' ? [] : [[id, ownerId] as const],
    ),
  )
}

/** The given columns of locations (l) and their owners (m), by id. */
export async function listLocationRows<R>(
  db: Db,
  ids: readonly number[],
  columns: RawBuilder<unknown>,
): Promise<(R & { id: number })[]> {
  const { rows: found } = await sql<R & { id: number }>`
    select l.id, ${columns} from locations l left join manager_view m on m.id = l.owner_id
    where l.id = any(${ids}::bigint[]) order by l.id`.execute(db)
  return found
}

/** The same for locations that the caller may see and whose id is greater than `after`. */
export async function listLocationRowsAfter<R>(
  db: Db,
  caller: Caller,
  { after, limit }: { after: number; limit: number },
  columns: RawBuilder<unknown>,
): Promise<(R & { id: number })[]> {
  const { rows: found } = await sql<R & { id: number }>`
    select l.id, ${columns} from locations l left join manager_view m on m.id = l.owner_id
    where l.id > ${after} and l.deleted_at is null and ${visibleLocations(caller, 'l.id')}
    order by l.id limit ${limit}`.execute(db)
  return found
}

/** Adds locations with the given columns; answers their ids in the same order. */
export async function insertLocationRows(
  tx: Tx,
  list: readonly LooseRow[],
  columns: ColumnMap<LooseRow>,
  createdAt: Date,
): Promise<number[]> {
  const names = sql.raw(
    Object.values(columns)
      .map(([column]) => column)
      .join(', '),
  )
  const indexed: ColumnMap<LooseRow> = { ...columns, index: ['index', 'integer'] }
  const ids: number[] = []
  for (const part of inParts(list)) {
    const numbered = part.map((row, index) => ({ ...row, index }))
    const inserted = await sql<{ id: number }>`
      insert into locations (${names}, created_at)
      select ${names}, ${createdAt} from ${rows(numbered, indexed, Object.keys(indexed))} order by index
      returning id`.execute(tx)
    ids.push(...inserted.rows.map(({ id }) => id).sort((a, b) => a - b))
  }
  return ids
}

/** Updates the given columns of locations (`key` is the id); increases their versions. */
export const updateLocationRows = (tx: Tx, list: readonly LooseRow[], columns: ColumnMap<LooseRow>) =>
  updateParts(tx, 'locations', list, columns, sql`, version = t.version + 1`)
