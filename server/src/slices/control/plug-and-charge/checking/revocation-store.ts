import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { removeBefore } from '../../../../platform/statements/remove-before.ts'

/** What a responder said, or that it said nothing that can be used. */
export interface KeptRevocation {
  status: 'good' | 'revoked' | 'unknown' | 'unavailable'
  /** OCSP, base64; null: unavailable */
  response: string | null
  /** until when it stands for what the responder would say */
  keptUntil: Date
}

/** What a responder said, where it may still be believed. */
export async function findRevocation(db: Db, key: string, now: Date): Promise<KeptRevocation | undefined> {
  const { rows } = await sql<KeptRevocation>`
    select status, response, kept_until as "keptUntil" from certificate_revocations where key = ${key} and kept_until > ${now}`.execute(
    db,
  )
  return rows[0]
}

/** Keeps what a responder said; an answer that may be believed for longer stays. */
export async function upsertRevocation(
  db: Db,
  key: string,
  { status, response, keptUntil }: KeptRevocation,
  now: Date,
): Promise<void> {
  await sql`
    insert into certificate_revocations as kept (key, status, response, kept_until)
    values (${key}, ${status}, ${response}, ${keptUntil})
    on conflict (key) do update set status = excluded.status, response = excluded.response, kept_until = excluded.kept_until
    where kept.kept_until <= ${now} or kept.status = 'unavailable' or excluded.status = 'revoked'`.execute(db)
}

/** Forgets what may not be believed any more. */
export const removeOldRevocations = (db: Db, now: Date): Promise<void> =>
  removeBefore(db, 'certificate_revocations', 'kept_until', now)
