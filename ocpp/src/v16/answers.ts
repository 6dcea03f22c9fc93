import type { Version } from '../commands/actions.ts'
import { fileNameOf, hashesOf, scheduleOf } from '../commands/answer-reading.ts'
import { cancelEffect, clearEffect, limitEffect } from '../commands/effects.ts'
import { int32, list, record, text, truth, withoutUndefined } from '../messages/reading.ts'
import type { CommandFindings } from '../station-command.ts'
import type { ListLimits, SettingsReading, StationSetting } from '../station-event.ts'

export const readAnswer: Version['readAnswer'] = ({ type }, payload) => {
  switch (type) {
    case 'settings':
      return { settings: settingsOf(payload.configurationKey) }
    case 'log':
      return fileNameOf(payload.fileName ?? payload.filename)
    case 'connection_timeout':
      return withoutUndefined<CommandFindings>({
        connectionTimeoutSeconds: int32(record(list(payload.configurationKey)[0]).value),
      })
    case 'list_version':
      return withoutUndefined<CommandFindings>({ listVersion: int32(payload.listVersion) })
    case 'schedule':
      return scheduleOf(payload.chargingSchedule, payload.scheduleStart)
    case 'certificates':
      return { certificates: list(payload.certificateHashData).map(hashesOf) }
    default:
      return {}
  }
}

const settingsOf = (configurationKey: unknown): StationSetting[] =>
  list(configurationKey).flatMap((entry) => {
    const { key, value, readonly } = record(entry)
    const name = text(key)
    if (name === undefined) return []
    return withoutUndefined<StationSetting>({ name, value: text(value), readonly: readonly === true })
  })

export const effectOf: Version['effectOf'] = (action, payload, status) => {
  const { connectorId, csChargingProfiles, id, reservationId } = payload
  const ordinal = int32(connectorId)
  if (action === 'SetChargingProfile' && status === 'Accepted') {
    const profile = record(csChargingProfiles)
    const { chargingProfileId, chargingSchedule: schedule } = profile
    const at = { ordinal: ordinal ?? 0 }
    return limitEffect(profile, { id: chargingProfileId, at, schedule, replacesLevel: true })
  }
  // Unknown: there is none that fits, or not any more
  if (action === 'ClearChargingProfile' && (status === 'Accepted' || status === 'Unknown')) {
    return clearEffect(id, ordinal === undefined ? undefined : { ordinal }, payload)
  }
  return action === 'CancelReservation' ? cancelEffect(reservationId) : null
}

/** 1.6 clauses 9.1.4, 9.2.2 and 9.2.3. */
export const readSettings: Version['readSettings'] = (settings) => {
  const numberOf = (key: string) => int32(settings.find(({ name }) => name === key)?.value)
  return withoutUndefined<SettingsReading>({
    connectionTimeoutSeconds: numberOf('ConnectionTimeOut'),
    list: withoutUndefined<ListLimits>({
      enabled: truth(settings.find(({ name }) => name === 'LocalAuthListEnabled')?.value),
      entriesPerMessage: numberOf('SendLocalListMaxLength'),
      entries: numberOf('LocalAuthListMaxLength'),
    }),
  })
}
