import type { contract } from '@stationmaster/contract'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { seal } from '../../../../platform/secrets/seal.ts'
import { provePassword } from '../../managers/signing-in/proof.ts'
import { revokePasswordSessions } from '../../managers/signing-in/session-store.ts'
import { lockManager } from '../../managers/store.ts'
import type { SingleSignOnParts } from '../parts.ts'
import { fingerprintOf, settingsOf } from './settings.ts'
import { lockSettingsRow, type SettingsColumns, type SettingsRow, saveSettings } from './settings-store.ts'

type Change = z.output<(typeof contract.singleSignOn.change)['body']>

/**
 * Writes the settings. Another issuer, client or secret must be tried before it is switched on; passwords are switched off only where
 * one administrator keeps theirs, and their other sessions end. Throws sso.not_tried, sso.emergency_unfit or what provePassword throws.
 */
export async function changeSettings(
  parts: SingleSignOnParts,
  caller: Caller,
  { change, remoteAddress }: { change: Change; remoteAddress: string },
): Promise<void> {
  const { db, clock, access } = parts
  const at = clock.now()
  const { current_password: currentPassword, client_secret: secret, ...written } = change
  await provePassword(parts, caller, { currentPassword })
  const ended = await inRepeatableTransaction(db, async (tx) => {
    const before = await lockSettingsRow(tx)
    const after = columnsOf(parts, before, { written, secret, at })
    const isOn = after.enabled || parts.config.preset !== null
    if (after.enabled && after.tried_at === null && parts.config.preset === null)
      throw new Failure('sso.not_tried')
    if (!after.password_log_in) await expectEmergency(tx, isOn, after.emergency_manager_id)
    await saveSettings(tx, after)
    await audit(tx, {
      caller,
      action: 'single_sign_on.change',
      subjectType: 'single_sign_on',
      subjectId: 1,
      before: before && shown(parts, before),
      after: shown(parts, { ...after, id: 1, rules: [...after.rules] }),
      remoteAddress,
      at,
    })
    if (after.password_log_in || before?.password_log_in === false) return []
    const keep = { sessionId: caller.sessionId ?? null, managerId: after.emergency_manager_id }
    return revokePasswordSessions(tx, keep, at)
  })
  for (const id of new Set(ended)) access.forget(id)
}

function columnsOf(
  { sealingKey, config }: SingleSignOnParts,
  before: SettingsRow | undefined,
  {
    written,
    secret,
    at,
  }: { written: Omit<Change, 'client_secret' | 'current_password'>; secret: string | undefined; at: Date },
): SettingsColumns {
  // what the environment sets, the screen leaves as it was
  const connection = config.preset
    ? { issuer: before?.issuer ?? '', client_id: before?.client_id ?? '', enabled: before?.enabled ?? false }
    : { issuer: written.issuer, client_id: written.client_id, enabled: written.enabled }
  const sealed =
    secret === undefined ? (before?.secret_sealed ?? null) : secret === '' ? null : seal(sealingKey, secret)
  const isSame =
    secret === undefined && before?.issuer === connection.issuer && before.client_id === connection.client_id
  return {
    ...written,
    ...connection,
    secret_sealed: sealed,
    tried_at: isSame ? (before?.tried_at ?? null) : null,
    changed_at: at,
  }
}

/** One administrator keeps a way in that no provider can close. */
async function expectEmergency(tx: Tx, isOn: boolean, managerId: number | null): Promise<void> {
  const kept = managerId === null ? undefined : await lockManager(tx, managerId)
  const fits = kept?.role === 'administrator' && kept.blocked_at === null && kept.password_hash !== null
  if (!isOn || !fits) throw new Failure('sso.emergency_unfit')
}

function shown(parts: SingleSignOnParts, row: SettingsRow) {
  const { secret_sealed: _, id: __, changed_at: ___, ...rest } = row
  return {
    ...rest,
    secret: fingerprintOf(
      settingsOf({ ...parts, config: { ...parts.config, preset: null } }, row).clientSecret,
    ),
  }
}
