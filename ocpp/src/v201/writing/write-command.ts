import type { Call } from '../../commands/actions.ts'
import { authorizationOfListed } from '../../commands/answer-reading.ts'
import { signatureOf } from '../../commands/common-actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { withoutUndefined } from '../../messages/reading.ts'
import type { CertificateUse, SingleCommand } from '../../station-command.ts'
import type { ConnectorRef } from '../../station-event.ts'
import { componentOf, variableOf } from '../names.ts'
import { messageOf } from '../reading/displays.ts'
import { bases, monitoringOf } from '../reading/monitoring.ts'
import { extents, reportOf } from '../reading/reports.ts'
import { groupIdTokenOf, idTokenInfoOf, idTokenOf } from '../tokens.ts'

const uses: Record<CertificateUse, string> = {
  central_system: 'CSMSRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
}

/** The 2.0.1 call of a command; connectors are called by their EVSE. */
export function writeCommand(command: SingleCommand): Call | { unsupported: string } {
  switch (command.type) {
    case 'start': {
      const evseId = command.at.evse
      if (evseId === undefined) return withoutEvse
      const { remoteStartId, token } = command
      return call<Messages.RequestStartTransaction>('RequestStartTransaction', {
        evseId,
        remoteStartId,
        idToken: idTokenOf(token),
      })
    }
    case 'stop':
      return call<Messages.RequestStopTransaction>('RequestStopTransaction', {
        transactionId: command.transactionId,
      })
    case 'reset':
      return call<Messages.Reset>('Reset', { type: command.whenIdle ? 'OnIdle' : 'Immediate' })
    case 'unlock': {
      const evseId = command.at.evse
      if (evseId === undefined) return withoutEvse
      return call<Messages.UnlockConnector>('UnlockConnector', {
        evseId,
        connectorId: command.at.connector ?? 1,
      })
    }
    case 'availability': {
      const operationalStatus = command.operative ? 'Operative' : 'Inoperative'
      return atEvse('ChangeAvailability', { operationalStatus }, command.at)
    }
    case 'settings':
      return call<Messages.GetBaseReport>('GetBaseReport', {
        requestId: command.requestId,
        reportBase: extents[command.extent ?? 'full'],
      })
    case 'trigger':
      return atEvse('TriggerMessage', { requestedMessage: command.message }, command.at)
    case 'configure':
      if (command.component === undefined)
        return { unsupported: 'ocpp2.0.1 needs the component of a variable' }
      return setVariable(componentOf(command.component), variableOf(command.name), command.value)
    case 'log':
      return {
        action: 'GetLog',
        payload: {
          logType: command.kind === 'security' ? 'SecurityLog' : 'DiagnosticsLog',
          requestId: command.requestId,
          log: { remoteLocation: command.location },
        },
      }
    case 'firmware': {
      const { location, requestId, retrieveAt, signed } = command
      const firmware = { location, retrieveDateTime: retrieveAt.toISOString(), ...signatureOf(signed) }
      return { action: 'UpdateFirmware', payload: { requestId, firmware } }
    }
    case 'list':
      return {
        action: 'SendLocalList',
        payload: {
          versionNumber: command.version,
          updateType: command.full ? 'Full' : 'Differential',
          ...(command.entries.length === 0
            ? {}
            : {
                localAuthorizationList: command.entries.map(({ token, card }) => ({
                  idToken: idToken(token),
                  ...(card ? { idTokenInfo: idTokenInfoOf(authorizationOfListed(card)) } : {}),
                })),
              }),
        },
      }
    case 'list_version':
      return { action: 'GetLocalListVersion', payload: {} }
    case 'limit': {
      const evseId = command.at ? command.at.evse : 0
      if (evseId === undefined) return withoutEvse
      const id = command.profileBase + evseId
      return {
        action: 'SetChargingProfile',
        payload: {
          evseId,
          chargingProfile: {
            id,
            stackLevel: 0,
            chargingProfilePurpose: command.at ? 'TxDefaultProfile' : 'ChargingStationMaxProfile',
            chargingProfileKind: 'Absolute',
            chargingSchedule: [
              withoutUndefined({
                id,
                startSchedule: command.from?.toISOString(),
                duration: command.durationSeconds,
                chargingRateUnit: command.unit,
                chargingSchedulePeriod: [{ startPeriod: 0, limit: command.limit }],
              }),
            ],
          },
        },
      }
    }
    case 'clear_limit': {
      const evseId = command.at ? command.at.evse : 0
      if (evseId === undefined) return withoutEvse
      return {
        action: 'ClearChargingProfile',
        payload: { chargingProfileId: command.profileId + evseId },
      }
    }
    case 'schedule': {
      const evseId = command.at ? command.at.evse : 0
      if (evseId === undefined) return withoutEvse
      const { durationSeconds: duration, unit } = command
      return { action: 'GetCompositeSchedule', payload: { evseId, duration, chargingRateUnit: unit } }
    }
    case 'certificates':
      return { action: 'GetInstalledCertificateIds', payload: { certificateType: [uses[command.use]] } }
    case 'install_certificate':
      return {
        action: 'InstallCertificate',
        payload: { certificateType: uses[command.use], certificate: command.certificate },
      }
    case 'delete_certificate':
      return { action: 'DeleteCertificate', payload: { certificateHashData: command.hashes } }
    case 'request_certificate':
      return { action: 'TriggerMessage', payload: { requestedMessage: 'SignChargingStationCertificate' } }
    case 'certificate_signed':
      return {
        action: 'CertificateSigned',
        payload: { certificateChain: command.chain, certificateType: 'ChargingStationCertificate' },
      }
    case 'clear_cache':
      return { action: 'ClearCache', payload: {} }
    case 'reserve': {
      const evseId = command.at.evse
      if (evseId === undefined) return withoutEvse
      const { reservationId: id, token, until } = command
      return {
        action: 'ReserveNow',
        payload: withoutUndefined({
          id,
          expiryDateTime: until.toISOString(),
          idToken: idToken(token),
          groupIdToken: groupIdTokenOf(command.group),
          evseId,
        }),
      }
    }
    case 'cancel_reservation':
      return { action: 'CancelReservation', payload: { reservationId: command.reservationId } }
    case 'connection_timeout':
      return {
        action: 'GetVariables',
        payload: {
          getVariableData: [{ component: { name: 'TxCtrlr' }, variable: { name: 'EVConnectionTimeOut' } }],
        },
      }
    case 'displays':
      return {
        action: 'GetVariables',
        payload: {
          getVariableData: [
            { component: { name: 'DisplayMessageCtrlr' }, variable: { name: 'Available' } },
            { component: { name: 'TariffCostCtrlr' }, variable: { name: 'Available', instance: 'Cost' } },
          ],
        },
      }
    case 'show_text':
      return call<Messages.SetDisplayMessage>('SetDisplayMessage', { message: messageOf(command.shown) })
    case 'hide_text':
      return call<Messages.ClearDisplayMessage>('ClearDisplayMessage', { id: command.textId })
    case 'texts':
      return call<Messages.GetDisplayMessages>('GetDisplayMessages', { requestId: command.requestId })
    case 'report':
      return call<Messages.GetReport>('GetReport', reportOf(command))
    case 'monitors':
      return call<Messages.GetMonitoringReport>('GetMonitoringReport', { requestId: command.requestId })
    case 'watch':
      return call<Messages.SetVariableMonitoring>('SetVariableMonitoring', {
        setMonitoringData: [monitoringOf(command.watched)],
      })
    case 'unwatch':
      return call<Messages.ClearVariableMonitoring>('ClearVariableMonitoring', { id: [command.monitorId] })
    case 'monitoring_base':
      return call<Messages.SetMonitoringBase>('SetMonitoringBase', { monitoringBase: bases[command.base] })
    case 'monitoring_level':
      return call<Messages.SetMonitoringLevel>('SetMonitoringLevel', { severity: command.severity })
    case 'show_cost': {
      const { transactionId, costMinor } = command
      return call<Messages.CostUpdated>('CostUpdated', { transactionId, totalCost: costMinor / 100 })
    }
    case 'start_inquiry':
      return { action: 'GetTransactionStatus', payload: {} }
    case 'transaction_inquiry':
      return call<Messages.GetTransactionStatus>('GetTransactionStatus', {
        transactionId: command.transactionId,
      })
    case 'password':
      return setVariable({ name: 'SecurityCtrlr' }, { name: 'BasicAuthPassword' }, command.password)
    case 'raw':
      return { action: command.action, payload: command.payload }
  }
}

const idToken = (token: string) => ({ idToken: token, type: 'ISO14443' })

const withoutEvse = { unsupported: 'ocpp2.0.1 needs the number of the EVSE' }

function call<P extends object>(action: string, payload: P): Call {
  return { action, payload }
}

/** Without an EVSE the station itself is meant. */
function atEvse(
  action: string,
  payload: object,
  at: ConnectorRef | undefined,
): Call | { unsupported: string } {
  if (!at || at.evse === 0) return { action, payload }
  if (at.evse === undefined) return withoutEvse
  const evse = at.connector === undefined ? { id: at.evse } : { id: at.evse, connectorId: at.connector }
  return { action, payload: { ...payload, evse } }
}

const setVariable = (component: object, variable: object, attributeValue: string): Call => ({
  action: 'SetVariables',
  payload: { setVariableData: [{ component, variable, attributeValue }] },
})
