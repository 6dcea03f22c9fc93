import { MINUTE_MS } from '@stationmaster/units'
import { networkOf } from '../../../platform/listeners/proxies.ts'
import { forgiveAttempt, takeAttempt } from '../../../platform/secrets/attempt-store.ts'
import { codeSecretOf, stepOfPassword } from '../../control/commands/codes/code-rules.ts'
import type { ChargeParts } from './parts.ts'
import type { ShownCode } from './quote.ts'
import { isUsedCode } from './store.ts'

/** What the address of a station's code says: its one-time password, and the EVSE. */
export interface CodeInAddress {
  password: string
  evse: number
}

/** So many wrong passwords come from one network within so long; beyond them none is looked at. */
const wrongMost = { limit: 30, windowMs: 15 * MINUTE_MS }

/** The code of an address; undefined where it has none that could be one. */
export function codeIn({ c, evse }: { c?: unknown; evse?: unknown }): CodeInAddress | undefined {
  if (typeof c !== 'string') return undefined
  const number = typeof evse === 'string' && /^\d{1,4}$/.test(evse) ? Number(evse) : 0
  return { password: c.slice(0, 64), evse: number }
}

/** Checks the password of a code that a station shows; `old`: it is over, or a session was begun with it. */
export async function readCode(
  { db, clock, secretKey }: Pick<ChargeParts, 'db' | 'clock' | 'secretKey'>,
  stationId: string,
  { password, evse }: CodeInAddress,
  remoteAddress: string,
): Promise<ShownCode | 'old' | 'foreign'> {
  const now = clock.now()
  const key = `code ${networkOf(remoteAddress)}`
  if ((await takeAttempt(db, key, wrongMost, now)) > 0) return 'foreign'
  const step = stepOfPassword(codeSecretOf(secretKey, stationId), password, now)
  if (step === 'foreign') return step
  await forgiveAttempt(db, key)
  if (step === 'old' || (await isUsedCode(db, stationId, evse, step))) return 'old'
  return { stationId, evse, step }
}
