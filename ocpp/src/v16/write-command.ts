import type { Call } from '../commands/actions.ts'
import { authorizationOfListed } from '../commands/answer-reading.ts'
import { signatureOf } from '../commands/common-actions.ts'
import type * as Messages from '../generated/types16.ts'
import { integer, withoutUndefined } from '../messages/reading.ts'
import type { CertificateUse, ListedCard, SingleCommand } from '../station-command.ts'
import type { Authorization } from '../station-event.ts'
import { passwordDigits } from './security.ts'
import { idTagInfoOf, parentIdTagOf } from './transactions.ts'

const coreTriggers = new Set([
  'BootNotification',
  'DiagnosticsStatusNotification',
  'FirmwareStatusNotification',
  'Heartbeat',
  'MeterValues',
  'StatusNotification',
])

const uses: Record<CertificateUse, string> = {
  central_system: 'CentralSystemRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
}

/** The 1.6 call of a command; connectors are called by their ordinal. */
export function writeCommand(command: SingleCommand): Call | { unsupported: string } {
  switch (command.type) {
    case 'start': {
      const connectorId = command.at.ordinal
      if (connectorId === undefined) return withoutOrdinal
      return call<Messages.RemoteStartTransaction>('RemoteStartTransaction', {
        connectorId,
        idTag: command.token.token,
      })
    }
    case 'stop': {
      const transactionId = integer(command.transactionId)
      if (transactionId === undefined) return { unsupported: 'an ocpp1.6 transaction id is an integer' }
      return call<Messages.RemoteStopTransaction>('RemoteStopTransaction', { transactionId })
    }
    case 'reset':
      return call<Messages.Reset>('Reset', { type: command.whenIdle ? 'Soft' : 'Hard' })
    case 'unlock': {
      const connectorId = command.at.ordinal
      if (connectorId === undefined) return withoutOrdinal
      return call<Messages.UnlockConnector>('UnlockConnector', { connectorId })
    }
    case 'availability': {
      if (command.at && command.at.ordinal === undefined) return withoutOrdinal
      const type = command.operative ? 'Operative' : 'Inoperative'
      return call<Messages.ChangeAvailability>('ChangeAvailability', {
        connectorId: command.at?.ordinal ?? 0,
        type,
      })
    }
    case 'settings':
      return call<Messages.GetConfiguration>('GetConfiguration', {})
    case 'trigger': {
      if (command.at && command.at.ordinal === undefined) return withoutOrdinal
      const connector = command.at?.ordinal ? { connectorId: command.at.ordinal } : {}
      const action = coreTriggers.has(command.message) ? 'TriggerMessage' : 'ExtendedTriggerMessage'
      return { action, payload: { requestedMessage: command.message, ...connector } }
    }
    case 'configure':
      return { action: 'ChangeConfiguration', payload: { key: command.name, value: command.value } }
    case 'log':
      return command.kind === 'diagnostics'
        ? { action: 'GetDiagnostics', payload: { location: command.location } }
        : {
            action: 'GetLog',
            payload: {
              logType: 'SecurityLog',
              requestId: command.requestId,
              log: { remoteLocation: command.location },
            },
          }
    case 'firmware': {
      const { location, requestId, signed } = command
      const at = command.retrieveAt.toISOString()
      if (!signed) return { action: 'UpdateFirmware', payload: { location, retrieveDate: at } }
      const firmware = { location, retrieveDateTime: at, ...signatureOf(signed) }
      return { action: 'SignedUpdateFirmware', payload: { requestId, firmware } }
    }
    case 'list':
      return {
        action: 'SendLocalList',
        payload: {
          listVersion: command.version,
          updateType: command.full ? 'Full' : 'Differential',
          localAuthorizationList: command.entries.map(({ token, card }) => ({
            idTag: token,
            ...(card ? { idTagInfo: idTagInfoOf(listed(card)) } : {}),
          })),
        },
      }
    case 'list_version':
      return { action: 'GetLocalListVersion', payload: {} }
    case 'limit': {
      const connectorId = command.at ? command.at.ordinal : 0
      if (connectorId === undefined) return withoutOrdinal
      return {
        action: 'SetChargingProfile',
        payload: {
          connectorId,
          csChargingProfiles: {
            chargingProfileId: command.profileBase + connectorId,
            stackLevel: 0,
            chargingProfilePurpose: command.at ? 'TxDefaultProfile' : 'ChargePointMaxProfile',
            chargingProfileKind: 'Absolute',
            chargingSchedule: withoutUndefined({
              startSchedule: command.from?.toISOString(),
              duration: command.durationSeconds,
              chargingRateUnit: command.unit,
              chargingSchedulePeriod: [{ startPeriod: 0, limit: command.limit }],
            }),
          },
        },
      }
    }
    case 'clear_limit': {
      const connectorId = command.at ? command.at.ordinal : 0
      if (connectorId === undefined) return withoutOrdinal
      return { action: 'ClearChargingProfile', payload: { id: command.profileId + connectorId } }
    }
    case 'schedule': {
      const connectorId = command.at ? command.at.ordinal : 0
      if (connectorId === undefined) return withoutOrdinal
      const { durationSeconds: duration, unit } = command
      return { action: 'GetCompositeSchedule', payload: { connectorId, duration, chargingRateUnit: unit } }
    }
    case 'certificates':
      return { action: 'GetInstalledCertificateIds', payload: { certificateType: uses[command.use] } }
    case 'install_certificate':
      return {
        action: 'InstallCertificate',
        payload: { certificateType: uses[command.use], certificate: command.certificate },
      }
    case 'delete_certificate':
      return { action: 'DeleteCertificate', payload: { certificateHashData: command.hashes } }
    case 'request_certificate':
      return {
        action: 'ExtendedTriggerMessage',
        payload: { requestedMessage: 'SignChargePointCertificate' },
      }
    case 'certificate_signed':
      return { action: 'CertificateSigned', payload: { certificateChain: command.chain } }
    case 'clear_cache':
      return { action: 'ClearCache', payload: {} }
    case 'reserve': {
      const connectorId = command.at.ordinal
      if (connectorId === undefined) return withoutOrdinal
      const { reservationId, token: idTag, until } = command
      return {
        action: 'ReserveNow',
        payload: withoutUndefined({
          connectorId,
          expiryDate: until.toISOString(),
          idTag,
          parentIdTag: parentIdTagOf(command.group),
          reservationId,
        }),
      }
    }
    case 'cancel_reservation':
      return { action: 'CancelReservation', payload: { reservationId: command.reservationId } }
    case 'connection_timeout':
      return { action: 'GetConfiguration', payload: { key: ['ConnectionTimeOut'] } }
    case 'displays':
    case 'show_text':
    case 'hide_text':
    case 'show_cost':
    case 'texts':
      return { unsupported: 'ocpp1.6 has no words for a display' }
    case 'report':
    case 'monitors':
    case 'watch':
    case 'unwatch':
    case 'monitoring_base':
    case 'monitoring_level':
      return { unsupported: 'ocpp1.6 has no variables of components' }
    case 'start_inquiry': {
      const connectorId = command.at.ordinal
      if (connectorId === undefined) return withoutOrdinal
      return {
        action: 'TriggerMessage',
        payload: { requestedMessage: 'StatusNotification', connectorId },
      }
    }
    case 'transaction_inquiry':
      return { unsupported: 'ocpp1.6 has no question about a transaction' }
    case 'password':
      return {
        action: 'ChangeConfiguration',
        payload: { key: 'AuthorizationKey', value: passwordDigits(command.password) },
      }
    case 'raw':
      return { action: command.action, payload: command.payload }
  }
}

const withoutOrdinal = { unsupported: 'ocpp1.6 needs the number of the connector' }

function call<P extends object>(action: string, payload: P): Call {
  return { action, payload }
}

/** This version knows no card that ends transactions and begins none: alone, a station had better take none. */
const listed = (card: ListedCard): Authorization =>
  card.endsOnly ? { status: 'Invalid' } : authorizationOfListed(card)
