import { asItStands, type CentralAction } from '../../commands/actions.ts'
import { integer } from '../../messages/reading.ts'
import type { ConnectorRef } from '../../station-event.ts'

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
  CertificateSigned: asItStands('CertificateSigned', true),
  ChangeAvailability: {
    treatment: 'handled',
    hurts: true,
    command: 'availability',
    read: ({ connectorId, type }) => ({
      type: 'availability',
      ...(connectorId === 0 ? {} : { at: at(connectorId) }),
      operative: type === 'Operative',
    }),
  },
  ChangeConfiguration: asItStands('ChangeConfiguration', { setting: 'key' }),
  ClearCache: asItStands('ClearCache', true),
  ClearChargingProfile: asItStands('ClearChargingProfile', true),
  DataTransfer: asItStands('DataTransfer'),
  DeleteCertificate: asItStands('DeleteCertificate', true),
  ExtendedTriggerMessage: trigger,
  GetCompositeSchedule: asItStands('GetCompositeSchedule'),
  GetConfiguration: asItStands('GetConfiguration'),
  GetDiagnostics: asItStands('GetDiagnostics'),
  GetInstalledCertificateIds: asItStands('GetInstalledCertificateIds'),
  GetLocalListVersion: asItStands('GetLocalListVersion'),
  GetLog: asItStands('GetLog'),
  InstallCertificate: asItStands('InstallCertificate', true),
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
    hurts: true,
    command: 'stop',
    read: ({ transactionId }) => ({ type: 'stop', transactionId: String(transactionId) }),
  },
  ReserveNow: asItStands('ReserveNow'),
  Reset: {
    treatment: 'handled',
    hurts: true,
    command: 'reset',
    read: ({ type }) => ({ type: 'reset', whenIdle: type === 'Soft' }),
  },
  SendLocalList: asItStands('SendLocalList'),
  SetChargingProfile: asItStands('SetChargingProfile'),
  SignedUpdateFirmware: asItStands('SignedUpdateFirmware', true),
  TriggerMessage: trigger,
  UnlockConnector: {
    treatment: 'handled',
    hurts: true,
    command: 'unlock',
    read: ({ connectorId }) => ({ type: 'unlock', at: at(connectorId) }),
  },
  UpdateFirmware: asItStands('UpdateFirmware', true),
}
