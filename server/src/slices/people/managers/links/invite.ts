import type { Language, Role } from '@stationmaster/contract'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { ManagersParts } from '../parts.ts'
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

type InvitingParts = Pick<ManagersParts, 'mailer' | 'takesPassword'>

interface By {
  caller: Caller
  remoteAddress: string
  at: Date
}

/** Adds a manager without a password and mails the way in. Resolves with the manager's id. Throws manager.exists. */
export async function inviteManager(
  tx: Tx,
  parts: InvitingParts,
  invitation: Invitation,
  by: By,
): Promise<number> {
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
  await sendInvitation(tx, parts, { id, email, language: invitation.language }, by)
  return id
}

/**
 * Mails the way in to a manager who has none yet: a link to choose a password, valid for seven days, or the address of the log-in where
 * people log in at a provider only. Older links become void.
 */
export async function sendInvitation(
  tx: Tx,
  { mailer, takesPassword }: InvitingParts,
  manager: Pick<ManagerRow, 'id' | 'email' | 'language'>,
  { caller, at }: By,
): Promise<void> {
  const { id, email, language } = manager
  await voidOneTimeTokens(tx, id, ['invitation'], at)
  const inviting = await findManager(tx, caller.id)
  const inviter = `${inviting?.first_name ?? ''} ${inviting?.last_name ?? ''}`.trim() || caller.email
  const by = { managerId: caller.id }
  const to = { to: email, language }
  if (!(await takesPassword(id, tx))) {
    const values = { link: mailer.link('/login'), inviter }
    await mailer.sendLimited(tx, by, { ...to, name: 'invitationToProvider', values })
    return
  }
  const token = await insertOneTimeToken(tx, { managerId: id, email, purpose: 'invitation', at })
  const values = { link: mailer.link(`/auth/password-change/${token}`), inviter }
  await mailer.sendLimited(tx, by, { ...to, name: 'invitation', values })
}
