import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { ManagersParts } from '../parts.ts'
import { findManager } from '../store.ts'
import { checkPassword } from './passwords.ts'
import { findPasswordAt, updatePasswordAt } from './session-store.ts'

/**
 * Makes sure that the caller is the person who logged in: when the password was typed too long ago, it must be sent again. Throws
 * auth.password_needed, auth.password_wrong or auth.too_many_attempts.
 */
export async function provePassword(
  { db, clock, throttles, passwordMs }: ManagersParts,
  { id, sessionId }: Caller,
  { currentPassword, always = false }: { currentPassword: string | undefined; always?: boolean },
): Promise<void> {
  if (sessionId === undefined) throw new Failure('auth.password_needed')
  const now = clock.now()
  if (currentPassword === undefined) {
    const givenAt = always ? undefined : await findPasswordAt(db, sessionId)
    if (givenAt && isFresh(givenAt, passwordMs, now)) return
    const hasPassword = (await findManager(db, id))?.password_hash !== null
    throw new Failure(hasPassword ? 'auth.password_needed' : 'auth.log_in_again')
  }
  const attempt = await throttles.provePassword(sessionId, now)
  const manager = await findManager(db, id)
  if (!(await checkPassword(manager?.password_hash, currentPassword)))
    throw new Failure('auth.password_wrong')
  await attempt.forgive()
  await updatePasswordAt(db, sessionId, now)
}

/** Whether a password that was typed at an instant is recent enough; with a limit of zero it never is. */
const isFresh = (givenAt: Date, passwordMs: number, now: Date): boolean =>
  now.getTime() - givenAt.getTime() < passwordMs
