import type { WebhookMessageState } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { Found } from './events/source-store.ts'
import type { Attempt } from './rules.ts'

/** An event to be recorded: `source` names the row that it was read from. */
export interface NewEvent extends Found {
  source: string
}

export type StoredEvent = Omit<NewEvent, 'source'>

/** Records events; answers those that were not recorded before. */
export async function insertEvents(tx: Tx, all: readonly NewEvent[], now: Date): Promise<StoredEvent[]> {
  if (all.length === 0) return []
  const rows = JSON.stringify(
    all.map((one) => ({
      type: one.type,
      source: one.source,
      object_id: one.objectId,
      parent_id: one.parentId,
      location_id: one.locationId,
      at: one.at,
    })),
  )
  const { rows: inserted } = await sql<StoredEvent>`
    insert into webhook_events (type, source, object_id, parent_id, location_id, at, created_at)
    select r.type, r.source, r.object_id, r.parent_id, r.location_id, r.at, ${now}
    from json_to_recordset(${rows}::json)
      as r(type text, source text, object_id text, parent_id text, location_id bigint, at timestamptz)
    on conflict (source) do nothing
    returning id, type, object_id as "objectId", parent_id as "parentId", location_id as "locationId", at`.execute(
    tx,
  )
  return inserted
}

export interface NewMessage {
  key: string
  endpointId: number
  eventNumber: number
  type: string
  objectId: string
}

export async function insertMessages(tx: Tx, all: readonly NewMessage[], now: Date): Promise<void> {
  if (all.length === 0) return
  await sql`insert into webhook_messages (key, endpoint_id, event_id, type, object_id, created_at)
    select r."key", r."endpointId", r."eventNumber", r."type", r."objectId", ${now}
    from json_to_recordset(${JSON.stringify(all)}::json)
      as r("key" text, "endpointId" bigint, "eventNumber" bigint, "type" text, "objectId" text)`.execute(tx)
}

/** A message that needs no event: a test. */
export async function insertTest(
  tx: Tx,
  one: { key: string; endpointId: number; body: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_messages (key, endpoint_id, type, state, body, created_at, due_at)
    values (${one.key}, ${one.endpointId}, 'webhook.test', 'waiting', ${one.body}, ${one.now}, ${one.now})
    returning id`.execute(tx)
  // the statement inserts one row
  return rows[0]!.id
}

/** A message with the event that it tells of. */
export interface Message {
  id: number
  key: string
  endpointId: number
  eventNumber: number | null
  type: string
  state: WebhookMessageState
  body: string | null
  attempts: number
  createdAt: Date
  /** of the event */
  objectId: string | null
  parentId: string | null
  locationId: number | null
  at: Date | null
}

const columns = sql`w.id, w.key, w.endpoint_id as "endpointId", w.event_id as "eventNumber", w.type, w.state, w.body,
  w.attempts, w.created_at as "createdAt", v.object_id as "objectId", v.parent_id as "parentId",
  v.location_id as "locationId", v.at`

/** Takes messages whose bodies are to be made; what a server took and did not end is taken again. */
export async function takeNew(
  db: Db,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<Message[]> {
  const { rows } = await sql<Message>`
    with taken as (
      select id from webhook_messages where state = 'new' and (taken_until is null or taken_until <= ${now})
      order by id limit ${most} for update skip locked
    ), marked as (
      update webhook_messages w set taken_until = ${until} from taken where w.id = taken.id returning w.id
    )
    select ${columns} from webhook_messages w join webhook_events v on v.id = w.event_id
    where w.id in (select id from marked) order by w.id`.execute(db)
  return rows
}

export async function findMessage(db: Db, id: number): Promise<Message | undefined> {
  const { rows } = await sql<Message>`
    select ${columns} from webhook_messages w left join webhook_events v on v.id = w.event_id
    where w.id = ${id}`.execute(db)
  return rows[0]
}

/** The newest state of an object that an endpoint was sent. */
export interface Sent {
  version: number
  body: string | null
}

export async function findLast(db: Db, endpointId: number, objectId: string): Promise<Sent | undefined> {
  const { rows } = await sql<Sent>`
    select version, body from webhook_messages where endpoint_id = ${endpointId} and object_id = ${objectId}
      and version is not null order by version desc limit 1`.execute(db)
  return rows[0]
}

/** One server at a time decides what follows the last state of an object; to the end of the transaction. */
export const lockObject = (tx: Tx, endpointId: number, objectId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`webhook ${endpointId} ${objectId}`}, 0))`.execute(tx)

export async function drawVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select nextval('webhook_versions') as version`.execute(db)
  // a sequence answers always
  return rows[0]!.version
}

/** Gives a message its body, if nobody has. */
export async function updateBody(
  tx: Tx,
  id: number,
  { body, version, now }: { body: string; version: number; now: Date },
): Promise<boolean> {
  const { rows } =
    await sql`update webhook_messages set body = ${body}, version = ${version}, state = 'waiting',
    due_at = ${now} where id = ${id} and state = 'new' returning id`.execute(tx)
  return rows.length > 0
}

/** Lets messages be taken again at once whose bodies could not be made. */
export async function leaveNew(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update webhook_messages set taken_until = null where id = any(${ids}::bigint[]) and state = 'new'`.execute(
    db,
  )
}

export async function removeMessage(db: Db, id: number): Promise<true> {
  await sql`delete from webhook_messages where id = ${id} and state = 'new'`.execute(db)
  return true
}

/** Records an attempt, and how its message stands after it. */
export async function recordAttempt(
  tx: Tx,
  messageId: number,
  attempt: Attempt,
  after: { state: WebhookMessageState; dueAt: Date | null; deliveredAt: Date | null },
): Promise<void> {
  await sql`insert into webhook_attempts (message_id, at, duration_ms, status, answer, error)
    values (${messageId}, ${attempt.at}, ${attempt.durationMs}, ${attempt.status}, ${attempt.answer}, ${attempt.error})`.execute(
    tx,
  )
  await sql`update webhook_messages set attempts = attempts + 1, state = ${after.state}, due_at = ${after.dueAt},
    delivered_at = ${after.deliveredAt} where id = ${messageId}`.execute(tx)
}

export async function updateWithheld(db: Db, id: number): Promise<void> {
  await sql`update webhook_messages set state = 'withheld', due_at = null where id = ${id}`.execute(db)
}

/** An endpoint that is switched off is sent nothing that waits. */
export async function buryMessages(tx: Tx, endpointId: number): Promise<void> {
  await sql`update webhook_messages set state = 'dead', due_at = null
    where endpoint_id = ${endpointId} and state = 'waiting'`.execute(tx)
  await sql`delete from webhook_messages where endpoint_id = ${endpointId} and state = 'new'`.execute(tx)
}

/** Lets messages be sent again: one, or those that were given up in a time. */
export async function reviveMessages(
  tx: Tx,
  endpointId: number,
  which: { id: number } | { from: Date; to: Date },
  now: Date,
): Promise<{ id: number; type: string }[]> {
  const chosen =
    'id' in which
      ? sql`id = ${which.id} and state in ('dead', 'delivered', 'waiting')`
      : sql`state = 'dead' and created_at between ${which.from} and ${which.to}`
  const { rows } = await sql<{ id: number; type: string }>`
    update webhook_messages set state = 'waiting', attempts = 0, due_at = ${now}
    where endpoint_id = ${endpointId} and body is not null and ${chosen} returning id, type`.execute(tx)
  return rows
}

/** Forgets what was sent before a moment, with what it was made of. */
export async function removeOldMessages(db: Db, before: Date): Promise<void> {
  await sql`delete from webhook_messages where created_at < ${before} and state <> 'waiting'`.execute(db)
  await sql`delete from webhook_events v where v.created_at < ${before}
    and not exists (select from webhook_messages w where w.event_id = v.id)`.execute(db)
}
