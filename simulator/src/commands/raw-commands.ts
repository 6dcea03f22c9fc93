import { type CommandReply, StationCallFailed } from '@stationmaster/ocpp'
import type { Payload } from '../link/payload.ts'
import { ownVendorId, sendExtendedMeterValues, sendMiscInfo } from '../link/vendor.ts'
import type { Core } from '../station/core.ts'
import {
  clearVariableMonitoring,
  getMonitoringReport,
  setMonitoringBase,
  setMonitoringLevel,
  setVariableMonitoring,
} from '../station/monitors.ts'
import {
  certificateSigned,
  deleteCertificate,
  getInstalledCertificateIds,
  installCertificate,
} from './certificates.ts'
import { webPaymentStarted } from './codes.ts'
import { clearDisplayMessage, costUpdated, getDisplayMessages, setDisplayMessage } from './displays.ts'
import { publishFirmware, unpublishFirmware, updateFirmware } from './firmware.ts'
import { clearCache, customerInformation, getLocalListVersion, sendLocalList } from './local-list.ts'
import { setNetworkProfile } from './networks.ts'
import { usePriorityCharging } from './priority.ts'
import {
  clearChargingProfile,
  getChargingProfiles,
  getCompositeSchedule,
  setChargingProfile,
} from './profile-commands.ts'
import { cancelReservation, reserve } from './reservation.ts'
import {
  changeConfiguration,
  getConfiguration,
  getReport,
  getVariables,
  setVariables,
} from './setting-commands.ts'
import { adjustStream, getStreams } from './streams.ts'
import { changeTransactionTariff, clearTariffs, getTariffs, setDefaultTariff } from './tariffs.ts'
import { getDiagnostics, getLog } from './uploads.ts'

type RawAnswer = (core: Core, payload: Payload) => Payload

const answers: Record<string, RawAnswer> = {
  AdjustPeriodicEventStream: adjustStream,
  CancelReservation: cancelReservation,
  CertificateSigned: certificateSigned,
  ChangeConfiguration: changeConfiguration,
  ChangeTransactionTariff: changeTransactionTariff,
  ClearCache: clearCache,
  ClearChargingProfile: clearChargingProfile,
  ClearDisplayMessage: clearDisplayMessage,
  ClearTariffs: clearTariffs,
  ClearVariableMonitoring: clearVariableMonitoring,
  CostUpdated: costUpdated,
  CustomerInformation: customerInformation,
  DataTransfer: dataTransfer,
  DeleteCertificate: deleteCertificate,
  GetChargingProfiles: getChargingProfiles,
  GetCompositeSchedule: getCompositeSchedule,
  GetConfiguration: getConfiguration,
  GetDiagnostics: getDiagnostics,
  GetDisplayMessages: getDisplayMessages,
  GetInstalledCertificateIds: getInstalledCertificateIds,
  GetLocalListVersion: getLocalListVersion,
  GetLog: getLog,
  GetMonitoringReport: getMonitoringReport,
  GetPeriodicEventStream: getStreams,
  GetReport: getReport,
  GetTariffs: getTariffs,
  GetTransactionStatus: transactionStatus,
  GetVariables: getVariables,
  InstallCertificate: installCertificate,
  NotifyWebPaymentStarted: webPaymentStarted,
  PublishFirmware: publishFirmware,
  ReserveNow: reserve,
  SendLocalList: sendLocalList,
  SetChargingProfile: setChargingProfile,
  SetDefaultTariff: setDefaultTariff,
  SetDisplayMessage: setDisplayMessage,
  SetMonitoringBase: setMonitoringBase,
  SetMonitoringLevel: setMonitoringLevel,
  SetNetworkProfile: setNetworkProfile,
  SetVariableMonitoring: setVariableMonitoring,
  SetVariables: setVariables,
  SignedUpdateFirmware: updateFirmware,
  UnpublishFirmware: unpublishFirmware,
  UpdateFirmware: updateFirmware,
  UsePriorityCharging: usePriorityCharging,
}

/** Answers an action as it stands; throws StationCallFailed NotImplemented for those that it does not know. */
export function answerRaw(core: Core, action: string, payload: Payload): CommandReply {
  const handle = Object.hasOwn(answers, action) ? answers[action] : undefined
  if (!handle) throw new StationCallFailed('NotImplemented', `${action} is unknown to this station`)
  const reply = handle(core, payload)
  return { status: typeof reply.status === 'string' ? reply.status : 'Accepted', payload: reply }
}

function transactionStatus(core: Core, { transactionId }: Payload): Payload {
  const messagesInQueue = core.outbox.length > 0
  if (typeof transactionId !== 'string') return { messagesInQueue }
  const ongoingIndicator = core.connectors.some(({ transaction }) => transaction?.id === transactionId)
  return { ongoingIndicator, messagesInQueue }
}

const vendorMessages: Record<string, (core: Core) => Promise<void>> = {
  miscInfo: sendMiscInfo,
  extendedMeterValues: sendExtendedMeterValues,
}

/** The station sends the vendor's own messages when a request names them. */
function dataTransfer(core: Core, { vendorId, messageId }: Payload): Payload {
  if (vendorId !== ownVendorId) return { status: 'UnknownVendorId' }
  if (messageId === undefined) return { status: 'Accepted' }
  const name = String(messageId)
  const send = Object.hasOwn(vendorMessages, name) ? vendorMessages[name] : undefined
  if (!send) return { status: 'UnknownMessageId' }
  core.soon(() => void send(core))
  return { status: 'Accepted' }
}
