import type { PersonChange } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { sendInvitation } from '../links/invite.ts'
import { emailChangeOf, requestNewEmail } from '../links/new-email.ts'
import type { ManagersParts } from '../parts.ts'
import { changePassword } from '../signing-in/change-password.ts'
import { hashPassword } from '../signing-in/passwords.ts'
import { provePassword } from '../signing-in/proof.ts'
import { revokeSessions } from '../signing-in/session-store.ts'
import {
  findManager,
  lockAdministrators,
  lockManager,
  type ManagerColumns,
  type ManagerRow,
  updateManager,
} from '../store.ts'
import { mayChange } from './people.ts'
import { owningRoles } from './people-store.ts'

interface ChangeRequest {
  id: number
  change: PersonChange
  remoteAddress: string
}

/**
 * Changes a manager. Administrators may change anybody, others only their own profile. A new role, owner or block is in force from the
 * next call on. A block and a new password end sessions. A new address must be confirmed. Throws manager.not_found, manager.exists,
 * manager.self, manager.owner_invalid or auth.forbidden.
 */
export async function changeManager(
  parts: ManagersParts,
  caller: Caller,
  request: ChangeRequest,
): Promise<void> {
  checkAllowed(caller, request)
  const { id, change, remoteAddress } = request
  const at = parts.clock.now()
  await expectProof(parts, caller, request)
  const passwordHash = change.new_password && (await hashPassword(change.new_password))
  try {
    await inRepeatableTransaction(parts.db, async (tx) => {
      await save(tx, parts, caller, request, at)
      if (!passwordHash) return
      const who = { managerId: id, callerId: caller.id, keepSessionId: caller.sessionId ?? null }
      await changePassword(tx, parts.mailer, { ...who, passwordHash, remoteAddress, at })
    })
  } catch (error) {
    throw isDuplicate(error, 'managers_email') ? new Failure('manager.exists') : error
  }
  parts.access.forget(id)
}

/** A new password or address needs the current password: a stolen session alone must not be enough to take over the account. */
async function expectProof(
  parts: ManagersParts,
  caller: Caller,
  { id, change }: ChangeRequest,
): Promise<void> {
  const before = await findManager(parts.db, id)
  if (!before) throw new Failure('manager.not_found')
  const emailChange = emailChangeOf(before, change.email)
  if (change.new_password !== undefined || emailChange === 'confirm')
    await provePassword(parts, caller, { currentPassword: change.current_password })
}

const changesRights = ({ role, owner_id, blocked }: PersonChange): boolean =>
  role !== undefined || owner_id !== undefined || blocked !== undefined

/** Throws when the caller may not make such a change. */
function checkAllowed(caller: Caller, { id, change }: ChangeRequest): void {
  const own = caller.id === id
  if (!own && caller.role !== 'administrator') throw new Failure('manager.not_found')
  if (caller.role !== 'administrator' && changesRights(change)) throw new Failure('auth.forbidden')
  const ofTheirs = [change.language, change.silence_mails, change.new_password]
  if (!own && ofTheirs.some((one) => one !== undefined)) throw new Failure('auth.forbidden')
  const can = mayChange(caller, id)
  if (own && !can.change_role && change.role !== undefined && change.role !== caller.role)
    throw new Failure('manager.self')
  if (own && !can.block && change.blocked) throw new Failure('manager.self')
}

async function save(
  tx: Tx,
  parts: ManagersParts,
  caller: Caller,
  { id, change, remoteAddress }: ChangeRequest,
  at: Date,
): Promise<void> {
  // two administrators who remove each other's role wait here; the second is no administrator any more
  if (caller.id !== id && !(await lockAdministrators(tx)).includes(caller.id))
    throw new Failure('auth.forbidden')
  const before = await lockManager(tx, id)
  if (!before) throw new Failure('manager.not_found')
  if (change.owner_id) await checkOwner(tx, id, change.owner_id)
  const after = differenceOf(before, change, at)
  const names = Object.keys(after) as (keyof ManagerColumns)[]
  if (names.length === 0) return
  if ((after.role || after.blocked_at) && (await parts.isEmergency(tx, id)))
    throw new Failure('sso.emergency_kept')
  if (after.new_email) await requestNewEmail(tx, parts, before, after.new_email, caller.id)
  await updateManager(tx, id, after)
  if (after.role) await parts.roleChanged(tx, { caller, remoteAddress, at, agreed: change.free_stations }, id)
  if (after.blocked_at) await revokeSessions(tx, id, { except: null }, at)
  if (after.email)
    await sendInvitation(tx, parts, { ...before, email: after.email }, { caller, remoteAddress, at })
  await audit(tx, {
    caller,
    action: 'manager.change',
    subjectType: 'manager',
    subjectId: id,
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after,
    remoteAddress,
    at,
  })
}

/** Throws manager.owner_invalid unless a manager may work for an owner; `id` is null for a manager who is not added yet. */
export async function checkOwner(tx: Tx, id: number | null, ownerId: number): Promise<void> {
  const owner = ownerId === id ? undefined : await findManager(tx, ownerId)
  if (!owner || !owningRoles.includes(owner.role)) throw new Failure('manager.owner_invalid')
}

/** The columns that a change really changes, with their new values. */
function differenceOf(
  before: ManagerRow,
  { blocked, email, new_password: _, current_password: __, free_stations: ___, ...change }: PersonChange,
  at: Date,
): ManagerColumns {
  const isBlocked = before.blocked_at !== null
  const columns = Object.entries(change).filter(
    ([name, value]) => value !== before[name as keyof ManagerColumns],
  )
  return {
    ...Object.fromEntries(columns),
    ...addressColumns(before, email),
    ...(blocked === undefined || blocked === isBlocked ? {} : { blocked_at: blocked ? at : null }),
  }
}

function addressColumns(before: ManagerRow, email: string | undefined): ManagerColumns {
  const emailChange = emailChangeOf(before, email)
  if (email === undefined || emailChange === 'nothing') return {}
  if (emailChange === 'withdraw') return { new_email: null }
  return emailChange === 'replace' ? { email } : { new_email: email }
}
