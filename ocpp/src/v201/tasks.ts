import type { Call } from '../actions.ts'
import { cancelEffect, clearEffect, limitEffect } from '../effects.ts'
import { integer, list, present, record, text } from '../reading.ts'
import type {
  CertificateUse,
  ListLimits,
  StationTask,
  TaskFindings,
  TaskTranslator,
} from '../station-task.ts'
import { authorizationOfListed, fileNameOf, hashesOf, scheduleOf } from '../task-reading.ts'
import { groupIdTokenOf, idTokenInfoOf } from './tokens.ts'

const uses: Record<CertificateUse, string> = {
  central_system: 'CSMSRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
}

const idToken = (token: string) => ({ idToken: token, type: 'ISO14443' })

function write(task: StationTask): Call | { unsupported: string } {
  switch (task.task) {
    case 'configure':
      if (task.component === undefined) return { unsupported: 'ocpp2.0.1 needs the component of a variable' }
      return {
        action: 'SetVariables',
        payload: {
          setVariableData: [
            {
              component: componentOf(task.component),
              variable: named(task.name),
              attributeValue: task.value,
            },
          ],
        },
      }
    case 'log':
      return {
        action: 'GetLog',
        payload: {
          logType: task.kind === 'security' ? 'SecurityLog' : 'DiagnosticsLog',
          requestId: task.requestId,
          log: { remoteLocation: task.location },
        },
      }
    case 'firmware': {
      const { location, requestId, retrieveAt } = task
      const firmware = { location, retrieveDateTime: retrieveAt.toISOString() }
      return { action: 'UpdateFirmware', payload: { requestId, firmware } }
    }
    case 'list':
      return {
        action: 'SendLocalList',
        payload: {
          versionNumber: task.version,
          updateType: task.full ? 'Full' : 'Differential',
          ...(task.entries.length === 0
            ? {}
            : {
                localAuthorizationList: task.entries.map(({ token, card }) => ({
                  idToken: idToken(token),
                  ...(card ? { idTokenInfo: idTokenInfoOf(authorizationOfListed(card)) } : {}),
                })),
              }),
        },
      }
    case 'list_version':
      return { action: 'GetLocalListVersion', payload: {} }
    case 'limit': {
      const evseId = task.at ? task.at.evse : 0
      if (evseId === undefined) return withoutEvse
      return {
        action: 'SetChargingProfile',
        payload: {
          evseId,
          chargingProfile: {
            id: task.profileId,
            stackLevel: 0,
            chargingProfilePurpose: task.at ? 'TxDefaultProfile' : 'ChargingStationMaxProfile',
            chargingProfileKind: 'Absolute',
            chargingSchedule: [
              present({
                id: task.profileId,
                startSchedule: task.from.toISOString(),
                duration: task.durationSeconds,
                chargingRateUnit: task.unit,
                chargingSchedulePeriod: [{ startPeriod: 0, limit: task.limit }],
              }),
            ],
          },
        },
      }
    }
    case 'clear_limit':
      return { action: 'ClearChargingProfile', payload: { chargingProfileId: task.profileId } }
    case 'schedule': {
      const evseId = task.at ? task.at.evse : 0
      if (evseId === undefined) return withoutEvse
      const { durationSeconds: duration, unit } = task
      return { action: 'GetCompositeSchedule', payload: { evseId, duration, chargingRateUnit: unit } }
    }
    case 'certificates':
      return { action: 'GetInstalledCertificateIds', payload: { certificateType: [uses[task.use]] } }
    case 'install_certificate':
      return {
        action: 'InstallCertificate',
        payload: { certificateType: uses[task.use], certificate: task.certificate },
      }
    case 'delete_certificate':
      return { action: 'DeleteCertificate', payload: { certificateHashData: task.hashes } }
    case 'request_certificate':
      return { action: 'TriggerMessage', payload: { requestedMessage: 'SignChargingStationCertificate' } }
    case 'certificate_signed':
      return {
        action: 'CertificateSigned',
        payload: { certificateChain: task.chain, certificateType: 'ChargingStationCertificate' },
      }
    case 'clear_cache':
      return { action: 'ClearCache', payload: {} }
    case 'reserve': {
      const evseId = task.at.evse
      if (evseId === undefined) return withoutEvse
      const { reservationId: id, token, until } = task
      return {
        action: 'ReserveNow',
        payload: present({
          id,
          expiryDateTime: until.toISOString(),
          idToken: idToken(token),
          groupIdToken: groupIdTokenOf(task.group),
          evseId,
        }),
      }
    }
    case 'cancel_reservation':
      return { action: 'CancelReservation', payload: { reservationId: task.reservationId } }
    case 'connection_timeout':
      return {
        action: 'GetVariables',
        payload: {
          getVariableData: [{ component: { name: 'TxCtrlr' }, variable: { name: 'EVConnectionTimeOut' } }],
        },
      }
    case 'start_inquiry':
      return { action: 'GetTransactionStatus', payload: {} }
    case 'security':
      return {
        action: 'GetVariables',
        payload: {
          getVariableData: [
            { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'NetworkConfigurationPriority' } },
          ],
        },
      }
    case 'network':
      return {
        action: 'SetNetworkProfile',
        payload: {
          configurationSlot: task.slot,
          connectionData: {
            ocppVersion: 'OCPP20',
            ocppTransport: 'JSON',
            ocppCsmsUrl: task.url,
            messageTimeout: 30,
            securityProfile: task.securityProfile,
            ocppInterface: 'Wired0',
          },
        },
      }
  }
}

const withoutEvse = { unsupported: 'ocpp2.0.1 needs the number of the EVSE' }

/** A text and the number that ends it after a mark, if one does. */
function numbered(written: string, mark: string): [string, string | undefined] {
  const at = written.lastIndexOf(mark)
  const digits = written.slice(at + 1)
  return at >= 0 && /^\d{1,15}$/.test(digits) ? [written.slice(0, at), digits] : [written, undefined]
}

/** `Name.instance@evse#connector`, as reports are read, taken apart again. */
function componentOf(written: string): object {
  const [beforeConnector, connector] = numbered(written, '#')
  const [name, evse] = numbered(beforeConnector, '@')
  const place =
    evse === undefined
      ? {}
      : { evse: present({ id: Number(evse), connectorId: integer(connector && Number(connector)) }) }
  return { ...named(name), ...place }
}

function named(written: string): { name: string; instance?: string } {
  const dot = written.indexOf('.')
  return dot < 0 ? { name: written } : { name: written.slice(0, dot), instance: written.slice(dot + 1) }
}

function read({ task }: StationTask, payload: Record<string, unknown>): TaskFindings {
  switch (task) {
    case 'configure':
      return present<TaskFindings>({
        status: text(record(list(payload.setVariableResult)[0]).attributeStatus),
      })
    case 'log':
      return fileNameOf(payload.filename)
    case 'connection_timeout':
      return present<TaskFindings>({
        connectionTimeoutSeconds: integer(record(list(payload.getVariableResult)[0]).attributeValue),
      })
    case 'list_version':
      return present<TaskFindings>({ listVersion: integer(payload.versionNumber) })
    case 'schedule':
      return scheduleOf(payload.schedule, record(payload.schedule).scheduleStart)
    case 'certificates':
      return {
        certificates: list(payload.certificateHashDataChain).map((chain) =>
          hashesOf(record(chain).certificateHashData),
        ),
      }
    case 'security': {
      const told = text(record(list(payload.getVariableResult)[0]).attributeValue) ?? ''
      return { networkPriority: told.split(',').flatMap((slot) => integer(slot) ?? []) }
    }
    default:
      return {}
  }
}

/** BasicAuthPassword takes 16 to 40 characters as they stand (2.0.1 part 2, A01). */
const password: TaskTranslator['password'] = (text) => ({
  sends: { task: 'configure', component: 'SecurityCtrlr', name: 'BasicAuthPassword', value: text },
  readings: [Buffer.from(text)],
})

/** A free slot takes the new connection, the present ones stay behind it to fall back on (2.0.1 part 2, A05, B09, B10). */
const rise: TaskTranslator['rise'] = ({ securityProfile, url, networkPriority }) => {
  const slot = [1, 2, 3].find((one) => !networkPriority.includes(one)) ?? 3
  const slots = [slot, ...networkPriority.filter((one) => one !== slot)]
  return [
    { task: 'network', slot, url, securityProfile },
    {
      task: 'configure',
      component: 'OCPPCommCtrlr',
      name: 'NetworkConfigurationPriority',
      value: slots.join(','),
    },
    { type: 'reset', whenIdle: true },
  ]
}

/** LocalAuthListCtrlr (2.0.1 part 2, 3.1.9); the limits of a message may name it as their instance. */
const listLimits: TaskTranslator['listLimits'] = (settings) => {
  const own = settings.filter(({ component }) => component === 'LocalAuthListCtrlr')
  const found = (variable: string) =>
    own.find(({ name }) => name === variable || name === `${variable}.SendLocalList`)
  return present<ListLimits>({
    entriesPerMessage: integer(found('ItemsPerMessage')?.value),
    bytesPerMessage: integer(found('BytesPerMessage')?.value),
    entries: found('Entries')?.most,
    bytes: found('Storage')?.most,
  })
}

const effectOf: TaskTranslator['effectOf'] = (action, payload, status) => {
  const { evseId, chargingProfile, chargingProfileId, chargingProfileCriteria, reservationId } = payload
  if (action === 'SetChargingProfile' && status === 'Accepted') {
    const profile = record(chargingProfile)
    const schedule = list(profile.chargingSchedule)[0]
    const at = { evse: integer(evseId) ?? 0 }
    return limitEffect(profile, { id: profile.id, at, schedule, replacesLevel: false })
  }
  // Unknown: there is none that fits, or not any more
  if (action === 'ClearChargingProfile' && (status === 'Accepted' || status === 'Unknown')) {
    const criteria = record(chargingProfileCriteria)
    const evse = integer(criteria.evseId)
    return clearEffect(chargingProfileId, evse === undefined ? undefined : { evse }, criteria)
  }
  return action === 'CancelReservation' ? cancelEffect(reservationId) : null
}

/** TxCtrlr (2.0.1 part 2, 3.1.13). */
const connectionTimeoutSeconds: TaskTranslator['connectionTimeoutSeconds'] = (settings) =>
  integer(
    settings.find(({ component, name }) => component === 'TxCtrlr' && name === 'EVConnectionTimeOut')?.value,
  )

export const tasks: TaskTranslator = {
  write,
  read,
  effectOf,
  connectionTimeoutSeconds,
  listLimits,
  password,
  rise,
}
