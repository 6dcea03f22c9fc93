import type { StationSetting } from '@stationmaster/ocpp'
import type { KeySource, ReportedKey } from './key-store.ts'
import { fingerprintOf, parsePublicKey } from './public-key.ts'

/** A key from what a station says is one; null where it cannot be read. */
export function reportedKey(
  stationId: string,
  publicKey: string,
  source: KeySource,
  reportedAt: Date,
  connector: number | null = null,
): ReportedKey | null {
  const key = parsePublicKey(publicKey)
  return key && { stationId, connector, publicKey, fingerprint: fingerprintOf(key), source, reportedAt }
}

/** In 1.6 the meter's key is a setting of that name, with the connector's number behind it or in brackets; in 2.x a variable, whose EVSE may be named. */
const keyName = /^(?:meter)?publickey\[?(\d*)\]?$/i
const evseOf = /@(\d+)/

/** The meters' keys among the settings that a station reports. */
export const keysInSettings = (
  stationId: string,
  settings: readonly StationSetting[],
  at: Date,
): ReportedKey[] =>
  settings.flatMap(({ component, name, value }) => {
    const match = keyName.exec(name)
    if (!match || !value) return []
    const number = Number(match[1] || (component && evseOf.exec(component)?.[1]) || 0)
    return reportedKey(stationId, value, 'settings', at, number > 0 && number < 1000 ? number : null) ?? []
  })

/** The message in which stations of 1.6 tell their meters' keys once they have booted. */
export const meterConfiguration = { vendorId: 'generalConfiguration', messageId: 'setMeterConfiguration' }

/** The keys in the content of that message. */
export function keysInMessage(stationId: string, content: unknown, at: Date): ReportedKey[] {
  const { meters } = Object(content) as { meters?: unknown }
  return (Array.isArray(meters) ? meters : []).flatMap((meter: unknown) => {
    const { connectorId, publicKey } = Object(meter) as Record<string, unknown>
    if (typeof publicKey !== 'string') return []
    const connector = Number.isInteger(connectorId) && Number(connectorId) > 0 ? Number(connectorId) : null
    return reportedKey(stationId, publicKey, 'vendor', at, connector) ?? []
  })
}
