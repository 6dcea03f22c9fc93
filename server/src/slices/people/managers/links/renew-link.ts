import type { MailedLink } from '@stationmaster/contract'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Bearer } from '../../../../platform/http/secret-calls.ts'
import { askPasswordMail, sendVerification } from '../accounts.ts'
import type { ManagersParts } from '../parts.ts'
import { findManager } from '../store.ts'
import { linkOf } from './mailed-link-rules.ts'
import { sendNewEmailLink } from './new-email.ts'
import { findMailedToken, type MailedToken } from './one-time-token-store.ts'

/** Finds a mailed link, good or not. Throws auth.token_invalid, or request.too_many after many wrong ones. */
function expectMailed(
  { db, clock, throttles }: ManagersParts,
  bearer: Bearer,
  token: string,
): Promise<MailedToken> {
  return throttles.opened(bearer, clock.now(), () => findMailedToken(db, token), 'auth.token_invalid')
}

/** The state of a mailed link. Reading it does not use the link. Throws what `expectMailed` throws. */
export async function lookAtLink(parts: ManagersParts, bearer: Bearer, token: string): Promise<MailedLink> {
  return linkOf(await expectMailed(parts, bearer, token), parts.clock.now())
}

/**
 * Mails a new link for an old or used one, to the same address and for the same purpose: the holder of the old link reads that mailbox.
 * Throws auth.token_invalid when there is nothing to renew, and mail.too_many_to_address.
 */
export async function renewLink(parts: ManagersParts, bearer: Bearer, token: string): Promise<void> {
  const { db, clock } = parts
  const old = await expectMailed(parts, bearer, token)
  const { purpose, can_renew: canRenew } = linkOf(old, clock.now())
  const manager = canRenew ? await findManager(db, old.managerId) : undefined
  if (!manager) throw new Failure('auth.token_invalid')
  if (purpose === 'password' || purpose === 'invitation') return askPasswordMail(parts, manager.email)
  const { new_email } = manager
  await inTransaction(db, (tx) =>
    purpose === 'new_email' && new_email !== null
      ? sendNewEmailLink(tx, parts, { ...manager, new_email }, manager.id)
      : sendVerification(tx, parts, manager, { managerId: manager.id }),
  )
}
