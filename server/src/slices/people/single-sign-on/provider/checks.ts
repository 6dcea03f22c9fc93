import { MINUTE_MS } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { seal, unseal } from '../../../../platform/secrets/seal.ts'
import { claimCheck, revokeSessions } from '../../managers/signing-in/session-store.ts'
import { updateManager } from '../../managers/store.ts'
import type { SingleSignOnParts } from '../parts.ts'
import { loadSettings } from '../settings/settings.ts'
import { Provider } from './provider.ts'
import {
  findProviderSession,
  type ProviderSessionRow,
  updateRefreshToken,
} from './provider-sessions-store.ts'

/**
 * Asks the provider whether the account of a session that is used is still good, once in the minutes of the settings, and ends the
 * session where it says no. A provider that does not answer gets the next question later; the session ends by its hours all the same.
 */
export async function askAboutSession(parts: SingleSignOnParts, sessionId: number): Promise<void> {
  const { db, clock, sealingKey } = parts
  const now = clock.now()
  const settings = await loadSettings(parts, db)
  const next = new Date(now.getTime() + settings.check_minutes * MINUTE_MS)
  if (!(await claimCheck(db, { sessionId, now, next }))) return
  const session = await findProviderSession(db, sessionId)
  if (!session?.refresh_token_sealed) return
  const provider = await Provider.open(settings, parts)
  const renewed = await provider.renew(unseal<string>(sealingKey, session.refresh_token_sealed))
  if (renewed === 'ended') return end(parts, session)
  if (renewed.refreshToken !== null)
    await updateRefreshToken(db, sessionId, seal(sealingKey, renewed.refreshToken))
}

async function end(
  { db, clock, access }: SingleSignOnParts,
  { manager_id: managerId, session_id: sessionId, issuer }: ProviderSessionRow,
): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const ended = await revokeSessions(tx, managerId, { only: sessionId }, at)
    if (ended.length === 0) return
    // API keys would go on without a session
    await updateManager(tx, managerId, { shut_out_at: at })
    await audit(tx, {
      caller: null,
      action: 'manager.log_out_by_provider',
      subjectType: 'manager',
      subjectId: managerId,
      after: { sessions: ended, issuer, reason: 'refused' },
      at,
    })
  })
  access.forget(managerId)
}
