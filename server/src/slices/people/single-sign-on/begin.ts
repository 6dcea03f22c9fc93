import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@stationmaster/units'
import type { Caller } from '../../../platform/http/caller.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import type { SingleSignOnParts } from './parts.ts'
import { Provider } from './provider/provider.ts'
import { expectOn, loadSettings } from './settings/settings.ts'
import { insertAttempt, type Purpose } from './store.ts'

/** for so long somebody may take at the provider, and with the code of a second factor */
export const attemptMs = 10 * MINUTE_MS

export const drawSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Begins a log-in at the provider. State, nonce and verifier are in the database, for whichever server the browser comes back to, and
 * what only this browser holds proves that it is the one.
 */
export async function begin(
  parts: SingleSignOnParts,
  purpose: Exclude<Purpose, 'code'>,
  { caller, remoteAddress }: { caller: Caller | null; remoteAddress: string },
): Promise<{ url: string; browser_secret: string }> {
  const { db, clock, throttles, sealingKey } = parts
  const now = clock.now()
  await throttles.singleSignOn(remoteAddress, now)
  const settings = await loadSettings(parts, db)
  // it is tried before it is switched on
  if (purpose !== 'try') expectOn(settings)
  const { checks, url } = await (await Provider.open(settings, parts)).begin()
  const browserSecret = drawSecret()
  await insertAttempt(db, {
    state: checks.state,
    browserSecret,
    purpose,
    managerId: caller?.id ?? null,
    sealed: seal(sealingKey, checks),
    expiresAt: new Date(now.getTime() + attemptMs),
  })
  return { url, browser_secret: browserSecret }
}
