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

/** A link that was mailed, good or not; throws auth.token_invalid, or request.too_many after many that were none. */
function expectMailed(
  { db, clock, throttles }: ManagersParts,
  bearer: Bearer,
  token: string,
): Promise<MailedToken> {
  return throttles.opened(bearer, clock.now(), () => findMailedToken(db, token), 'auth.token_invalid')
}

/** How a mailed link stands; looking uses nothing up. Throws what `expectMailed` does. */
export async function lookAtLink(parts: ManagersParts, bearer: Bearer, token: string): Promise<MailedLink> {
  return linkOf(await expectMailed(parts, bearer, token), parts.clock.now())
}

/**
 * Mails a new link to where an old or used one went, for the same: whoever holds the old one read that mailbox. Throws
 * auth.token_invalid where there is nothing to renew, and mail.too_many_to_address.
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
