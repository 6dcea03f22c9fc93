import type { Language } from '@stationmaster/contract'
import { inRepeatableTransaction, inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Bearer } from '../../../platform/http/secret-calls.ts'
import { mayMailPassword, type Sender } from '../../../platform/mail/mail-bounds.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'
import { expectUsable } from './links/mailed-links.ts'
import { applyNewEmail, sendNewEmailLink } from './links/new-email.ts'
import { insertOneTimeToken, useOneTimeToken, voidOneTimeTokens } from './links/one-time-token-store.ts'
import type { ManagersParts } from './parts.ts'
import { changePassword } from './signing-in/change-password.ts'
import { hashPassword } from './signing-in/passwords.ts'
import {
  findManager,
  findManagerByEmail,
  insertManager,
  lockManager,
  type ManagerRow,
  updateVerified,
} from './store.ts'

export interface SignUp {
  email: string
  firstName: string
  lastName: string
  password: string
  subscriber: boolean
  language: Language
  remoteAddress: string
}

/** Adds a manager without locations and mails a link that confirms the address. Throws manager.exists. */
export async function signUp(parts: ManagersParts, request: SignUp): Promise<ManagerRow> {
  const { db, clock, throttles } = parts
  const at = clock.now()
  if (!(await parts.takesPassword(null))) throw new Failure('auth.single_sign_on_only')
  await throttles.signUp(request.remoteAddress, at)
  const passwordHash = await hashPassword(request.password)
  return inRepeatableTransaction(db, async (tx) => {
    const id = await insertManager(tx, { ...request, role: 'manager', passwordHash, createdAt: at })
    if (id === undefined) throw new Failure('manager.exists')
    await audit(tx, {
      caller: { id },
      action: 'manager.sign_up',
      subjectType: 'manager',
      subjectId: id,
      after: { email: request.email, role: 'manager' },
      remoteAddress: request.remoteAddress,
      at,
    })
    const manager = await findManager(tx, id)
    if (!manager) throw new Error(`manager ${id} is gone within the transaction that added it`)
    await sendVerification(tx, parts, manager, { remoteAddress: request.remoteAddress })
    return manager
  })
}

/** Mails a manager the link that confirms their address. Older links become void. */
export async function sendVerification(
  tx: Tx,
  { mailer, clock }: Pick<ManagersParts, 'mailer' | 'clock'>,
  { id, email, language }: ManagerRow,
  by: Sender,
): Promise<void> {
  const at = clock.now()
  await voidOneTimeTokens(tx, id, ['email'], at)
  const token = await insertOneTimeToken(tx, { managerId: id, email, purpose: 'email', at })
  const link = mailer.link(`/auth/verify-email/${token}`)
  await mailer.sendLimited(tx, by, { to: email, language, name: 'verifyEmail', values: { link } })
}

/** Mails the caller a new link to confirm their address or their new address, at most five an hour. Does nothing when both are confirmed. */
export async function askVerification(parts: ManagersParts, caller: Caller): Promise<void> {
  const { db } = parts
  const manager = await findManager(db, caller.id)
  if (!manager) return
  const { new_email } = manager
  if (new_email === null && manager.email_verified_at) return
  await inTransaction(db, (tx) =>
    new_email === null
      ? sendVerification(tx, parts, manager, { managerId: caller.id })
      : sendNewEmailLink(tx, parts, { ...manager, new_email }, caller.id),
  )
}

/** Confirms an address. A new address is used for log-ins from then on. Throws auth.token_invalid or manager.exists. */
export async function verifyEmail(parts: ManagersParts, token: string, bearer: Bearer): Promise<void> {
  const { db, clock, access } = parts
  const { remoteAddress } = bearer
  const at = clock.now()
  const purposes = ['email', 'new_email'] as const
  await expectUsable(parts, bearer, { token, purposes, at })
  const managerId = await inRepeatableTransaction(db, async (tx) => {
    const used = await useOneTimeToken(tx, token, purposes, at)
    if (!used) throw new Failure('auth.token_invalid')
    const { manager_id: id, purpose, email } = used
    if (purpose === 'new_email') {
      await applyNewEmail(tx, id, { caller: null, remoteAddress, at })
      return id
    }
    await updateVerified(tx, id, at)
    await audit(tx, {
      caller: null,
      action: 'manager.verify_email',
      subjectType: 'manager',
      subjectId: id,
      after: { email },
      remoteAddress,
      at,
    })
    return id
  })
  access.forget(managerId)
}

/** Whether somebody may get a password: not where the provider is the account's only way in, nor where passwords are off. */
const mayHavePassword = async (
  db: Db,
  { takesPassword }: Pick<ManagersParts, 'takesPassword'>,
  { id, external_since, password_hash }: ManagerRow,
): Promise<boolean> => (!external_since || password_hash !== null) && takesPassword(id, db)

const passwordMail = 'password-mail'

/**
 * Accepts a request for a new password. A job looks up the account later, so that neither the answer nor its time shows whether the
 * account exists.
 */
export async function askPassword(
  parts: ManagersParts,
  { email, remoteAddress }: { email: string; remoteAddress: string },
): Promise<void> {
  await parts.throttles.askMail(remoteAddress, parts.clock.now())
  await askPasswordMail(parts, email)
}

/** Queues the mail with a link to a new password, at most five times an hour for an address; further requests are ignored. */
export async function askPasswordMail(
  { db, clock, jobs, sealingKey }: ManagersParts,
  email: string,
): Promise<void> {
  if (!(await mayMailPassword(db, email, clock.now()))) return
  await inRepeatableTransaction(db, (tx) =>
    jobs.send(tx, passwordMail, { sealed: seal(sealingKey, { email }) }),
  )
}

/** Registers the jobs of accounts. Call it before the queue starts. */
export function accountJobs({ db, clock, jobs, mailer, sealingKey, takesPassword }: ManagersParts): void {
  jobs.work<{ sealed: string }>(passwordMail, async ({ sealed }) => {
    const { email } = unseal<{ email: string }>(sealingKey, sealed)
    const manager = await findManagerByEmail(db, email)
    if (!manager || manager.blocked_at) return
    // people that a provider lets in get no second way in by their mailbox
    if (!(await mayHavePassword(db, { takesPassword }, manager))) return
    await inRepeatableTransaction(db, async (tx) => {
      const { id, language } = manager
      const request = { managerId: id, email: manager.email, purpose: 'password', at: clock.now() } as const
      const token = await insertOneTimeToken(tx, request)
      const link = mailer.link(`/auth/password-change/${token}`)
      await mailer.send(tx, { to: manager.email, language, name: 'changePassword', values: { link } })
    })
  })
}

/**
 * Sets a password by a mailed link, also by that of an invitation, and ends all sessions of the account. The link came by mail, so the
 * address counts as confirmed. Throws auth.token_invalid, or auth.single_sign_on_only where the account takes no password any more.
 */
export async function setPassword(
  parts: ManagersParts,
  { token, newPassword, bearer }: { token: string; newPassword: string; bearer: Bearer },
): Promise<void> {
  const { db, clock, access, mailer } = parts
  const { remoteAddress } = bearer
  const at = clock.now()
  const purposes = ['password', 'invitation'] as const
  // hashing is slow, so the token is checked first
  await expectUsable(parts, bearer, { token, purposes, at })
  const passwordHash = await hashPassword(newPassword)
  const managerId = await inRepeatableTransaction(db, async (tx) => {
    const used = await useOneTimeToken(tx, token, purposes, at)
    if (!used) throw new Failure('auth.token_invalid')
    const manager = await lockManager(tx, used.manager_id)
    // the link may be older than the switch, or than the first log-in at the provider
    if (!manager || !(await mayHavePassword(tx, parts, manager)))
      throw new Failure('auth.single_sign_on_only')
    const { id } = manager
    await updateVerified(tx, id, at)
    const change = { managerId: id, passwordHash, keepSessionId: null, callerId: null }
    await changePassword(tx, mailer, { ...change, remoteAddress, at })
    return id
  })
  access.forget(managerId)
}
