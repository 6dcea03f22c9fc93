import type { LogInTokens } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'
import { issueTokens } from '../managers/actions.ts'
import { passSecondFactor } from '../managers/second-factor/second-factor.ts'
import { drawDeviceToken, isDeviceToken, keepDevice } from '../managers/signing-in/device-store.ts'
import { type Device, insertSession } from '../managers/signing-in/session-store.ts'
import { findManager, updateManager } from '../managers/store.ts'
import type { SingleSignOnParts } from './parts.ts'
import type { KeptLogIn } from './provider/provider.ts'
import { insertProviderSession } from './provider/provider-sessions-store.ts'
import { expectOn, loadSettings, type Settings } from './settings/settings.ts'
import { deleteAttempt, lockWaiting, updateLastLogIn } from './store.ts'

interface Entry {
  managerId: number
  who: KeptLogIn
  settings: Pick<Settings, 'session_hours' | 'check_minutes'>
  /** the provider has checked a second factor */
  secondFactor: boolean
  device: Device
  deviceToken: string | undefined
  at: Date
}

/** Opens a session for somebody that the provider has let in; it ends after the hours of the settings. */
export async function openSession(tx: Tx, parts: SingleSignOnParts, entry: Entry): Promise<LogInTokens> {
  const { managerId, who, settings, device, deviceToken: given, at } = entry
  const { access, idleMs, sealingKey } = parts
  const { issuer, subject, providerSession, identityToken, refreshToken } = who
  await audit(tx, {
    caller: { id: managerId },
    action: 'manager.log_in',
    subjectType: 'manager',
    subjectId: managerId,
    after: { issuer, subject },
    remoteAddress: device.remoteAddress,
    at,
  })
  const deviceToken = given !== undefined && (await isDeviceToken(tx, given)) ? given : drawDeviceToken()
  const deviceId = await keepDevice(tx, managerId, deviceToken, at)
  const checkDueAt =
    refreshToken === null ? null : new Date(at.getTime() + settings.check_minutes * MINUTE_MS)
  const endsAt = new Date(at.getTime() + settings.session_hours * HOUR_MS)
  const provider = { endsAt, checkDueAt, secondFactor: entry.secondFactor }
  const sessionId = await insertSession(tx, { managerId, deviceId, device, at, provider })
  await insertProviderSession(tx, {
    session_id: sessionId,
    manager_id: managerId,
    issuer,
    subject,
    provider_session: providerSession,
    id_token_sealed: seal(sealingKey, identityToken),
    refresh_token_sealed: refreshToken === null ? null : seal(sealingKey, refreshToken),
  })
  await updateLastLogIn(tx, managerId, at)
  await updateManager(tx, managerId, { shut_out_at: null })
  return {
    ...(await issueTokens(tx, access, { managerId, sessionId, idleMs }, at)),
    device_token: deviceToken,
  }
}

/** Ends a log-in that waited for the code of our own second factor. Throws sso.return_unknown, auth.code_wrong or auth.too_many_attempts. */
export async function giveCode(
  parts: SingleSignOnParts,
  {
    pending,
    code,
    ...from
  }: { pending: string; code: string; device: Device; deviceToken: string | undefined },
): Promise<LogInTokens> {
  const { db, clock, throttles, sealingKey } = parts
  const at = clock.now()
  const [state = '', browserSecret = ''] = pending.split('.')
  const held = { state, browserSecret }
  const waiting = await inRepeatableTransaction(db, (tx) => lockWaiting(tx, held, at))
  if (!waiting?.manager_id) {
    await throttles.singleSignOn(from.device.remoteAddress, at)
    throw new Failure('sso.return_unknown')
  }
  const { manager_id: managerId } = waiting
  const guess = await throttles.code({ managerId, deviceId: undefined }, at)
  const settings = await loadSettings(parts, db)
  expectOn(settings)
  const tokens = await inRepeatableTransaction(db, async (tx) => {
    const row = await lockWaiting(tx, held, at)
    if (!row) throw new Failure('sso.return_unknown')
    if ((await findManager(tx, managerId))?.blocked_at) throw new Failure('auth.blocked')
    await passSecondFactor(tx, parts, { managerId, code, at })
    await deleteAttempt(tx, row.state_hash)
    const who = unseal<KeptLogIn>(sealingKey, row.sealed)
    return openSession(tx, parts, { ...from, managerId, who, settings, secondFactor: false, at })
  })
  await guess.forgive()
  return tokens
}
