import { type HandledAction, type NotedAction, only, type StationAction } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types21.ts'
import { notifyMonitoringReport } from '../reading/monitoring.ts'
import { authorizing } from '../tokens.ts'
import { getCertificateChainStatus, signCertificate } from './certificates.ts'
import { notifySettlement } from './settlements.ts'
import { closePeriodicEventStream, openPeriodicEventStream } from './streams.ts'
import { transactionEvent } from './transactions.ts'

const noted: NotedAction = { treatment: 'noted', harmless: {} }

/** A monitor that is reported says who has set it. */
const monitoringReport: HandledAction = {
  ...notifyMonitoringReport,
  write: (event) => {
    const report = notifyMonitoringReport.write(only(event, 'monitors.reported'))
    const { monitor = [], ...rest } = report as Messages.NotifyMonitoringReport
    return {
      ...rest,
      monitor: monitor.map((one) => ({
        ...one,
        variableMonitoring: one.variableMonitoring.map((watch) => ({
          ...watch,
          eventNotificationType: 'CustomMonitor',
        })),
      })),
    }
  },
}

/** NotifyPriorityCharging (2.1 part 2, K22): somebody at the station, or we, have changed it. */
const notifyPriorityCharging: HandledAction = {
  treatment: 'handled',
  read: ({ transactionId, activated }) => ({
    type: 'priority.changed',
    transactionId: String(transactionId),
    active: activated === true,
  }),
  answer: (): Messages.NotifyPriorityChargingResponse => ({}),
  write: (event): Messages.NotifyPriorityCharging => {
    const { transactionId, active } = only(event, 'priority.changed')
    return { transactionId, activated: active }
  },
  readAnswer: () => ({ type: 'done' }),
}

/** The actions of stations that 2.1 has beside those of 2.0.1, or that differ in it. */
export const fromStation: Record<string, StationAction> = {
  Authorize: authorizing(255),
  BatterySwap: noted,
  ClosePeriodicEventStream: closePeriodicEventStream,
  GetCertificateChainStatus: getCertificateChainStatus,
  NotifyDERAlarm: noted,
  NotifyDERStartStop: noted,
  // No charging profile will come: the car charges within the station's own limits (part 2, K15).
  NotifyEVChargingNeeds: { treatment: 'noted', harmless: { status: 'NoChargingProfile' } },
  NotifyMonitoringReport: monitoringReport,
  NotifyPeriodicEventStream: {
    treatment: 'refused',
    code: 'NotSupported',
    reason: 'it is sent without expecting an answer: as SEND',
  },
  NotifyPriorityCharging: notifyPriorityCharging,
  NotifySettlement: notifySettlement,
  // It goes from us to stations; some send it the other way round.
  NotifyWebPaymentStarted: noted,
  OpenPeriodicEventStream: openPeriodicEventStream,
  PullDynamicScheduleUpdate: { treatment: 'noted', harmless: { status: 'Rejected' } },
  ReportDERControl: noted,
  SignCertificate: signCertificate,
  TransactionEvent: transactionEvent,
  VatNumberValidation: {
    treatment: 'refused',
    code: 'NotSupported',
    reason: 'VAT numbers of companies are not checked here',
  },
}
