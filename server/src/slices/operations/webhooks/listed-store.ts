import type { WebhookMessageState } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** A message as people see it in a list. */
export interface ListedMessage {
  id: number
  key: string
  type: string
  objectId: string | null
  state: WebhookMessageState
  attempts: number
  /** of the last attempt */
  status: number | null
  createdAt: Date
  dueAt: Date | null
  deliveredAt: Date | null
  body: string | null
}

export interface MessageFilter {
  id?: number | undefined
  state?: WebhookMessageState | undefined
  type?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  before?: number | undefined
  limit: number
}

const maybe = (value: unknown, condition: ReturnType<typeof sql>) =>
  value === undefined ? sql`true` : condition

/** Messages of an endpoint, the newest first. */
export async function listMessages(
  db: Db,
  endpointId: number,
  { id, state, type, from, to, before, limit }: MessageFilter,
): Promise<ListedMessage[]> {
  const { rows } = await sql<ListedMessage>`
    select w.id, w.key, w.type, w.object_id as "objectId", w.state, w.attempts, w.created_at as "createdAt",
      w.due_at as "dueAt", w.delivered_at as "deliveredAt", w.body,
      (select t.status from webhook_attempts t where t.message_id = w.id order by t.id desc limit 1) as status
    from webhook_messages w where w.endpoint_id = ${endpointId}
      and ${maybe(id, sql`w.id = ${id}`)} and ${maybe(state, sql`w.state = ${state}`)}
      and ${maybe(type, sql`w.type = ${type}`)} and ${maybe(from, sql`w.created_at >= ${from}`)}
      and ${maybe(to, sql`w.created_at <= ${to}`)} and ${maybe(before, sql`w.id < ${before}`)}
    order by w.id desc limit ${limit}`.execute(db)
  return rows
}

export interface ListedAttempt {
  at: Date
  durationMs: number
  status: number | null
  answer: string | null
  error: string | null
}

/** Every attempt to send a message, the first one first; the newest hundred. */
export async function listAttempts(db: Db, messageId: number): Promise<ListedAttempt[]> {
  const { rows } = await sql<ListedAttempt>`
    select at, duration_ms as "durationMs", status, answer, error from (
      select id, at, duration_ms, status, answer, error from webhook_attempts where message_id = ${messageId}
      order by id desc limit 100) newest order by id`.execute(db)
  return rows
}

/** How many messages of a time were given up and can be sent again. */
export async function countDead(
  db: Db,
  endpointId: number,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhook_messages where endpoint_id = ${endpointId} and state = 'dead'
      and body is not null and created_at between ${from} and ${to}`.execute(db)
  return rows[0]?.count ?? 0
}
