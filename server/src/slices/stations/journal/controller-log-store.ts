import type { ControllerLog, LogLevel } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import { type ColumnMap, insertRows } from '../../../platform/statements/bulk.ts'
import { removeBefore } from '../../../platform/statements/remove-before.ts'
import type { Position } from './history-store.ts'

/** A line of a station's controller; connector null: the station itself. */
export interface ControllerLine {
  at: Date
  stationId: string
  connector: number | null
  level: LogLevel
  source: ControllerLog['source']
  text: string
}

const columns: ColumnMap<ControllerLine> = {
  at: ['at', 'timestamptz'],
  stationId: ['station_id', 'text'],
  connector: ['connector', 'integer'],
  level: ['level', 'text'],
  source: ['source', 'text'],
  text: ['text', 'text'],
}

/** Appends lines in one statement. */
export const insertControllerLines = (db: Db, lines: ControllerLine[]) =>
  insertRows(db, 'controller_logs', lines, columns)

/** A part of a station's lines, newest first, without what the reader cleared. */
export async function listControllerLines(
  db: Db,
  managerId: number,
  stationId: string,
  {
    connector,
    before,
    limit,
  }: { connector?: number | undefined; before?: Position | undefined; limit: number },
): Promise<{ items: ControllerLog[]; next: Position | null }> {
  const older = before ? sql`(l.at, l.id) < (${before.at}, ${before.id})` : sql`true`
  const { rows } = await sql<
    Omit<ControllerLog, 'created_at' | 'connector_id'> & Position & { connector: number | null }
  >`
    select l.id, l.at, l.connector, l.level, l.source, l.text from controller_logs l
    where l.station_id = ${stationId} and ${older}
      and ${connector === undefined ? sql`true` : sql`l.connector = ${connector}`}
      and l.at > coalesce((select cleared_at from controller_log_clears
        where manager_id = ${managerId} and station_id = ${stationId}), '-infinity')
    order by l.at desc, l.id desc limit ${limit + 1}`.execute(db)
  const kept = rows.slice(0, limit)
  const last = kept.at(-1)
  return {
    items: kept.map(({ id, at, connector: number, level, source, text }) => ({
      id,
      created_at: at.toISOString(),
      connector_id: number,
      level,
      source,
      text,
    })),
    next: rows.length > limit && last ? { at: last.at, id: last.id } : null,
  }
}

const aroundMs = MINUTE_MS
const ofOrderMost = 500

export type LineOfOrder = Pick<ControllerLine, 'at' | 'connector' | 'level' | 'source' | 'text'>

/**
 * What the controller wrote while an order was under way, and a minute before and after: lines of its connector and of the
 * station itself, the newest 500, newest first.
 */
export async function listLinesOf(
  db: Db,
  { stationId, connectorId }: { stationId: string; connectorId: number },
  begun: Date,
  ended: Date | null,
): Promise<LineOfOrder[]> {
  const since = new Date(begun.getTime() - aroundMs)
  const until = ended && new Date(ended.getTime() + aroundMs)
  const { rows } = await sql<LineOfOrder>`
    select l.at, l.connector, l.level, l.source, l.text from controller_logs l
    where l.station_id = ${stationId} and l.at >= ${since} and ${until ? sql`l.at <= ${until}` : sql`true`}
      and (l.connector is null or l.connector = (select c.ordinal from connector_view c where c.id = ${connectorId}))
    order by l.at desc, l.id desc limit ${ofOrderMost}`.execute(db)
  return rows
}

/** Hides a station's lines up to now from one person. */
export async function clearControllerLines(
  tx: Db,
  managerId: number,
  stationId: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('controller_log_clears')
    .values({ manager_id: managerId, station_id: stationId, cleared_at: at })
    .onConflict((conflict) => conflict.columns(['manager_id', 'station_id']).doUpdateSet({ cleared_at: at }))
    .execute()
}

/** Deletes the lines that are older than the journal is kept. */
export const removeOldControllerLines = (db: Db, before: Date): Promise<void> =>
  removeBefore(db, 'controller_logs', 'at', before)
