import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import { searched } from '../../../platform/statements/search.ts'
import { type FrameRow, frameColumns, frameId, halves } from './frame-store.ts'

/** Filters of a journal. */
export interface FrameFilter {
  /** who sent it */
  direction?: 'station' | 'server' | undefined
  actions?: readonly string[] | undefined
  /** CALLERRORs, unreadable frames, and frames with remarks */
  errors?: boolean | undefined
  search?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** A position in a station's journal, which is ordered by place and id. */
export interface Position {
  /** a frame's `place` */
  at: Date
  id: number
}

export interface HistoryPage {
  /** older than this position, newest first: the default */
  before?: Position | undefined
  /** newer than this position, oldest first */
  after?: Position | undefined
  limit: number
}

export interface HistoryPart {
  rows: FrameRow[]
  /** where the next part begins, in the same direction; null at the end */
  next: Position | null
}

/** How many rows a filter reads before it checks its time limit again. */
const stepRows = 5000
/** A search that finds little stops after this time and answers where. */
const searchMs = 300

/**
 * A part of a station's journal by keyset, through the table's only index. A filter without an index reads step by step and
 * stops after 300 ms with the rows that it found; the caller continues from `next`.
 */
export async function listHistory(
  db: Db,
  stationId: string,
  filter: FrameFilter,
  { before, after, limit }: HistoryPage,
): Promise<HistoryPart> {
  const way: Way = after ? 'on' : 'back'
  const scan = { db, stationId, way, range: rangeOf(filter) }
  const wanted = wantedOf(filter)
  let from = after ?? before
  if (!wanted) return cut(await read(scan, from, null, sql`true`, limit + 1), limit)
  const until = performance.now() + searchMs
  const rows: FrameRow[] = []
  for (;;) {
    const end = await placeAhead(scan, from)
    rows.push(...(await read(scan, from, end, wanted, limit + 1 - rows.length)))
    if (rows.length > limit) return cut(rows, limit)
    if (end === null || performance.now() > until) return { rows, next: end }
    from = end
  }
}

type Way = 'back' | 'on'

interface Scan {
  db: Db
  stationId: string
  way: Way
  range: RawBuilder<SqlBool>
}

function cut(rows: FrameRow[], limit: number): HistoryPart {
  const kept = rows.slice(0, limit)
  const last = kept.at(-1)
  return { rows: kept, next: rows.length > limit && last ? { at: last.place, id: last.id } : null }
}

const orderOf = (way: Way) => (way === 'back' ? sql`f.at desc, f.id desc` : sql`f.at, f.id`)
const halvesIn = (way: Way) => (way === 'back' ? sql`h.half desc` : sql`h.half`)

/** Rows after one position and up to another; the plain comparisons of `at` let PostgreSQL skip partitions. */
function between(
  way: Way,
  from: Position | undefined,
  end: Position | null,
  id: RawBuilder<number> = frameId,
): RawBuilder<SqlBool> {
  const [near, far] = way === 'back' ? (['<', '>='] as const) : (['>', '<='] as const)
  const nearAt = sql.raw(way === 'back' ? '<=' : '>=')
  const beyond = from
    ? sql`f.at ${nearAt} ${from.at} and (f.at, ${id}) ${sql.raw(near)} (${from.at}, ${from.id})`
    : sql`true`
  const upTo = end
    ? sql`f.at ${sql.raw(far)} ${end.at} and (f.at, ${id}) ${sql.raw(far)} (${end.at}, ${end.id})`
    : sql`true`
  return sql<SqlBool>`${beyond} and ${upTo}`
}

async function read(
  { db, stationId, way, range }: Scan,
  from: Position | undefined,
  end: Position | null,
  wanted: RawBuilder<SqlBool>,
  limit: number,
): Promise<FrameRow[]> {
  const { rows } = await sql<FrameRow>`
    select ${frameColumns} from frames f ${halves}
    where f.station_id = ${stationId} and ${between(way, from, end)} and ${range} and ${wanted}
    order by ${orderOf(way)}, ${halvesIn(way)} limit ${limit}`.execute(db)
  return rows
}

/** The last position of the next step of rows, from the index alone; null when less than a step is left. */
async function placeAhead(
  { db, stationId, way, range }: Scan,
  from: Position | undefined,
): Promise<Position | null> {
  const row = from && { at: from.at, id: Math.floor(from.id / 2) }
  const { rows } = await sql<Position>`
    select f.at, f.id from frames f
    where f.station_id = ${stationId} and ${between(way, row, null, sql<number>`f.id`)} and ${range}
    order by ${orderOf(way)} offset ${stepRows - 1} limit 1`.execute(db)
  const [last] = rows
  return last ? { at: last.at, id: last.id * 2 + (way === 'on' ? 1 : 0) } : null
}

function rangeOf({ from, to }: FrameFilter): RawBuilder<SqlBool> {
  const since = from ? sql`f.at >= ${from}` : sql`true`
  return sql<SqlBool>`${since} and ${to ? sql`f.at <= ${to}` : sql`true`}`
}

/** The conditions that no index serves; null when the filter has none. */
function wantedOf({ direction, actions, errors, search }: FrameFilter): RawBuilder<SqlBool> | null {
  const conditions: RawBuilder<unknown>[] = []
  if (direction) conditions.push(sql`h.direction = ${direction === 'station' ? 'in' : 'out'}`)
  if (actions && actions.length > 0) conditions.push(sql`f.action = any(${[...actions]}::text[])`)
  if (errors) conditions.push(sql`(h.message_type in (0, 4, 5) or h.remarks is not null)`)
  if (search) conditions.push(searched(search, ['h.frame']))
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : null
}
