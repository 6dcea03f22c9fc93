import type { MeterKey, MeterKeyEvent } from '@stationmaster/contract'
import type { KeyRow, listKeyDeeds } from './key-store.ts'

const mostEvents = 50

/** Whether a station names a key of a meter for which a person has confirmed another one that is in use. */
const contradicts = (key: KeyRow, keys: readonly KeyRow[]): boolean =>
  key.confirmedAt === null &&
  key.retiredAt === null &&
  keys.some(
    (other) =>
      other.confirmedAt !== null &&
      other.retiredAt === null &&
      (key.connector === null || other.connector === null || key.connector === other.connector),
  )

/** The keys of a station as people see them. */
export const keyViews = (keys: readonly KeyRow[]): MeterKey[] => keys.map((key) => keyView(key, keys))

/** One key; `all`: those of its station. */
export const keyView = (key: KeyRow, all: readonly KeyRow[] = []): MeterKey => ({
  fingerprint: key.fingerprint,
  public_key: key.publicKey,
  connector: key.connector,
  source: key.source,
  reported_at: key.reportedAt.toISOString(),
  confirmed_at: key.confirmedAt?.toISOString() ?? null,
  confirmed_by: key.confirmedBy,
  retired_at: key.retiredAt?.toISOString() ?? null,
  contradicts: contradicts(key, all),
})

/** What has happened to the keys, the newest first: those that the station has named, and what people have done. */
export function keyHistory(
  keys: readonly KeyRow[],
  deeds: Awaited<ReturnType<typeof listKeyDeeds>>,
): MeterKeyEvent[] {
  const reported = keys
    .filter(({ source }) => source !== 'staff')
    .map(({ fingerprint, source, reportedAt }) => ({
      at: reportedAt.toISOString(),
      event: 'reported' as const,
      fingerprint,
      source,
      by: null,
    }))
  const done = deeds.flatMap(({ at, action, fingerprint, by }) => {
    const event = action === 'station.meter_key_retire' ? ('replaced' as const) : ('confirmed' as const)
    return fingerprint === null ? [] : { at: at.toISOString(), event, fingerprint, source: null, by }
  })
  return [...done, ...reported].sort((one, other) => other.at.localeCompare(one.at)).slice(0, mostEvents)
}
