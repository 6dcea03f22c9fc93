import type { Role, SecondFactorState } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { seal, unseal } from '../../../../platform/secrets/seal.ts'
import { secondFactorState } from '../access.ts'
import type { ManagersParts } from '../parts.ts'
import { provePassword } from '../signing-in/proof.ts'
import { findManager, lockManager } from '../store.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  insertSecondFactor,
  lockSecondFactor,
  replaceRecoveryCodes,
  updateConfirmed,
  useRecoveryCode,
  useStep,
} from './second-factor-store.ts'
import {
  drawRecoveryCodes,
  drawSecret,
  hashRecoveryCode,
  isTimeCode,
  plainCode,
  stepOf,
  uriOf,
} from './totp.ts'

/**
 * Checks the code of a log-in, if the account has a second factor. A code can be used once. Throws auth.code_needed or
 * auth.code_wrong.
 */
export async function passSecondFactor(
  tx: Tx,
  { sealingKey }: Pick<ManagersParts, 'sealingKey'>,
  { managerId, code, at }: { managerId: number; code: string | undefined; at: Date },
): Promise<void> {
  const factor = await findSecondFactor(tx, managerId)
  if (!factor?.confirmed_at) return
  if (code === undefined) throw new Failure('auth.code_needed')
  const plain = plainCode(code)
  if (!isTimeCode(plain)) {
    if (!(await useRecoveryCode(tx, managerId, hashRecoveryCode(plain), at)))
      throw new Failure('auth.code_wrong')
    await audit(tx, { caller: { id: managerId }, ...auditOf('use_recovery_code', managerId), at })
    return
  }
  const step = stepIn(sealingKey, factor.secret_sealed, plain, at)
  if (step === null || !(await useStep(tx, managerId, step))) throw new Failure('auth.code_wrong')
}

/** The time step of a code; null for a wrong code, and when SECRET_KEY has changed since the secret was sealed: then only recovery codes work. */
function stepIn(sealingKey: string, secretSealed: string, code: string, at: Date): number | null {
  let secret: string
  try {
    secret = unseal<string>(sealingKey, secretSealed)
  } catch {
    return null
  }
  return stepOf(secret, code, at)
}

const auditOf = (action: string, managerId: number) => ({
  action: `manager.${action}`,
  subjectType: 'manager',
  subjectId: managerId,
})

interface ProvenRequest {
  remoteAddress: string
  currentPassword?: string | undefined
}

/** The caller's second factor, for the settings. */
export async function ownSecondFactor(
  { db, administratorsNeedSecondFactor: needed }: ManagersParts,
  { id, role }: Caller,
) {
  const factor = await findSecondFactor(db, id)
  const confirmedAt = factor?.confirmed_at ?? null
  return {
    state: secondFactorState(role, confirmedAt !== null, needed),
    required: needed && role === 'administrator',
    confirmed_at: confirmedAt?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(db, id),
  }
}

/** Draws a secret. It is in force after `confirmSecondFactor` has accepted a code of it. Throws second_factor.on. */
export async function beginSecondFactor(
  parts: ManagersParts,
  caller: Caller,
  { currentPassword }: ProvenRequest,
): Promise<{ secret: string; uri: string }> {
  const { db, clock, sealingKey } = parts
  await provePassword(parts, caller, { currentPassword })
  const secret = drawSecret()
  const begun = { managerId: caller.id, secretSealed: seal(sealingKey, secret), at: clock.now() }
  if (!(await inRepeatableTransaction(db, (tx) => insertSecondFactor(tx, begun))))
    throw new Failure('second_factor.on')
  return { secret, uri: uriOf(secret, caller.email) }
}

/** Switches the second factor on and resolves with the recovery codes. Throws second_factor.on, second_factor.off or auth.code_wrong. */
export async function confirmSecondFactor(
  { db, clock, access, mailer, sealingKey, throttles }: ManagersParts,
  { id }: Caller,
  { code, remoteAddress }: { code: string; remoteAddress: string },
): Promise<string[]> {
  const at = clock.now()
  const attempt = await throttles.code({ managerId: id, deviceId: undefined }, at)
  const codes = await inRepeatableTransaction(db, async (tx) => {
    const factor = await lockSecondFactor(tx, id)
    if (!factor) throw new Failure('second_factor.off')
    if (factor.confirmed_at) throw new Failure('second_factor.on')
    const step = stepIn(sealingKey, factor.secret_sealed, plainCode(code), at)
    if (step === null || !(await useStep(tx, id, step))) throw new Failure('auth.code_wrong')
    await updateConfirmed(tx, id, at)
    await audit(tx, { caller: { id }, ...auditOf('add_second_factor', id), remoteAddress, at })
    await notify(tx, mailer, id, 'secondFactorOn')
    return writeRecoveryCodes(tx, id)
  })
  access.forget(id)
  await attempt.forgive()
  return codes
}

async function writeRecoveryCodes(tx: Tx, managerId: number): Promise<string[]> {
  const codes = drawRecoveryCodes()
  await replaceRecoveryCodes(tx, managerId, codes.map(hashRecoveryCode))
  return codes
}

async function notify(
  tx: Tx,
  mailer: ManagersParts['mailer'],
  managerId: number,
  name: 'secondFactorOn' | 'secondFactorOff',
): Promise<void> {
  const manager = await findManager(tx, managerId)
  if (!manager) return
  const { email: to, language } = manager
  await mailer.send(tx, { to, language, name, values: { link: mailer.link('/login?step=forgot') } })
}

/** Replaces the recovery codes with new ones. Throws second_factor.off. */
export async function renewRecoveryCodes(
  parts: ManagersParts,
  caller: Caller,
  { currentPassword, remoteAddress }: ProvenRequest,
): Promise<string[]> {
  const { db, clock } = parts
  const { id } = caller
  await provePassword(parts, caller, { currentPassword })
  return inRepeatableTransaction(db, async (tx) => {
    if (!(await lockSecondFactor(tx, id))?.confirmed_at) throw new Failure('second_factor.off')
    await audit(tx, { caller, ...auditOf('renew_recovery_codes', id), remoteAddress, at: clock.now() })
    return writeRecoveryCodes(tx, id)
  })
}

/** Switches the caller's second factor off. Throws second_factor.off or second_factor.required. */
export async function removeSecondFactor(
  parts: ManagersParts,
  caller: Caller,
  { currentPassword, remoteAddress }: ProvenRequest,
): Promise<undefined> {
  if (parts.administratorsNeedSecondFactor && caller.role === 'administrator')
    throw new Failure('second_factor.required')
  await provePassword(parts, caller, { currentPassword, always: true })
  await deleteFactor(parts, caller, caller.id, { action: 'remove_second_factor', remoteAddress })
  return undefined
}

/** Switches off the second factor of a person who has lost it. Throws manager.not_found, manager.self or second_factor.off. */
export async function resetSecondFactor(
  parts: ManagersParts,
  caller: Caller,
  { id, currentPassword, remoteAddress }: ProvenRequest & { id: number },
): Promise<undefined> {
  if (caller.id === id) throw new Failure('manager.self')
  if (!(await findManager(parts.db, id))) throw new Failure('manager.not_found')
  await provePassword(parts, caller, { currentPassword })
  await deleteFactor(parts, caller, id, { action: 'reset_second_factor', remoteAddress })
  return undefined
}

async function deleteFactor(
  { db, clock, access, mailer }: ManagersParts,
  caller: Caller,
  id: number,
  { action, remoteAddress }: { action: string; remoteAddress: string },
): Promise<void> {
  await inRepeatableTransaction(db, async (tx) => {
    await lockManager(tx, id)
    if (!(await deleteSecondFactor(tx, id))) throw new Failure('second_factor.off')
    await audit(tx, { caller, ...auditOf(action, id), remoteAddress, at: clock.now() })
    await notify(tx, mailer, id, 'secondFactorOff')
  })
  access.forget(id)
}

/** The state of a manager's second factor. */
export async function findSecondFactorState(
  db: Db,
  { administratorsNeedSecondFactor }: Pick<ManagersParts, 'administratorsNeedSecondFactor'>,
  { id, role }: { id: number; role: Role },
): Promise<SecondFactorState> {
  const factor = await findSecondFactor(db, id)
  return secondFactorState(role, Boolean(factor?.confirmed_at), administratorsNeedSecondFactor)
}
