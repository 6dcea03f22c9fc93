import type { ReadingQuestion } from '@stationmaster/contract'
import type { Protocol, ShownText, StationMonitor, StationSetting } from '@stationmaster/ocpp'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Readable } from '../../../platform/schema/column-types.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../platform/statements/bulk.ts'

/** The items that answer each kind of question. */
interface ItemOf {
  texts: ShownText
  report: StationSetting
  monitors: StationMonitor
}
export type ReadingKind = keyof ItemOf

/** The last answer of a station to one kind of question, and whether a newer one is under way. */
export interface Reading<K extends ReadingKind> {
  requestedAt: Date
  /** a newer answer is under way, if the station continues with it */
  awaits: boolean
  fetchedAt: Date | null
  /** the question that the items answer */
  answered: ReadingQuestion | null
  items: ItemOf[K][]
  earlier: ItemOf[K][]
  earlierAt: Date | null
  own: number[]
}

export async function findReading<K extends ReadingKind>(
  db: Db,
  stationId: string,
  kind: K,
): Promise<Reading<K> | null> {
  const row = await db
    .selectFrom('station_readings')
    .select(({ eb }) => [
      'asked_at as requestedAt',
      eb('request_id', 'is not', null).$castTo<boolean>().as('awaits'),
      'fetched_at as fetchedAt',
      'answered',
      'items',
      'earlier',
      'earlier_at as earlierAt',
      'own',
    ])
    .where('station_id', '=', stationId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return (row as Reading<K> | undefined) ?? null
}

/** The questions of a station with the times of their answers, without the items. */
export function listReadingStamps(db: Db, stationId: string) {
  return db
    .selectFrom('station_readings')
    .select(({ eb }) => [
      'kind',
      'asked_at as requestedAt',
      eb('request_id', 'is not', null).$castTo<boolean>().as('awaits'),
      'fetched_at as fetchedAt',
      'own',
    ])
    .where('station_id', '=', stationId)
    .orderBy('kind')
    .execute()
}

/** Stores a question; its answer may come in parts under the request id. The last answer stays until the new one is complete. */
export async function upsertQuestion(
  db: Db,
  sent: { stationId: string; kind: ReadingKind; requestId: number; question: ReadingQuestion; at: Date },
): Promise<void> {
  const { stationId, kind, requestId, question, at } = sent
  await sql`
    insert into station_readings (station_id, kind, request_id, question, asked_at)
    values (${stationId}, ${kind}, ${requestId}, ${JSON.stringify(question)}, ${at})
    on conflict (station_id, kind) do update set request_id = excluded.request_id, question = excluded.question,
      asked_at = excluded.asked_at, incoming = '[]'`.execute(db)
}

/** The station refused the question, so no answer is waited for. */
export async function updateQuestionRefused(
  db: Db,
  sent: { stationId: string; kind: ReadingKind; requestId: number },
): Promise<void> {
  await db
    .updateTable('station_readings')
    .set({ request_id: null })
    .where('station_id', '=', sent.stationId)
    .where('kind', '=', sent.kind)
    .where('request_id', '=', sent.requestId)
    .execute()
}

export interface ReadingPart {
  stationId: string
  kind: ReadingKind
  requestId: number
  more: boolean
  items: readonly Readable[]
  at: Date
}

const partColumns: ColumnMap<ReadingPart> = {
  stationId: ['station_id', 'text'],
  kind: ['kind', 'text'],
  requestId: ['request_id', 'bigint'],
  more: ['more', 'boolean'],
  items: ['items', 'jsonb'],
  at: ['at', 'timestamptz'],
}

/** no station has so many items; parts of an answer with more are ignored */
const mostItems = 20_000

/** Stores parts of the newest answers; with its last part an answer replaces the one before. */
export async function updateReadings(db: Db, parts: readonly ReadingPart[]): Promise<void> {
  if (parts.length === 0) return
  const answers = [
    ...groupBy(parts, ({ stationId, kind, requestId }) => `${stationId} ${kind} ${requestId}`).values(),
  ]
  await sql`
    update station_readings c set
      incoming = case when r.more then c.incoming || r.items else '[]' end,
      earlier = case when r.more or c.kind <> 'report' then c.earlier else c.items end,
      earlier_at = case when r.more then c.earlier_at else c.fetched_at end,
      items = case when r.more then c.items else c.incoming || r.items end,
      answered = case when r.more then c.answered else c.question end,
      request_id = case when r.more then c.request_id end,
      fetched_at = case when r.more then c.fetched_at else r.at end
    from ${rows(answers.map(joined), partColumns, Object.keys(partColumns) as (keyof ReadingPart)[])}
    where c.station_id = r.station_id and c.kind = r.kind and c.request_id = r.request_id
      and jsonb_array_length(c.incoming) < ${mostItems}`.execute(db)
}

/** The parts of an answer as one; parts after the last one are ignored. */
function joined(parts: readonly ReadingPart[]): ReadingPart {
  const last = parts.findIndex(({ more }) => !more)
  const own = last < 0 ? parts : parts.slice(0, last + 1)
  // an answer has at least one part
  return { ...own.at(-1)!, items: own.flatMap(({ items }) => items) }
}

/** Records that a monitor was set from here; its station may have no row yet, as its monitors were never read. */
export async function addOwnMonitor(db: Db, stationId: string, monitorId: number, at: Date): Promise<void> {
  await sql`
    insert into station_readings as c (station_id, kind, question, asked_at, own)
    values (${stationId}, 'monitors', '{"of":"all"}', ${at}, jsonb_build_array(${monitorId}::bigint))
    on conflict (station_id, kind) do update set own = c.own || excluded.own
    where not c.own @> excluded.own`.execute(db)
}

/** Removes one, all or none of the monitors that were set from here. */
export async function removeOwnMonitors(
  db: Db,
  stationId: string,
  gone: number | 'all' | 'none',
): Promise<void> {
  if (gone === 'none') return
  const monitorId = gone === 'all' ? null : gone
  await sql`
    update station_readings set own = coalesce((
      select jsonb_agg(one) from jsonb_array_elements(own) as one
      where ${monitorId}::bigint is not null and one <> to_jsonb(${monitorId}::bigint)), '[]')
    where station_id = ${stationId} and kind = 'monitors'`.execute(db)
}

/** A number for a text that people have a station show. */
export async function nextTextId(db: Db): Promise<number> {
  const { rows: found } = await sql<{ id: number }>`select nextval('station_text_ids') as id`.execute(db)
  return first(found).id
}

/** The OCPP version that a station used last; null: it never connected. */
export async function findProtocol(db: Db, stationId: string): Promise<Protocol | null> {
  const { rows: found } = await sql<{ protocol: Protocol | null }>`
    select protocol from station_view where id = ${stationId}`.execute(db)
  return found[0]?.protocol ?? null
}
