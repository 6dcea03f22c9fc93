import type { StationAction, Version } from '../commands/actions.ts'
import {
  dataTransfer,
  heartbeat,
  progress,
  securityEventNotification,
  signCertificate,
} from '../commands/common-actions.ts'
import { definitionsText } from '../generated/schemas16.ts'
import { validators } from '../generated/validators16.ts'
import type { StationEvent } from '../station-event.ts'
import { effectOf, readAnswer, readSettings } from './answers.ts'
import { move, passwordReadings, raiseProfile } from './security.ts'
import { bootNotification, statusNotification } from './station.ts'
import { authorize, meterValues, startTransaction, stopTransaction } from './transactions.ts'
import { fromCentral } from './writing/commands.ts'
import { templates } from './writing/templates.ts'
import { writeCommand } from './writing/write-command.ts'

const firmwareProgress = progress('firmware.changed')
const uploadProgress = progress('upload.changed')

/** Every action that stations call: core, firmware and the security extension. */
const fromStation: Record<string, StationAction> = {
  Authorize: authorize,
  BootNotification: bootNotification,
  DataTransfer: dataTransfer((content) => (typeof content === 'string' ? content : JSON.stringify(content))),
  DiagnosticsStatusNotification: uploadProgress,
  FirmwareStatusNotification: firmwareProgress,
  Heartbeat: heartbeat,
  LogStatusNotification: uploadProgress,
  MeterValues: meterValues,
  SecurityEventNotification: securityEventNotification,
  SignCertificate: signCertificate,
  SignedFirmwareStatusNotification: firmwareProgress,
  StartTransaction: startTransaction,
  StatusNotification: statusNotification,
  StopTransaction: stopTransaction,
}

function actionOf(event: StationEvent): string | null {
  switch (event.type) {
    case 'station.booted':
      return 'BootNotification'
    case 'station.beat':
      return 'Heartbeat'
    case 'connector.changed':
      return 'StatusNotification'
    case 'token.presented':
      return 'Authorize'
    case 'charging.started':
      return 'StartTransaction'
    case 'meter.sampled':
      return 'MeterValues'
    case 'charging.ended':
      return 'StopTransaction'
    case 'vendor.message':
      return 'DataTransfer'
    // The core's messages carry no request number, the security extension's do.
    case 'firmware.changed':
      return event.requestId === undefined ? 'FirmwareStatusNotification' : 'SignedFirmwareStatusNotification'
    case 'upload.changed':
      return event.requestId === undefined ? 'DiagnosticsStatusNotification' : 'LogStatusNotification'
    case 'security.reported':
      return 'SecurityEventNotification'
    case 'certificate.inquired':
    case 'chain.inquired':
    case 'contract.requested':
    case 'payment.settled':
    case 'priority.changed':
    case 'stream.opened':
    case 'stream.closed':
    case 'limits.noticed':
    case 'reservation.ended':
    case 'settings.reported':
    case 'texts.reported':
    case 'monitors.reported':
    case 'variables.noticed':
      return null
    case 'certificate.requested':
      return 'SignCertificate'
    case 'noted':
      return event.action
  }
}

/** OCPP 1.6 edition 2 with the security extension. */
export const v16: Version = {
  protocol: 'ocpp1.6',
  namesConnectors: true,
  fromStation,
  fromCentral,
  writeCommand,
  templates,
  raiseProfile,
  move,
  readAnswer,
  effectOf,
  readSettings,
  passwordReadings,
  refusesUnaccepted: false,
  refusesResults: false,
  actionOf,
  definitionsText,
  get messages() {
    return validators()
  },
}
