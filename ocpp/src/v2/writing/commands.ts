import { asItStands, type CentralAction } from '../../commands/actions.ts'
import { integer } from '../../messages/reading.ts'
import { extents } from '../reading/reports.ts'
import { keyOf } from '../reading/words.ts'
import { refOf } from '../station.ts'
import { tokenOf } from '../tokens.ts'

/** Every action that the central system calls. */
export const fromCentral: Record<string, CentralAction> = {
  CancelReservation: asItStands('CancelReservation'),
  CertificateSigned: asItStands('CertificateSigned', true),
  ChangeAvailability: {
    treatment: 'handled',
    hurts: true,
    command: 'availability',
    read: ({ operationalStatus, evse }) => {
      const at = refOf(evse)
      return { type: 'availability', ...(at ? { at } : {}), operative: operationalStatus === 'Operative' }
    },
  },
  ClearCache: asItStands('ClearCache', true),
  ClearChargingProfile: asItStands('ClearChargingProfile', true),
  ClearDisplayMessage: asItStands('ClearDisplayMessage'),
  ClearVariableMonitoring: asItStands('ClearVariableMonitoring'),
  CostUpdated: asItStands('CostUpdated'),
  CustomerInformation: asItStands('CustomerInformation'),
  DataTransfer: asItStands('DataTransfer'),
  DeleteCertificate: asItStands('DeleteCertificate', true),
  GetBaseReport: {
    treatment: 'handled',
    command: 'settings',
    read: ({ requestId, reportBase }) => {
      const extent = keyOf(extents, reportBase)
      return { type: 'settings', requestId: Number(requestId), ...(extent === undefined ? {} : { extent }) }
    },
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
  InstallCertificate: asItStands('InstallCertificate', true),
  PublishFirmware: asItStands('PublishFirmware', true),
  RequestStartTransaction: {
    treatment: 'handled',
    command: 'start',
    read: ({ evseId, remoteStartId, idToken }) => {
      const evse = integer(evseId)
      const token = tokenOf(idToken, []) ?? { token: '', type: 'NoAuthorization' }
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
    hurts: true,
    command: 'stop',
    read: ({ transactionId }) => ({ type: 'stop', transactionId: String(transactionId) }),
  },
  ReserveNow: asItStands('ReserveNow'),
  Reset: {
    treatment: 'handled',
    hurts: true,
    command: 'reset',
    read: ({ type }) => ({ type: 'reset', whenIdle: type === 'OnIdle' }),
  },
  SendLocalList: asItStands('SendLocalList'),
  SetChargingProfile: asItStands('SetChargingProfile'),
  SetDisplayMessage: asItStands('SetDisplayMessage'),
  SetMonitoringBase: asItStands('SetMonitoringBase'),
  SetMonitoringLevel: asItStands('SetMonitoringLevel'),
  SetNetworkProfile: asItStands('SetNetworkProfile', true),
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
    hurts: true,
    command: 'unlock',
    read: ({ evseId, connectorId }) => ({
      type: 'unlock',
      at: refOf({ id: evseId, connectorId }) ?? {},
    }),
  },
  UnpublishFirmware: asItStands('UnpublishFirmware'),
  UpdateFirmware: asItStands('UpdateFirmware', true),
}
