import { asItStands, type CentralAction } from '../actions.ts'
import { integer } from '../reading.ts'
import type { ConnectorRef } from '../station-event.ts'

const trigger: CentralAction = {
  treatment: 'handled',
  command: 'trigger',
  read: ({ requestedMessage, connectorId }) => {
    return {
      type: 'trigger',
      message: String(requestedMessage),
      ...(connectorId === undefined ? {} : { at: at(connectorId) }),
    }
  },
}

function at(connectorId: unknown): ConnectorRef {
  const ordinal = integer(connectorId)
  return ordinal === undefined ? {} : { ordinal }
}

/** Every action that the central system calls: core, firmware, local list, reservation, smart charging, trigger and security extension. */
export const fromCentral: Record<string, CentralAction> = {
  CancelReservation: asItStands('CancelReservation'),
  CertificateSigned: asItStands('CertificateSigned'),
  ChangeAvailability: {
    treatment: 'handled',
    command: 'availability',
    read: ({ connectorId, type }) => ({
      type: 'availability',
      ...(connectorId === 0 ? {} : { at: at(connectorId) }),
      operative: type === 'Operative',
    }),
  },
  ChangeConfiguration: asItStands('ChangeConfiguration'),
  ClearCache: asItStands('ClearCache'),
  ClearChargingProfile: asItStands('ClearChargingProfile'),
  DataTransfer: asItStands('DataTransfer'),
  DeleteCertificate: asItStands('DeleteCertificate'),
  ExtendedTriggerMessage: trigger,
  GetCompositeSchedule: asItStands('GetCompositeSchedule'),
  GetConfiguration: asItStands('GetConfiguration'),
  GetDiagnostics: asItStands('GetDiagnostics'),
  GetInstalledCertificateIds: asItStands('GetInstalledCertificateIds'),
  GetLocalListVersion: asItStands('GetLocalListVersion'),
  GetLog: asItStands('GetLog'),
  InstallCertificate: asItStands('InstallCertificate'),
  RemoteStartTransaction: {
    treatment: 'handled',
    command: 'start',
    // 1.6 has no number of a remote start: 0 stands for it.
    read: ({ connectorId, idTag }) => ({
      type: 'start',
      at: at(connectorId),
      token: { token: String(idTag), type: 'ISO14443' },
      remoteStartId: 0,
    }),
  },
  RemoteStopTransaction: {
    treatment: 'handled',
    command: 'stop',
    read: ({ transactionId }) => ({ type: 'stop', transactionId: String(transactionId) }),
  },
  ReserveNow: asItStands('ReserveNow'),
  Reset: {
    treatment: 'handled',
    command: 'reset',
    read: ({ type }) => ({ type: 'reset', whenIdle: type === 'Soft' }),
  },
  SendLocalList: asItStands('SendLocalList'),
  SetChargingProfile: asItStands('SetChargingProfile'),
  SignedUpdateFirmware: asItStands('SignedUpdateFirmware'),
  TriggerMessage: trigger,
  UnlockConnector: {
    treatment: 'handled',
    command: 'unlock',
    read: ({ connectorId }) => ({ type: 'unlock', at: at(connectorId) }),
  },
  UpdateFirmware: asItStands('UpdateFirmware'),
}
