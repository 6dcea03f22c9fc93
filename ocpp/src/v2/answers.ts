import type { Version } from '../commands/actions.ts'
import { fileNameOf, hashesOf, scheduleOf } from '../commands/answer-reading.ts'
import { cancelEffect, clearEffect, limitEffect } from '../commands/effects.ts'
import { int32, list, record, text, truth, withoutUndefined, yesOrNo } from '../messages/reading.ts'
import type { CommandFindings } from '../station-command.ts'
import type { ListLimits, SettingsReading } from '../station-event.ts'
import { textLimitsOf } from './reading/displays.ts'

/** Nothing matches the request, and no report follows (2.0.1 part 2, B08 and N02). */
const nothingToTell = 'EmptyResultSet'

export const readAnswer: Version['readAnswer'] = ({ type }, payload) => {
  switch (type) {
    case 'start':
      return withoutUndefined<CommandFindings>({ transactionId: text(payload.transactionId) })
    case 'stop':
      return record(payload.statusInfo).reasonCode === 'TxNotFound' ? { transactionUnknown: true } : {}
    case 'configure':
    case 'password':
      return withoutUndefined<CommandFindings & { status?: string }>({
        status: text(record(list(payload.setVariableResult)[0]).attributeStatus),
      })
    case 'log':
      return fileNameOf(payload.filename)
    case 'connection_timeout':
      return withoutUndefined<CommandFindings>({
        connectionTimeoutSeconds: int32(record(list(payload.getVariableResult)[0]).attributeValue),
      })
    case 'displays': {
      const [showsTexts, showsCosts] = list(payload.getVariableResult).map((result) =>
        /^true$/i.test(text(record(result).attributeValue) ?? ''),
      )
      return { showsTexts: showsTexts ?? false, showsCosts: showsCosts ?? false }
    }
    case 'texts':
      return payload.status === 'Unknown' ? { texts: [] } : {}
    case 'settings':
    case 'report':
      return payload.status === nothingToTell ? { settings: [] } : {}
    case 'monitors':
      return payload.status === nothingToTell ? { monitors: [] } : {}
    case 'watch': {
      const { status, id } = record(list(payload.setMonitoringResult)[0])
      return withoutUndefined<CommandFindings & { status?: string }>({
        status: text(status),
        monitorId: int32(id),
      })
    }
    case 'unwatch':
      return withoutUndefined<CommandFindings & { status?: string }>({
        status: text(record(list(payload.clearMonitoringResult)[0]).status),
      })
    case 'transaction_inquiry':
      return withoutUndefined<CommandFindings>({
        transactionRuns: yesOrNo(payload.ongoingIndicator),
        messagesWait: yesOrNo(payload.messagesInQueue),
      })
    case 'list_version':
      return withoutUndefined<CommandFindings>({ listVersion: int32(payload.versionNumber) })
    case 'schedule':
      return scheduleOf(payload.schedule, record(payload.schedule).scheduleStart)
    case 'certificates':
      return {
        certificates: list(payload.certificateHashDataChain).map((chain) =>
          hashesOf(record(chain).certificateHashData),
        ),
      }
    default:
      return {}
  }
}

export const effectOf: Version['effectOf'] = (action, payload, status) => {
  const { evseId, chargingProfile, chargingProfileId, chargingProfileCriteria, reservationId } = payload
  if (action === 'SetChargingProfile' && status === 'Accepted') {
    const profile = record(chargingProfile)
    const schedule = list(profile.chargingSchedule)[0]
    const at = { evse: int32(evseId) ?? 0 }
    return limitEffect(profile, { id: profile.id, at, schedule, replacesLevel: false })
  }
  // Unknown: there is none that fits, or not any more
  if (action === 'ClearChargingProfile' && (status === 'Accepted' || status === 'Unknown')) {
    const criteria = record(chargingProfileCriteria)
    const evse = int32(criteria.evseId)
    return clearEffect(chargingProfileId, evse === undefined ? undefined : { evse }, criteria)
  }
  return action === 'CancelReservation' ? cancelEffect(reservationId) : null
}

/** TxCtrlr and LocalAuthListCtrlr (2.0.1 part 2, 3.1.13 and 3.1.9); the limits of a message may name it as their instance. */
export const readSettings: Version['readSettings'] = (settings) => {
  const own = settings.filter(({ component }) => component === 'LocalAuthListCtrlr')
  const found = (variable: string) =>
    own.find(({ name }) => name === variable || name === `${variable}.SendLocalList`)
  const timeout = settings.find(
    ({ component, name }) => component === 'TxCtrlr' && name === 'EVConnectionTimeOut',
  )
  return withoutUndefined<SettingsReading>({
    connectionTimeoutSeconds: int32(timeout?.value),
    list: withoutUndefined<ListLimits>({
      enabled: truth(own.find(({ name }) => name === 'Enabled')?.value),
      entriesPerMessage: int32(found('ItemsPerMessage')?.value),
      bytesPerMessage: int32(found('BytesPerMessage')?.value),
      entries: found('Entries')?.most,
      bytes: found('Storage')?.most,
    }),
    texts: textLimitsOf(settings),
  })
}
