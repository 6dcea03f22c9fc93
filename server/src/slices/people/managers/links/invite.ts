import type { Language, Role } from '@stationmaster/contract'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { findManager, insertManager, type ManagerRow } from '../store.ts'
import { insertOneTimeToken, voidOneTimeTokens } from './one-time-token-store.ts'

export interface Invitation {
  email: string
  firstName: string
  lastName: string
  role: Role
  ownerId: number | null
  language: Language
}

interface By {
  caller: Caller
  remoteAddress: string
  at: Date
}

/**
 * Adds a manager without a password and mails a link to choose one, valid for seven days. Resolves with the manager's id.
 * Throws manager.exists.
 */
export async function inviteManager(tx: Tx, mailer: Mailer, invitation: Invitation, by: By): Promise<number> {
  const { caller, remoteAddress, at } = by
  const id = await insertManager(tx, { ...invitation, passwordHash: null, createdAt: at })
  if (id === undefined) throw new Failure('manager.exists')
  const { email, role, ownerId } = invitation
  await audit(tx, {
    caller,
    action: 'manager.invite',
    subjectType: 'manager',
    subjectId: id,
    after: { email, role, owner_id: ownerId },
    remoteAddress,
    at,
  })
  await sendInvitation(tx, mailer, { id, email, language: invitation.language }, by)
  return id
}

/** Mails a new link to a manager who has not chosen a password. Older links become void. */
export async function sendInvitation(
  tx: Tx,
  mailer: Mailer,
  manager: Pick<ManagerRow, 'id' | 'email' | 'language'>,
  { caller, at }: By,
): Promise<void> {
  const { id, email, language } = manager
  await voidOneTimeTokens(tx, id, ['invitation'], at)
  const token = await insertOneTimeToken(tx, { managerId: id, email, purpose: 'invitation', at })
  const inviting = await findManager(tx, caller.id)
  const inviter = `${inviting?.first_name ?? ''} ${inviting?.last_name ?? ''}`.trim() || caller.email
  const link = mailer.link(`/auth/password-change/${token}`)
  const letter = { to: email, language, name: 'invitation' as const, values: { link, inviter } }
  await mailer.sendLimited(tx, { managerId: caller.id }, letter)
}
