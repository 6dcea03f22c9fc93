import { randomBytes } from 'node:crypto'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../../platform/http/failure.ts'
import type { Bearer } from '../../../../platform/http/secret-calls.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { ManagersParts } from '../parts.ts'
import { replacePassword } from '../signing-in/change-password.ts'
import { hashPassword } from '../signing-in/passwords.ts'
import { findManagerByEmail, lockManager, type ManagerRow, updateManager } from '../store.ts'
import { expectUsable } from './mailed-links.ts'
import { insertOneTimeToken, useOneTimeToken, voidOneTimeTokens } from './one-time-token-store.ts'

type Addressed = Pick<ManagerRow, 'email' | 'new_email' | 'password_hash'>

/**
 * What to do with a requested address. withdraw: drop a new address that is not confirmed yet. replace: change the address at once,
 * because the person is only invited and cannot log in yet. confirm: mail the new address a link first.
 */
export function emailChangeOf(
  { email, new_email, password_hash }: Addressed,
  requested: string | undefined,
): 'nothing' | 'withdraw' | 'replace' | 'confirm' {
  if (requested === undefined || requested === new_email) return 'nothing'
  if (requested === email) return new_email === null ? 'nothing' : 'withdraw'
  return password_hash === null ? 'replace' : 'confirm'
}

/**
 * Mails the new address a link that confirms it, and the old address a link that objects. Throws manager.exists and what `takeMail`
 * throws.
 */
export async function requestNewEmail(
  tx: Tx,
  parts: ManagersParts,
  { id, email, language }: ManagerRow,
  newEmail: string,
  callerId: number,
): Promise<void> {
  const { mailer, clock } = parts
  const at = clock.now()
  const holder = await findManagerByEmail(tx, newEmail)
  if (holder && holder.id !== id) throw new Failure('manager.exists')
  const token = await insertOneTimeToken(tx, { managerId: id, email, purpose: 'keep_email', at })
  await mailer.sendLimited(
    tx,
    { managerId: callerId },
    {
      to: email,
      language,
      name: 'emailChanging',
      values: { link: mailer.link(`/auth/keep-email/${token}`), email: newEmail },
    },
  )
  await sendNewEmailLink(tx, parts, { id, new_email: newEmail, language }, callerId)
}

/** Mails the new address the link that confirms it. Older links become void. */
export async function sendNewEmailLink(
  tx: Tx,
  { mailer, clock }: Pick<ManagersParts, 'mailer' | 'clock'>,
  { id, new_email, language }: Pick<ManagerRow, 'id' | 'language'> & { new_email: string },
  callerId: number,
): Promise<void> {
  const at = clock.now()
  await voidOneTimeTokens(tx, id, ['new_email'], at)
  const token = await insertOneTimeToken(tx, { managerId: id, email: new_email, purpose: 'new_email', at })
  const link = mailer.link(`/auth/verify-email/${token}`)
  const letter = { to: new_email, language, name: 'confirmNewEmail' as const, values: { link } }
  await mailer.sendLimited(tx, { managerId: callerId }, letter)
}

interface By {
  caller: Pick<Caller, 'id'> | null
  remoteAddress: string
  at: Date
}

/** Makes the confirmed new address the address for log-ins. Throws manager.exists. */
export async function applyNewEmail(tx: Tx, managerId: number, { caller, remoteAddress, at }: By) {
  const before = await lockManager(tx, managerId)
  if (!before?.new_email) throw new Failure('auth.token_invalid')
  const after = { email: before.new_email, email_verified_at: at, new_email: null }
  try {
    await updateManager(tx, managerId, after)
  } catch (error) {
    throw isDuplicate(error, 'managers_email') ? new Failure('manager.exists') : error
  }
  await audit(tx, {
    caller,
    action: 'manager.change_email',
    subjectType: 'manager',
    subjectId: managerId,
    before: { email: before.email },
    after: { email: after.email },
    remoteAddress,
    at,
  })
}

/**
 * The holder of the old address objects, so the old address stays or is restored. The person who changed it was logged in or knew the
 * password, so the password becomes void, all sessions and known devices end, and the old address gets a link to a new password.
 * Throws auth.token_invalid or manager.exists.
 */
export async function keepEmail(
  parts: ManagersParts,
  { token, bearer }: { token: string; bearer: Bearer },
): Promise<void> {
  const { db, clock, access, mailer } = parts
  const { remoteAddress } = bearer
  const at = clock.now()
  await expectUsable(parts, bearer, { token, purposes: ['keep_email'], at })
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  const managerId = await inRepeatableTransaction(db, async (tx) => {
    const used = await useOneTimeToken(tx, token, ['keep_email'], at)
    if (!used) throw new Failure('auth.token_invalid')
    const { manager_id: id, email } = used
    const before = await lockManager(tx, id)
    try {
      await updateManager(tx, id, { email, email_verified_at: at, new_email: null })
    } catch (error) {
      throw isDuplicate(error, 'managers_email') ? new Failure('manager.exists') : error
    }
    await voidOneTimeTokens(tx, id, ['email', 'new_email', 'keep_email'], at)
    await replacePassword(tx, {
      managerId: id,
      passwordHash,
      keepSessionId: null,
      callerId: null,
      remoteAddress,
      at,
    })
    await audit(tx, {
      caller: null,
      action: 'manager.keep_email',
      subjectType: 'manager',
      subjectId: id,
      before: { email: before?.email, new_email: before?.new_email },
      after: { email },
      remoteAddress,
      at,
    })
    const chosen = await insertOneTimeToken(tx, { managerId: id, email, purpose: 'password', at })
    const link = mailer.link(`/auth/password-change/${chosen}`)
    await mailer.send(tx, {
      to: email,
      language: before?.language ?? 'en',
      name: 'changePassword',
      values: { link },
    })
    return id
  })
  access.forget(managerId)
}
