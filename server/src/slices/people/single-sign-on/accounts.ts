import type { FreedStations, Language } from '@stationmaster/contract'
import { audit } from '../../../platform/general/audit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { voidOneTimeTokens } from '../managers/links/one-time-token-store.ts'
import { revokeSessions } from '../managers/signing-in/session-store.ts'
import { checkOwner } from '../managers/staff/change.ts'
import {
  findManagerByEmail,
  insertManager,
  lockAdministrators,
  lockManager,
  type ManagerRow,
  updateManager,
  updateVerified,
} from '../managers/store.ts'
import type { SingleSignOnParts } from './parts.ts'
import type { LoggedIn } from './provider/provider.ts'
import { type Grant, isOfDomains, isVerified, losesBy, namesIn } from './rules.ts'
import { isEmergency, type Settings } from './settings/settings.ts'
import { findLinked, insertIdentity } from './store.ts'

export interface Arrival {
  who: LoggedIn
  settings: Settings
  grant: Grant
  language: Language
  remoteAddress: string
  at: Date
}

/** The address that the provider names, as far as it can be one. */
export function emailIn({ email }: LoggedIn['claims']): string | null {
  if (typeof email !== 'string') return null
  const plain = email.trim()
  return /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u.test(plain) ? plain : null
}

/**
 * The account of somebody who has logged in at the provider, locked. At the first time it is the invited account of their verified
 * address, or a new one where everybody gets one; after that only issuer and subject count. Throws failures `sso.…`.
 */
export async function accountOf(tx: Tx, arrival: Arrival): Promise<ManagerRow> {
  const { who, settings } = arrival
  const linked = await findLinked(tx, who)
  const email = emailIn(who.claims)
  if (email !== null && !isOfDomains(email, settings.email_domains)) throw new Failure('sso.domain_refused')
  if (linked !== undefined) return locked(tx, linked)
  if (email === null)
    throw new Failure(settings.accounts === 'invited' ? 'sso.not_invited' : 'sso.email_missing')
  const verified = isVerified(who.claims)
  const found = await findManagerByEmail(tx, email)
  if (found && !isInvited(found)) throw new Failure('sso.account_exists')
  // an address that nobody has verified may be anybody's
  if (!verified && (found || settings.verified_email_only)) throw new Failure('sso.email_unverified')
  if (!found && settings.accounts === 'invited') throw new Failure('sso.not_invited')
  const id = found?.id ?? (await addAccount(tx, arrival, email))
  await connect(tx, { managerId: id, who, remoteAddress: arrival.remoteAddress, at: arrival.at })
  if (verified) await updateVerified(tx, id, arrival.at)
  return locked(tx, id)
}

/** An administrator has invited them, and they have come in no other way yet. */
const isInvited = ({ password_hash, external_since }: ManagerRow): boolean =>
  password_hash === null && external_since === null

async function locked(tx: Tx, id: number): Promise<ManagerRow> {
  const manager = await lockManager(tx, id)
  if (!manager) throw new Failure('sso.return_unknown')
  if (manager.blocked_at) throw new Failure('auth.blocked')
  return manager
}

async function addAccount(
  tx: Tx,
  { who, grant, language, remoteAddress, at }: Arrival,
  email: string,
): Promise<number> {
  const { role, ownerId } = grant
  if (ownerId !== null) await checkOwner(tx, null, ownerId)
  const names = namesIn(who.claims, email)
  const id = await insertManager(tx, {
    email,
    ...names,
    passwordHash: null,
    role,
    ownerId,
    language,
    createdAt: at,
  })
  if (id === undefined) throw new Failure('sso.account_exists')
  await audit(tx, {
    caller: null,
    action: 'manager.add_by_single_sign_on',
    subjectType: 'manager',
    subjectId: id,
    after: { email, role, owner_id: ownerId, issuer: who.issuer, subject: who.subject },
    remoteAddress,
    at,
  })
  return id
}

/** Connects an account with one at the provider. Throws sso.linked_elsewhere. */
export async function connect(
  tx: Tx,
  {
    managerId,
    who,
    remoteAddress,
    at,
  }: { managerId: number; who: LoggedIn; remoteAddress: string; at: Date },
): Promise<void> {
  if (!(await insertIdentity(tx, who, managerId, at))) throw new Failure('sso.linked_elsewhere')
  await updateManager(tx, managerId, { external_since: at })
  await voidOneTimeTokens(tx, managerId, ['invitation', 'password'], at)
  const { issuer, subject } = who
  await audit(tx, {
    caller: { id: managerId },
    action: 'manager.link_single_sign_on',
    subjectType: 'manager',
    subjectId: managerId,
    after: { issuer, subject },
    remoteAddress,
    at,
  })
}

/**
 * Gives an account the role and the locations of its groups. Older sessions end that had more. The account for emergencies and the
 * last administrator stay what they are.
 */
export async function applyGrant(
  tx: Tx,
  parts: SingleSignOnParts,
  manager: ManagerRow,
  { grant, remoteAddress, at }: Pick<Arrival, 'grant' | 'remoteAddress' | 'at'>,
): Promise<void> {
  const { id } = manager
  const before: Grant = {
    role: manager.role,
    ownerId: manager.owner_id,
    locationIds: await parts.listAssigned(tx, id),
  }
  const after = await keptRole(tx, manager, grant)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  if (after.ownerId !== null && after.ownerId !== before.ownerId) await checkOwner(tx, id, after.ownerId)
  if (before.role !== after.role || before.ownerId !== after.ownerId)
    await updateManager(tx, id, { role: after.role, owner_id: after.ownerId })
  await parts.assign(tx, id, after.locationIds)
  if (before.role !== after.role) {
    const caller = { id, email: manager.email, role: after.role, ownerId: after.ownerId }
    await adaptStations(tx, parts, { caller, remoteAddress, at })
  }
  const ended = losesBy(before, after) ? await revokeSessions(tx, id, { except: null }, at) : []
  await audit(tx, {
    caller: { id },
    action: 'manager.change_by_single_sign_on',
    subjectType: 'manager',
    subjectId: id,
    before: shown(before),
    after: { ...shown(after), ended_sessions: ended.length },
    remoteAddress,
    at,
  })
}

/** Nobody is there to agree that stations become free of charge by another role: they do, and the audit log names them. */
async function adaptStations(
  tx: Tx,
  { roleChanged }: SingleSignOnParts,
  from: { caller: Caller; remoteAddress: string; at: Date },
): Promise<void> {
  try {
    await roleChanged(tx, { ...from, agreed: undefined }, from.caller.id)
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'station.would_be_free')) throw error
    const { stations } = error.details as FreedStations
    await roleChanged(tx, { ...from, agreed: stations.map(({ id }) => id) }, from.caller.id)
  }
}

const shown = ({ role, ownerId, locationIds }: Grant) => ({
  role,
  owner_id: ownerId,
  location_ids: locationIds,
})

async function keptRole(tx: Tx, { id, role }: ManagerRow, grant: Grant): Promise<Grant> {
  if (role !== 'administrator' || grant.role === 'administrator') return grant
  const isLast = (await lockAdministrators(tx)).every((one) => one === id)
  return isLast || (await isEmergency(tx, id))
    ? { role: 'administrator', ownerId: null, locationIds: [] }
    : grant
}
