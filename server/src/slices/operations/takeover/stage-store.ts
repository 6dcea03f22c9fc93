import { storableJson } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import type { Look, Row, Staged } from './sources/source.ts'

/** Keeps rows of another system until they are applied; one that was read before is replaced. */
export async function keepRows(db: Db, id: number, rows: readonly Staged[]): Promise<void> {
  const last = new Map(rows.map((row) => [`${row.of}\u0000${row.key}`, row]))
  if (last.size === 0) return
  const json = storableJson(
    JSON.stringify([...last.values()].map(({ of, key, body }) => ({ of, key, body }))),
  )
  await sql`
    insert into takeover_rows (takeover_id, of, key, body)
    select ${id}::bigint, r.of, r.key, r.body from json_to_recordset(${json}::json) as r(of text, key text, body jsonb)
    on conflict (takeover_id, of, key) do update set body = excluded.body`.execute(db)
}

/** The rows of a kind after a key, in the order of their keys. */
export async function listRows(
  db: Db,
  id: number,
  { of, after, limit }: { of: string; after: string; limit: number },
): Promise<Staged[]> {
  const { rows } = await sql<Staged>`
    select of, key, body from takeover_rows where takeover_id = ${id} and of = ${of} and key > ${after}
    order by key limit ${limit}`.execute(db)
  return rows
}

export async function hasRows(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from takeover_rows where takeover_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** Forgets what a run has read, a part at a time; resolves with whether there may be more. */
export async function forgetRows(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from takeover_rows where (takeover_id, of, key) in (
      select takeover_id, of, key from takeover_rows where takeover_id = ${id} limit 20000)`.execute(db)
  return Number(numAffectedRows ?? 0) === 20_000
}

/** Finds rows that a run has kept. */
export const lookIn = (db: Db, id: number): Look => ({
  async byKey(of, keys) {
    const sought = [...new Set(keys.filter((key) => key !== null))]
    if (sought.length === 0) return new Map()
    const { rows } = await sql<{ key: string; body: Row }>`
      select key, body from takeover_rows
      where takeover_id = ${id} and of = ${of} and key = any(${sought}::text[])`.execute(db)
    return new Map(rows.map(({ key, body }) => [key, body]))
  },
  async below(of, parents) {
    const sought = [...new Set(parents)]
    const found = new Map<string, Row[]>()
    if (sought.length === 0) return found
    const { rows } = await sql<{ parent: string | null; body: Row }>`
      select p.parent, r.body from unnest(${sought}::text[]) as p(parent)
      join takeover_rows r on r.takeover_id = ${id} and r.of = ${of}
        and r.key > p.parent || chr(1) collate "C" and r.key < p.parent || chr(2) collate "C"
      order by r.key`.execute(db)
    for (const { parent, body } of rows) {
      if (parent === null) continue
      const known = found.get(parent)
      if (known) known.push(body)
      else found.set(parent, [body])
    }
    return found
  },
})
