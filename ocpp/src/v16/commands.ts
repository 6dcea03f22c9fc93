import { asItStands, type Call, type CentralAction } from '../actions.ts'
import type * as Wire from '../generated/types16.ts'
import { integer, list, present, record, text } from '../reading.ts'
import type { StationCommand } from '../station-command.ts'
import type { ConnectorRef, StationSetting } from '../station-event.ts'

const coreTriggers = new Set([
  'BootNotification',
  'DiagnosticsStatusNotification',
  'FirmwareStatusNotification',
  'Heartbeat',
  'MeterValues',
  'StatusNotification',
])

/** The 1.6 call of a command; connectors are called by their ordinal. */
export function writeCommand(command: StationCommand): Call | { unsupported: string } {
  switch (command.type) {
    case 'start': {
      const connectorId = command.at.ordinal
      if (connectorId === undefined) return withoutOrdinal
      return call<Wire.RemoteStartTransaction>('RemoteStartTransaction', {
        connectorId,
        idTag: command.token.token,
      })
    }
    case 'stop': {
      const transactionId = integer(command.transactionId)
      if (transactionId === undefined) return { unsupported: 'an ocpp1.6 transaction id is an integer' }
      return call<Wire.RemoteStopTransaction>('RemoteStopTransaction', { transactionId })
    }
    case 'reset':
      return call<Wire.Reset>('Reset', { type: command.whenIdle ? 'Soft' : 'Hard' })
    case 'unlock': {
      const connectorId = command.at.ordinal
      if (connectorId === undefined) return withoutOrdinal
      return call<Wire.UnlockConnector>('UnlockConnector', { connectorId })
    }
    case 'availability': {
      if (command.at && command.at.ordinal === undefined) return withoutOrdinal
      const type = command.operative ? 'Operative' : 'Inoperative'
      return call<Wire.ChangeAvailability>('ChangeAvailability', {
        connectorId: command.at?.ordinal ?? 0,
        type,
      })
    }
    case 'settings':
      return call<Wire.GetConfiguration>('GetConfiguration', {})
    case 'trigger': {
      if (command.at && command.at.ordinal === undefined) return withoutOrdinal
      const connector = command.at?.ordinal ? { connectorId: command.at.ordinal } : {}
      const action = coreTriggers.has(command.message) ? 'TriggerMessage' : 'ExtendedTriggerMessage'
      return { action, payload: { requestedMessage: command.message, ...connector } }
    }
    case 'raw':
      return { action: command.action, payload: command.payload }
  }
}

const withoutOrdinal = { unsupported: 'ocpp1.6 needs the number of the connector' }

function call<P extends object>(action: string, payload: P): Call {
  return { action, payload }
}

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
  GetConfiguration: {
    ...asItStands('GetConfiguration'),
    readSettings: ({ configurationKey }) =>
      list(configurationKey).flatMap((entry) => {
        const { key, value, readonly } = record(entry)
        const name = text(key)
        if (name === undefined) return []
        return present<StationSetting>({ name, value: text(value), readonly: readonly === true })
      }),
  },
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
