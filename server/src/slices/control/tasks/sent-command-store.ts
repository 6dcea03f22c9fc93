import type { SentCommand } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** A command that goes out to a station. */
export interface Sending {
  stationId: string
  name: SentCommand
  /** of whose session it is; null: of none */
  orderId: number | null
  /** null: it is about the whole station */
  connectorId: number | null
  /** who gave it; null: nobody */
  managerId: number | null
}

export interface SentRow extends Sending {
  id: number
  node: string
  sentAt: Date
}

/** Stores a command before it goes out; answers its number. */
export async function insertSent(db: Db, node: string, sending: Sending, sentAt: Date): Promise<number> {
  const { stationId, name, orderId, connectorId, managerId } = sending
  const { id } = await db
    .insertInto('sent_commands')
    .values({
      node,
      name,
      station_id: stationId,
      order_id: orderId,
      connector_id: connectorId,
      manager_id: managerId,
      sent_at: sentAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes a command whose result is known or was inquired; true for the caller that removes it first. */
export async function removeSent(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sent_commands').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

const columns = sql.raw(`c.id, c.node, c.station_id as "stationId", c.name, c.order_id as "orderId",
  c.connector_id as "connectorId", c.manager_id as "managerId", c.sent_at as "sentAt"`)

/** Marks as unanswered what ended nodes had sent: all nodes except this one and those in `there`, and this one too where it has just started. */
export async function updateUnanswered(
  tx: Tx,
  { node, started, there, at }: { node: string; started: boolean; there: readonly string[]; at: Date },
): Promise<SentRow[]> {
  const { rows } = await sql<SentRow>`
    update sent_commands c set unanswered_at = ${at}
    where unanswered_at is null and (
      (node = ${node} and ${started})
      or (node <> ${node} and node <> all(${[...there]}::text[])))
    returning ${columns}`.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** The commands to inquire after, oldest first; those older than an instant are deleted. */
export async function listUnanswered(db: Db, since: Date): Promise<SentRow[]> {
  await sql`delete from sent_commands where unanswered_at < ${since}`.execute(db)
  const { rows } = await sql<SentRow>`
    select ${columns} from sent_commands c where unanswered_at is not null order by id`.execute(db)
  return rows
}
