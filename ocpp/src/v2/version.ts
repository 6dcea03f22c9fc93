import type { NotedAction, StationAction, Version } from '../commands/actions.ts'
import {
  dataTransfer,
  heartbeat,
  progress,
  securityEventNotification,
  signCertificate,
} from '../commands/common-actions.ts'
import type { StationEvent } from '../station-event.ts'
import { effectOf, readAnswer, readSettings } from './answers.ts'
import { get15118EVCertificate, getCertificateStatus } from './contracts.ts'
import { notifyDisplayMessages } from './reading/displays.ts'
import { notifyEvent, notifyMonitoringReport } from './reading/monitoring.ts'
import {
  clearedChargingLimit,
  notifyChargingLimit,
  reportChargingProfiles,
} from './reading/outside-limits.ts'
import { notifyReport } from './reading/reports.ts'
import { reservationStatusUpdate } from './reservations.ts'
import { type NamedVersion, passwordReadings, raiseProfile } from './security.ts'
import { bootNotification, statusNotification } from './station.ts'
import { authorizing } from './tokens.ts'
import { meterValues, transactionEvent } from './transactions.ts'
import { fromCentral } from './writing/commands.ts'
import { templatesOf } from './writing/templates.ts'
import { writeCommand } from './writing/write-command.ts'

const noted: NotedAction = { treatment: 'noted', harmless: {} }

/** Every action that stations call, in every version of OCPP 2. */
const fromStation: Record<string, StationAction> = {
  Authorize: authorizing(36),
  BootNotification: bootNotification,
  ClearedChargingLimit: clearedChargingLimit,
  DataTransfer: dataTransfer((content) => content),
  FirmwareStatusNotification: progress('firmware.changed'),
  Get15118EVCertificate: get15118EVCertificate,
  GetCertificateStatus: getCertificateStatus,
  Heartbeat: heartbeat,
  LogStatusNotification: progress('upload.changed'),
  MeterValues: meterValues,
  NotifyChargingLimit: notifyChargingLimit,
  NotifyCustomerInformation: noted,
  NotifyDisplayMessages: notifyDisplayMessages,
  // Rejected: no charging profile will come, the car charges within the station's own limits (part 2, K15).
  NotifyEVChargingNeeds: { treatment: 'noted', harmless: { status: 'Rejected' } },
  NotifyEVChargingSchedule: { treatment: 'noted', harmless: { status: 'Accepted' } },
  NotifyEvent: notifyEvent,
  NotifyMonitoringReport: notifyMonitoringReport,
  NotifyReport: notifyReport,
  PublishFirmwareStatusNotification: noted,
  ReportChargingProfiles: reportChargingProfiles,
  ReservationStatusUpdate: reservationStatusUpdate,
  SecurityEventNotification: securityEventNotification,
  SignCertificate: signCertificate,
  StatusNotification: statusNotification,
  TransactionEvent: transactionEvent,
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
    case 'meter.sampled':
      return event.transactionId === undefined ? 'MeterValues' : 'TransactionEvent'
    case 'charging.started':
    case 'charging.ended':
      return 'TransactionEvent'
    case 'vendor.message':
      return 'DataTransfer'
    case 'firmware.changed':
      return 'FirmwareStatusNotification'
    case 'upload.changed':
      return 'LogStatusNotification'
    case 'security.reported':
      return 'SecurityEventNotification'
    case 'settings.reported':
      return 'NotifyReport'
    case 'texts.reported':
      return 'NotifyDisplayMessages'
    case 'monitors.reported':
      return 'NotifyMonitoringReport'
    case 'variables.noticed':
      return 'NotifyEvent'
    case 'reservation.ended':
      return 'ReservationStatusUpdate'
    case 'limits.noticed':
      if (event.limits.length === 0) return 'ClearedChargingLimit'
      return event.report === undefined ? 'NotifyChargingLimit' : 'ReportChargingProfiles'
    case 'certificate.requested':
      return 'SignCertificate'
    case 'contract.requested':
      return 'Get15118EVCertificate'
    case 'certificate.inquired':
      return 'GetCertificateStatus'
    case 'chain.inquired':
    case 'payment.settled':
    case 'priority.changed':
    case 'stream.opened':
    case 'stream.closed':
      return null
    case 'noted':
      return event.action
  }
}

/** What 2.0.1 and 2.1 have in common, for the version that network profiles call so. */
export const version2 = (named: NamedVersion) =>
  ({
    namesConnectors: false,
    fromStation,
    fromCentral,
    writeCommand,
    templates: templatesOf(named),
    raiseProfile: (command) => raiseProfile(named, command),
    move: ({ securityProfile, url }) => raiseProfile(named, { type: 'raise_profile', securityProfile, url }),
    readAnswer,
    effectOf,
    readSettings,
    passwordReadings,
    refusesUnaccepted: true,
    actionOf,
  }) satisfies Omit<Version, 'protocol' | 'refusesResults' | 'definitionsText' | 'messages'>
