import type { SignedValue } from '@stationmaster/ocpp'
import { type HistorySession, Signer, type SigningOptions } from '@stationmaster/simulator'
import { DAY_MS, first } from '@stationmaster/units'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { upsertConfirmed } from '../../../stations/meters/key-store.ts'
import { reportedKey } from '../../../stations/meters/reported-keys.ts'
import { demoStations } from '../locations.ts'

/** The stations whose meters sign: of the first somebody has confirmed the key, of the second only the station names it. */
const [confirmed, selfDeclared] = [first(demoStations).id, demoStations[3]?.id]

/** What the simulator needs to know of it. */
export const signingOf = (stationId: string): { signing?: SigningOptions } => {
  if (stationId === confirmed) return { signing: {} }
  return stationId === selfDeclared ? { signing: { withKey: true } } : {}
}

/** Keeps the key of the first one, as somebody has given it when the station was set up. */
export async function confirmKey(tx: Tx, managerId: number, at: Date): Promise<void> {
  const key = reportedKey(confirmed, new Signer(confirmed, {}).publicKey, 'staff', at)
  if (key) await upsertConfirmed(tx, key, managerId)
}

/** The sessions of so many days have signed values: enough to look at. */
const signedDays = 3

/** What the meter of a past session has signed at its begin and its end; nothing but in the last days. */
export function signedIn(
  { stationId, startedAt, endedAt, meterStartWh, meterStopWh }: HistorySession,
  now: Date,
): Record<'begin' | 'end', { signed?: SignedValue[] }> {
  const { signing } = signingOf(stationId)
  if (!signing || startedAt.getTime() < now.getTime() - signedDays * DAY_MS) return { begin: {}, end: {} }
  const signer = new Signer(stationId, signing)
  return {
    begin: { signed: [signer.signed('begin', meterStartWh, startedAt, false)] },
    end: { signed: [signer.signed('end', meterStopWh, endedAt, false)] },
  }
}
