import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../../../platform/schema/schema.ts'

export type ProviderSessionRow = Selectable<Schema['sso_sessions']>

export async function insertProviderSession(tx: Tx, row: ProviderSessionRow): Promise<void> {
  await tx.insertInto('sso_sessions').values(row).execute()
}

export const findProviderSession = (db: Db, sessionId: number): Promise<ProviderSessionRow | undefined> =>
  db.selectFrom('sso_sessions').selectAll().where('session_id', '=', sessionId).executeTakeFirst()

/** The person or the session that a provider names. */
export interface Named {
  issuer: string
  subject: string | undefined
  providerSession: string | undefined
}

/** The sessions here that came from a session of the provider, or, where none is named, from somebody's log-ins at it. */
export async function listSessionsFrom(
  tx: Tx,
  { issuer, subject, providerSession }: Named,
): Promise<{ sessionId: number; managerId: number }[]> {
  const rows = await tx
    .selectFrom('sso_sessions')
    .select(['session_id', 'manager_id'])
    .where('issuer', '=', issuer)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject as string))
    .$if(providerSession !== undefined, (query) =>
      query.where('provider_session', '=', providerSession as string),
    )
    .execute()
  return rows.map((row) => ({ sessionId: row.session_id, managerId: row.manager_id }))
}

export async function updateRefreshToken(db: Db, sessionId: number, sealed: string): Promise<void> {
  await db
    .updateTable('sso_sessions')
    .set({ refresh_token_sealed: sealed })
    .where('session_id', '=', sessionId)
    .execute()
}
