import { sql } from 'kysely'
import type { Tx } from '../../../platform/schema/schema.ts'

/** Records that a person looks after an incident; the first time counts. */
export async function updateAcknowledged(tx: Tx, id: number, by: number, now: Date): Promise<void> {
  await sql`update incidents set state = 'acknowledged', acknowledged_at = coalesce(acknowledged_at, ${now}),
    acknowledged_by = coalesce(acknowledged_by, ${by}), assignee_id = coalesce(assignee_id, ${by}),
    version = version + 1, changed_at = ${now} where id = ${id}`.execute(tx)
}

export async function updateAssignee(
  tx: Tx,
  id: number,
  assigneeId: number | null,
  now: Date,
): Promise<void> {
  await sql`update incidents set assignee_id = ${assigneeId}, version = version + 1, changed_at = ${now}
    where id = ${id}`.execute(tx)
}

/** Closes an incident by a person's decision. */
export async function updateClosedBy(tx: Tx, id: number, by: number, now: Date): Promise<void> {
  await sql`update incidents set state = 'closed', closed_at = ${now}, closed_by = ${by}, version = version + 1,
    changed_at = ${now} where id = ${id}`.execute(tx)
}
