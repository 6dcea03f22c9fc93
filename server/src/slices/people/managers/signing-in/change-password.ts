import { audit } from '../../../../platform/general/audit.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { voidOneTimeTokens } from '../links/one-time-token-store.ts'
import { findManager, updatePasswordHash } from '../store.ts'
import { forgetDevices } from './device-store.ts'
import { revokeSessions } from './session-store.ts'

export interface PasswordChange {
  managerId: number
  /** from hashPassword, which is slow and so runs before the transaction */
  passwordHash: string
  /** the session that goes on; null when all end */
  keepSessionId: number | null
  /** the manager or an administrator; null for the holder of a mailed link */
  callerId: number | null
  remoteAddress: string
  at: Date
}

/**
 * Sets a manager's password, ends the other sessions, forgets the other devices and voids mailed links. Call
 * `access.forget(managerId)` after the commit, so that this process uses the new state at once.
 */
export async function replacePassword(tx: Tx, change: PasswordChange): Promise<void> {
  const { managerId, at } = change
  await updatePasswordHash(tx, managerId, change.passwordHash)
  const ended = await revokeSessions(tx, managerId, { except: change.keepSessionId }, at)
  await forgetDevices(tx, managerId, { except: change.keepSessionId })
  await voidOneTimeTokens(tx, managerId, ['password', 'invitation'], at)
  await audit(tx, {
    caller: change.callerId === null ? null : { id: change.callerId },
    action: 'manager.change_password',
    subjectType: 'manager',
    subjectId: managerId,
    after: { ended_sessions: ended.length },
    remoteAddress: change.remoteAddress,
    at,
  })
}

/** Replaces a manager's password and notifies the manager by mail. */
export async function changePassword(tx: Tx, mailer: Mailer, change: PasswordChange): Promise<void> {
  await replacePassword(tx, change)
  const manager = await findManager(tx, change.managerId)
  if (!manager) return
  await mailer.send(tx, {
    to: manager.email,
    language: manager.language,
    name: 'passwordChanged',
    values: { link: mailer.link('/login?step=forgot') },
  })
}
