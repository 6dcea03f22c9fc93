import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Source } from './source-store.ts'

/** How far a source has been read. */
export interface Mark {
  source: Source
  /** up to here for good */
  position: number
  /** its newest row at an earlier look, and the first transaction that had not begun then */
  seen: number | null
  seenBefore: number | null
  seenAt: Date | null
}

/** The transactions of this moment: the oldest that is open, and the first that has not begun. */
export interface Transactions {
  oldest: number
  next: number
}

/** Takes the turn to read; another server waits for its own. */
export async function lockMarks(tx: Tx): Promise<Mark[]> {
  const { rows } = await sql<Mark>`
    select source, position, seen, seen_before as "seenBefore", seen_at as "seenAt" from webhook_sources
    order by source for update`.execute(tx)
  return rows
}

export async function findTransactions(tx: Tx): Promise<Transactions> {
  const { rows } = await sql<Transactions>`
    select pg_snapshot_xmin(s)::text::bigint as "oldest", pg_snapshot_xmax(s)::text::bigint as "next"
    from pg_current_snapshot() s`.execute(tx)
  return first(rows)
}

export async function insertMark(tx: Tx, source: Source, position: number): Promise<boolean> {
  const { rows } = await sql`
    insert into webhook_sources (source, position) values (${source}, ${position}) on conflict do nothing
    returning source`.execute(tx)
  return rows.length > 0
}

export async function updateMark(
  tx: Tx,
  { source, position, seen, seenBefore, seenAt }: Mark,
): Promise<void> {
  await sql`update webhook_sources set position = ${position}, seen = ${seen}, seen_before = ${seenBefore},
    seen_at = ${seenAt} where source = ${source}`.execute(tx)
}

export const removeMark = (tx: Tx, source: Source) =>
  sql`delete from webhook_sources where source = ${source}`.execute(tx)
