import type { invitationBody } from '@stationmaster/contract'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { ManagersParts } from '../parts.ts'
import { checkOwner } from '../staff/change.ts'
import { findManager, lockManager } from '../store.ts'
import { inviteManager, sendInvitation } from './invite.ts'

/** Adds a manager and mails the way in. Resolves with the manager's id. Throws manager.exists or manager.owner_invalid. */
export function invite(
  parts: ManagersParts,
  caller: Caller,
  body: z.output<typeof invitationBody>,
  remoteAddress: string,
): Promise<number> {
  const at = parts.clock.now()
  return inRepeatableTransaction(parts.db, async (tx) => {
    if (body.owner_id) await checkOwner(tx, null, body.owner_id)
    // the invited person probably reads the language of the inviting one
    const language = (await findManager(tx, caller.id))?.language ?? 'en'
    const { email, first_name: firstName, last_name: lastName, role, owner_id } = body
    const invitation = { email, firstName, lastName, role, ownerId: owner_id ?? null, language }
    return inviteManager(tx, parts, invitation, { caller, remoteAddress, at })
  })
}

/** Mails the way in again. Throws manager.not_found, or manager.not_invited after a password was chosen. */
export async function resendInvitation(
  parts: ManagersParts,
  caller: Caller,
  id: number,
  remoteAddress: string,
): Promise<undefined> {
  const at = parts.clock.now()
  await inRepeatableTransaction(parts.db, async (tx) => {
    const manager = await lockManager(tx, id)
    if (!manager) throw new Failure('manager.not_found')
    if (manager.password_hash !== null || manager.external_since || manager.blocked_at)
      throw new Failure('manager.not_invited')
    await sendInvitation(tx, parts, manager, { caller, remoteAddress, at })
    await audit(tx, {
      caller,
      action: 'manager.resend_invitation',
      subjectType: 'manager',
      subjectId: id,
      after: { email: manager.email },
      remoteAddress,
      at,
    })
  })
  return undefined
}
