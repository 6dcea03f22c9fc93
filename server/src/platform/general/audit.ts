import type { Caller } from '../http/caller.ts'
import type { Db } from '../schema/schema.ts'
import { removeBefore } from '../statements/remove-before.ts'

export interface AuditEntry {
  /** null: the system itself, or a visitor */
  caller: Pick<Caller, 'id' | 'key'> | null
  /** e.g. station.add */
  action: string
  subjectType: string
  subjectId: string | number
  before?: unknown
  after?: unknown
  remoteAddress?: string | null
  at: Date
}

/** Writes who did what, and how it was before and after, in the change's own transaction. */
export const audit = (tx: Db, entry: AuditEntry): Promise<void> => auditAll(tx, [entry])

/** The same for a change of many things at once, up to some thousand. */
export async function auditAll(tx: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('audit_log')
    .values(
      entries.map((entry) => ({
        at: entry.at,
        manager_id: entry.caller?.id ?? null,
        api_key_id: entry.caller?.key?.id ?? null,
        action: entry.action,
        subject_type: entry.subjectType,
        subject_id: String(entry.subjectId),
        before: entry.before === undefined ? null : JSON.stringify(entry.before),
        after: entry.after === undefined ? null : JSON.stringify(entry.after),
        remote_address: entry.remoteAddress ?? null,
      })),
    )
    .execute()
}

/** Forgets what was done before a moment. */
export const removeOldEntries = (db: Db, before: Date): Promise<void> =>
  removeBefore(db, 'audit_log', 'at', before)
