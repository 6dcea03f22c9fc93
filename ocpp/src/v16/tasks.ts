import type { Call } from '../actions.ts'
import { cancelEffect, clearEffect, limitEffect } from '../effects.ts'
import { integer, list, present, record } from '../reading.ts'
import type { Authorization } from '../station-event.ts'
import type {
  CertificateUse,
  ListedCard,
  ListLimits,
  StationTask,
  TaskFindings,
  TaskTranslator,
} from '../station-task.ts'
import { authorizationOfListed, fileNameOf, hashesOf, scheduleOf } from '../task-reading.ts'
import { idTagInfoOf, parentIdTagOf } from './transactions.ts'

const uses: Record<CertificateUse, string> = {
  central_system: 'CentralSystemRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
}

function write(task: StationTask): Call | { unsupported: string } {
  switch (task.task) {
    case 'configure':
      return { action: 'ChangeConfiguration', payload: { key: task.name, value: task.value } }
    case 'log':
      return task.kind === 'diagnostics'
        ? { action: 'GetDiagnostics', payload: { location: task.location } }
        : {
            action: 'GetLog',
            payload: {
              logType: 'SecurityLog',
              requestId: task.requestId,
              log: { remoteLocation: task.location },
            },
          }
    case 'firmware':
      return {
        action: 'UpdateFirmware',
        payload: { location: task.location, retrieveDate: task.retrieveAt.toISOString() },
      }
    case 'list':
      return {
        action: 'SendLocalList',
        payload: {
          listVersion: task.version,
          updateType: task.full ? 'Full' : 'Differential',
          localAuthorizationList: task.entries.map(({ token, card }) => ({
            idTag: token,
            ...(card ? { idTagInfo: idTagInfoOf(listed(card)) } : {}),
          })),
        },
      }
    case 'list_version':
      return { action: 'GetLocalListVersion', payload: {} }
    case 'limit': {
      const connectorId = task.at ? task.at.ordinal : 0
      if (connectorId === undefined) return withoutOrdinal
      return {
        action: 'SetChargingProfile',
        payload: {
          connectorId,
          csChargingProfiles: {
            chargingProfileId: task.profileId,
            stackLevel: 0,
            chargingProfilePurpose: task.at ? 'TxDefaultProfile' : 'ChargePointMaxProfile',
            chargingProfileKind: 'Absolute',
            chargingSchedule: present({
              startSchedule: task.from.toISOString(),
              duration: task.durationSeconds,
              chargingRateUnit: task.unit,
              chargingSchedulePeriod: [{ startPeriod: 0, limit: task.limit }],
            }),
          },
        },
      }
    }
    case 'clear_limit':
      return { action: 'ClearChargingProfile', payload: { id: task.profileId } }
    case 'schedule': {
      const connectorId = task.at ? task.at.ordinal : 0
      if (connectorId === undefined) return withoutOrdinal
      const { durationSeconds: duration, unit } = task
      return { action: 'GetCompositeSchedule', payload: { connectorId, duration, chargingRateUnit: unit } }
    }
    case 'certificates':
      return { action: 'GetInstalledCertificateIds', payload: { certificateType: uses[task.use] } }
    case 'install_certificate':
      return {
        action: 'InstallCertificate',
        payload: { certificateType: uses[task.use], certificate: task.certificate },
      }
    case 'delete_certificate':
      return { action: 'DeleteCertificate', payload: { certificateHashData: task.hashes } }
    case 'request_certificate':
      return {
        action: 'ExtendedTriggerMessage',
        payload: { requestedMessage: 'SignChargePointCertificate' },
      }
    case 'certificate_signed':
      return { action: 'CertificateSigned', payload: { certificateChain: task.chain } }
    case 'clear_cache':
      return { action: 'ClearCache', payload: {} }
    case 'reserve': {
      const connectorId = task.at.ordinal
      if (connectorId === undefined) return withoutOrdinal
      const { reservationId, token: idTag, until } = task
      return {
        action: 'ReserveNow',
        payload: present({
          connectorId,
          expiryDate: until.toISOString(),
          idTag,
          parentIdTag: parentIdTagOf(task.group),
          reservationId,
        }),
      }
    }
    case 'cancel_reservation':
      return { action: 'CancelReservation', payload: { reservationId: task.reservationId } }
    case 'connection_timeout':
      return { action: 'GetConfiguration', payload: { key: ['ConnectionTimeOut'] } }
    case 'start_inquiry': {
      const connectorId = task.at.ordinal
      if (connectorId === undefined) return withoutOrdinal
      return {
        action: 'TriggerMessage',
        payload: { requestedMessage: 'StatusNotification', connectorId },
      }
    }
    case 'security':
      return { action: 'GetConfiguration', payload: { key: ['SecurityProfile'] } }
    case 'network':
      return { unsupported: 'ocpp1.6 has no network profiles' }
  }
}

const withoutOrdinal = { unsupported: 'ocpp1.6 needs the number of the connector' }

/** This version knows no card that ends transactions and begins none: alone, a station had better take none. */
const listed = (card: ListedCard): Authorization =>
  card.endsOnly ? { status: 'Invalid' } : authorizationOfListed(card)

function read({ task }: StationTask, payload: Record<string, unknown>): TaskFindings {
  switch (task) {
    case 'log':
      return fileNameOf(payload.fileName ?? payload.filename)
    case 'connection_timeout':
      return present<TaskFindings>({
        connectionTimeoutSeconds: integer(record(list(payload.configurationKey)[0]).value),
      })
    case 'list_version':
      return present<TaskFindings>({ listVersion: integer(payload.listVersion) })
    case 'schedule':
      return scheduleOf(payload.chargingSchedule, payload.scheduleStart)
    case 'certificates':
      return { certificates: list(payload.certificateHashData).map(hashesOf) }
    default:
      return {}
  }
}

/**
 * AuthorizationKey is written in hexadecimal digits of its bytes (1.6 security whitepaper, clause 4.4); stations that take the
 * digits for the password itself are as common, so either may come back.
 */
const password: TaskTranslator['password'] = (text) => {
  const bytes = Buffer.from(text)
  const digits = bytes.toString('hex')
  return {
    sends: { task: 'configure', name: 'AuthorizationKey', value: digits },
    readings: [bytes, Buffer.from(digits)],
  }
}

/** The station connects anew by itself, to the address that it has, over TLS (1.6 security whitepaper, clause 4.4). */
const rise: TaskTranslator['rise'] = ({ securityProfile }) => [
  { task: 'configure', name: 'SecurityProfile', value: String(securityProfile) },
]

/** 1.6 clauses 9.2.2 and 9.2.3. */
const listLimits: TaskTranslator['listLimits'] = (settings) => {
  const numberOf = (key: string) => integer(settings.find(({ name }) => name === key)?.value)
  return present<ListLimits>({
    entriesPerMessage: numberOf('SendLocalListMaxLength'),
    entries: numberOf('LocalAuthListMaxLength'),
  })
}

const effectOf: TaskTranslator['effectOf'] = (action, payload, status) => {
  const { connectorId, csChargingProfiles, id, reservationId } = payload
  const ordinal = integer(connectorId)
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

/** 1.6 clause 9.1.4. */
const connectionTimeoutSeconds: TaskTranslator['connectionTimeoutSeconds'] = (settings) =>
  integer(settings.find(({ name }) => name === 'ConnectionTimeOut')?.value)

export const tasks: TaskTranslator = {
  write,
  read,
  effectOf,
  connectionTimeoutSeconds,
  listLimits,
  password,
  rise,
}
