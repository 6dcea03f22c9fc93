import { audit } from '../../../../platform/general/audit.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { voidOneTimeTokens } from '../links/one-time-token-store.ts'
import { findManager, updatePasswordHash } from '../store.ts'
import { forgetDevices } from './device-store.ts'
import { revokeSessions } from './session-store.ts'

export interface PasswordChange {
  managerId: number
  /** from hashPassword, made before the transaction: it takes long */
  passwordHash: string
  /** the session that goes on, null: none */
  keepSessionId: number | null
  /** who changes it: themselves, an administrator, or null for the holder of a mailed link */
  callerId: number | null
  remoteAddress: string
  at: Date
}

/**
 * Sets a manager's password, ends their other sessions, forgets their other devices, voids mailed links. After the
 * commit call `access.forget(managerId)`, so that this process knows at once.
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

/** Replaces a manager's password and tells them by mail. */
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
