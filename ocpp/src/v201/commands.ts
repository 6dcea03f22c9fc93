import { asItStands, type Call, type CentralAction } from '../actions.ts'
import type * as Wire from '../generated/types201.ts'
import { integer } from '../reading.ts'
import type { StationCommand } from '../station-command.ts'
import type { ConnectorRef } from '../station-event.ts'
import { refOf } from './station.ts'
import { idTokenOf, tokenOf } from './tokens.ts'

/** The 2.0.1 call of a command; connectors are called by their EVSE. */
export function writeCommand(command: StationCommand): Call | { unsupported: string } {
  switch (command.type) {
    case 'start': {
      const evseId = command.at.evse
      if (evseId === undefined) return withoutEvse
      const { remoteStartId, token } = command
      return call<Wire.RequestStartTransaction>('RequestStartTransaction', {
        evseId,
        remoteStartId,
        idToken: idTokenOf(token),
      })
    }
    case 'stop':
      return call<Wire.RequestStopTransaction>('RequestStopTransaction', {
        transactionId: command.transactionId,
      })
    case 'reset':
      return call<Wire.Reset>('Reset', { type: command.whenIdle ? 'OnIdle' : 'Immediate' })
    case 'unlock': {
      const evseId = command.at.evse
      if (evseId === undefined) return withoutEvse
      return call<Wire.UnlockConnector>('UnlockConnector', { evseId, connectorId: command.at.connector ?? 1 })
    }
    case 'availability': {
      const operationalStatus = command.operative ? 'Operative' : 'Inoperative'
      return atEvse('ChangeAvailability', { operationalStatus }, command.at)
    }
    case 'settings':
      return call<Wire.GetBaseReport>('GetBaseReport', {
        requestId: command.requestId,
        reportBase: 'FullInventory',
      })
    case 'trigger':
      return atEvse('TriggerMessage', { requestedMessage: command.message }, command.at)
    case 'raw':
      return { action: command.action, payload: command.payload }
  }
}

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

/** Every action that the central system calls. */
export const fromCentral: Record<string, CentralAction> = {
  CancelReservation: asItStands('CancelReservation'),
  CertificateSigned: asItStands('CertificateSigned'),
  ChangeAvailability: {
    treatment: 'handled',
    command: 'availability',
    read: ({ operationalStatus, evse }) => {
      const at = refOf(evse)
      return { type: 'availability', ...(at ? { at } : {}), operative: operationalStatus === 'Operative' }
    },
  },
  ClearCache: asItStands('ClearCache'),
  ClearChargingProfile: asItStands('ClearChargingProfile'),
  ClearDisplayMessage: asItStands('ClearDisplayMessage'),
  ClearVariableMonitoring: asItStands('ClearVariableMonitoring'),
  CostUpdated: asItStands('CostUpdated'),
  CustomerInformation: asItStands('CustomerInformation'),
  DataTransfer: asItStands('DataTransfer'),
  DeleteCertificate: asItStands('DeleteCertificate'),
  GetBaseReport: {
    treatment: 'handled',
    command: 'settings',
    read: ({ requestId }) => ({ type: 'settings', requestId: Number(requestId) }),
  },
  GetChargingProfiles: asItStands('GetChargingProfiles'),
  GetCompositeSchedule: asItStands('GetCompositeSchedule'),
  GetDisplayMessages: asItStands('GetDisplayMessages'),
  GetInstalledCertificateIds: asItStands('GetInstalledCertificateIds'),
  GetLocalListVersion: asItStands('GetLocalListVersion'),
  GetLog: asItStands('GetLog'),
  GetMonitoringReport: asItStands('GetMonitoringReport'),
  GetReport: asItStands('GetReport'),
  GetTransactionStatus: asItStands('GetTransactionStatus'),
  GetVariables: asItStands('GetVariables'),
  InstallCertificate: asItStands('InstallCertificate'),
  PublishFirmware: asItStands('PublishFirmware'),
  RequestStartTransaction: {
    treatment: 'handled',
    command: 'start',
    read: ({ evseId, remoteStartId, idToken }) => {
      const evse = integer(evseId)
      const token = tokenOf(idToken) ?? { token: '', type: 'NoAuthorization' }
      return {
        type: 'start',
        at: evse === undefined ? {} : { evse },
        token,
        remoteStartId: Number(remoteStartId),
      }
    },
    answer: ({ status, transactionId }) => ({
      status,
      ...(transactionId === undefined ? {} : { transactionId }),
    }),
  },
  RequestStopTransaction: {
    treatment: 'handled',
    command: 'stop',
    read: ({ transactionId }) => ({ type: 'stop', transactionId: String(transactionId) }),
  },
  ReserveNow: asItStands('ReserveNow'),
  Reset: {
    treatment: 'handled',
    command: 'reset',
    read: ({ type }) => ({ type: 'reset', whenIdle: type === 'OnIdle' }),
  },
  SendLocalList: asItStands('SendLocalList'),
  SetChargingProfile: asItStands('SetChargingProfile'),
  SetDisplayMessage: asItStands('SetDisplayMessage'),
  SetMonitoringBase: asItStands('SetMonitoringBase'),
  SetMonitoringLevel: asItStands('SetMonitoringLevel'),
  SetNetworkProfile: asItStands('SetNetworkProfile'),
  SetVariableMonitoring: asItStands('SetVariableMonitoring'),
  SetVariables: asItStands('SetVariables'),
  TriggerMessage: {
    treatment: 'handled',
    command: 'trigger',
    read: ({ requestedMessage, evse }) => {
      const at = refOf(evse)
      return { type: 'trigger', message: String(requestedMessage), ...(at ? { at } : {}) }
    },
  },
  UnlockConnector: {
    treatment: 'handled',
    command: 'unlock',
    read: ({ evseId, connectorId }) => ({
      type: 'unlock',
      at: refOf({ id: evseId, connectorId }) ?? {},
    }),
  },
  UnpublishFirmware: asItStands('UnpublishFirmware'),
  UpdateFirmware: asItStands('UpdateFirmware'),
}
