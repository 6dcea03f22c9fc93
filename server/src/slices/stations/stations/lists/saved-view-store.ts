import type { SavedView } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

export type SavedViewRow = Omit<SavedView, 'can'> & { manager_id: number }

const fields = sql`id, manager_id, name, choice, order_by, columns, shared, opens`

/** A caller's own views and those that are shared, by name. */
export async function listSavedViews(db: Db, caller: Caller): Promise<SavedViewRow[]> {
  const { rows } = await sql<SavedViewRow>`
    select ${fields} from saved_views where manager_id = ${caller.id} or shared order by lower(name), id`.execute(
    db,
  )
  return rows
}

/** A view that the caller may see, locked. */
export async function findSavedView(tx: Tx, caller: Caller, id: number): Promise<SavedViewRow | undefined> {
  const { rows } = await sql<SavedViewRow>`
    select ${fields} from saved_views where id = ${id} and (manager_id = ${caller.id} or shared) for update`.execute(
    tx,
  )
  return rows[0]
}

export async function countSavedViews(tx: Tx, managerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from saved_views where manager_id = ${managerId}`.execute(tx)
  return first(rows).count
}

type NewView = Omit<SavedViewRow, 'id'>

export async function insertSavedView(tx: Tx, view: NewView, at: Date): Promise<number> {
  await closeOthers(tx, view)
  const { rows } = await sql<{ id: number }>`
    insert into saved_views (manager_id, name, choice, order_by, columns, shared, opens, created_at)
    values (${view.manager_id}, ${view.name}, ${JSON.stringify(view.choice)}, ${view.order_by}, ${view.columns}::text[],
      ${view.shared}, ${view.opens}, ${at}) returning id`.execute(tx)
  return first(rows).id
}

export async function updateSavedView(tx: Tx, view: SavedViewRow): Promise<void> {
  await closeOthers(tx, view)
  await sql`
    update saved_views set name = ${view.name}, choice = ${JSON.stringify(view.choice)}, order_by = ${view.order_by},
      columns = ${view.columns}::text[], shared = ${view.shared}, opens = ${view.opens} where id = ${view.id}`.execute(
    tx,
  )
}

/** The list opens with one view at most. */
async function closeOthers(tx: Tx, { manager_id: managerId, opens }: NewView): Promise<void> {
  if (opens)
    await sql`update saved_views set opens = false where manager_id = ${managerId} and opens`.execute(tx)
}

export async function removeSavedView(tx: Tx, id: number): Promise<void> {
  await sql`delete from saved_views where id = ${id}`.execute(tx)
}
