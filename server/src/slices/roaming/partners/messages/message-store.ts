import type { PartnerFaultName } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { removeBefore } from '../../../../platform/statements/remove-before.ts'

/** A call between a partner and us, with its answer. */
export interface PartnerMessage {
  partnerId: number
  at: Date
  direction: 'in' | 'out'
  version: string | null
  module: string
  method: string
  path: string
  httpStatus: number | null
  ocpiStatus: number | null
  fault: PartnerFaultName | null
  durationMs: number
  requestId: string | null
  correlationId: string | null
  requestBody: string | null
  answerBody: string | null
}

export async function insertMessage(db: Db, message: PartnerMessage): Promise<void> {
  await db
    .insertInto('partner_messages')
    .values({
      partner_id: message.partnerId,
      at: message.at,
      direction: message.direction,
      version: message.version,
      module: message.module,
      method: message.method,
      path: message.path,
      http_status: message.httpStatus,
      ocpi_status: message.ocpiStatus,
      fault: message.fault,
      duration_ms: message.durationMs,
      request_id: message.requestId,
      correlation_id: message.correlationId,
      request_body: message.requestBody,
      answer_body: message.answerBody,
    })
    .execute()
}

/** What is shown of a message in a list: all but its bodies. */
export interface MessageRow extends Omit<PartnerMessage, 'requestBody' | 'answerBody' | 'partnerId'> {
  id: number
}

const columns = sql`id, at, direction, version, module, method, path, http_status as "httpStatus",
  ocpi_status as "ocpiStatus", fault, duration_ms as "durationMs", request_id as "requestId",
  correlation_id as "correlationId"`

/** What went wrong on either side: no answer, an HTTP error, or a code of OCPI that says so. */
const failed = sql`(fault is not null or http_status >= 400 or ocpi_status >= 2000)`

/** A page of a partner's messages, newest first; `before`: those that came before one. */
export async function listMessages(
  db: Db,
  partnerId: number,
  filter: { before: number | null; module: string | null; failed: boolean; limit: number },
): Promise<MessageRow[]> {
  const { before, module, limit } = filter
  const { rows } = await sql<MessageRow>`
    select ${columns} from partner_messages
    where partner_id = ${partnerId}
      ${before === null ? sql`` : sql`and id < ${before}`}
      ${module === null ? sql`` : sql`and module = ${module}`}
      ${filter.failed ? sql`and ${failed}` : sql``}
    order by id desc limit ${limit}`.execute(db)
  return rows
}

export interface WholeMessage extends MessageRow {
  requestBody: string | null
  answerBody: string | null
}

export async function findMessage(db: Db, partnerId: number, id: number): Promise<WholeMessage | undefined> {
  const { rows } = await sql<WholeMessage>`
    select ${columns}, request_body as "requestBody", answer_body as "answerBody"
    from partner_messages where partner_id = ${partnerId} and id = ${id}`.execute(db)
  return rows[0]
}

/** How many calls have failed since a moment, by partner. */
export async function countFailed(
  db: Db,
  partnerIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ partnerId: number; count: number }>`
    select partner_id as "partnerId", count(*)::int as count from partner_messages
    where partner_id = any(${partnerIds}) and at >= ${since} and ${failed} group by partner_id`.execute(db)
  return new Map(rows.map(({ partnerId, count }) => [partnerId, count]))
}

/** Forgets what was said before a moment. */
export const removeOldMessages = (db: Db, before: Date): Promise<void> =>
  removeBefore(db, 'partner_messages', 'at', before)
