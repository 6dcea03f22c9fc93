import { type EventOf, only } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { energyRegister } from '../../messages/measurements.ts'
import { withoutUndefined } from '../../messages/reading.ts'
import type { MeterSample, StationEvent } from '../../station-event.ts'
import { writeMeterValues } from '../measurements.ts'
import { evseOf } from '../station.ts'
import { idTokenOf } from '../tokens.ts'

type Trigger = Messages.TransactionEvent['triggerReason']
type StoppedReason = NonNullable<Messages.TransactionType['stoppedReason']>

/** The TransactionEvent payload by which a station reports a start, an update or an end. */
export function writeTransactionEvent(event: StationEvent): Messages.TransactionEvent {
  const report = only(event, 'charging.started', 'meter.sampled', 'charging.ended')
  const at = report.happenedAt ?? report.samples.findLast((sample) => sample.at)?.at ?? new Date()
  const meterValue = writeMeterValues(samplesOf(report), report.signed, at)
  return withoutUndefined<Messages.TransactionEvent>({
    ...kindOf(report),
    timestamp: at.toISOString(),
    seqNo: report.sequence ?? 0,
    offline: report.offline || undefined,
    evse: evseOf(report.at),
    idToken: report.token && idTokenOf(report.token),
    reservationId: report.type === 'charging.started' ? report.reservationId : undefined,
    meterValue: meterValue.length > 0 ? meterValue : undefined,
  })
}

type TransactionReport = EventOf<'charging.started' | 'meter.sampled' | 'charging.ended'>

function kindOf(
  report: TransactionReport,
): Pick<Messages.TransactionEvent, 'eventType' | 'triggerReason' | 'transactionInfo'> {
  const common = { transactionId: report.transactionId ?? '', remoteStartId: report.remoteStartId }
  switch (report.type) {
    case 'charging.started':
      return {
        eventType: 'Started',
        triggerReason: startTrigger(report),
        transactionInfo: withoutUndefined<Messages.TransactionType>({
          ...common,
          chargingState: report.charging ? 'Charging' : 'EVConnected',
        }),
      }
    case 'meter.sampled':
      return {
        eventType: 'Updated',
        triggerReason: updateTrigger(report),
        transactionInfo: withoutUndefined<Messages.TransactionType>({
          ...common,
          chargingState: report.chargingState,
        }),
      }
    case 'charging.ended': {
      const known = Object.hasOwn(endTriggers, report.reason)
      const stoppedReason = known ? (report.reason as StoppedReason) : 'Other'
      return {
        eventType: 'Ended',
        triggerReason: endTriggers[stoppedReason],
        transactionInfo: withoutUndefined<Messages.TransactionType>({ ...common, stoppedReason }),
      }
    }
  }
}

function startTrigger(start: EventOf<'charging.started'>): Trigger {
  if (start.remoteStartId !== undefined) return 'RemoteStart'
  return start.token ? 'Authorized' : 'CablePluggedIn'
}

/** A sample sent by the clock has the clock's trigger, even where it reports the charging state too. */
function updateTrigger(update: EventOf<'meter.sampled'>): Trigger {
  if (update.remoteStartId !== undefined) return 'RemoteStart'
  if (update.token) return 'Authorized'
  const contexts = new Set(update.samples.map((sample) => sample.context))
  if (contexts.has('Sample.Clock')) return 'MeterValueClock'
  if (contexts.has('Sample.Periodic')) return 'MeterValuePeriodic'
  if (update.chargingState) return 'ChargingStateChanged'
  return contexts.size > 0 ? 'MeterValuePeriodic' : 'Trigger'
}

const endTriggers: Record<StoppedReason, Trigger> = {
  DeAuthorized: 'Deauthorized',
  EVDisconnected: 'EVDeparted',
  EmergencyStop: 'AbnormalCondition',
  EnergyLimitReached: 'EnergyLimitReached',
  GroundFault: 'AbnormalCondition',
  ImmediateReset: 'ResetCommand',
  Local: 'StopAuthorized',
  LocalOutOfCredit: 'AbnormalCondition',
  MasterPass: 'StopAuthorized',
  Other: 'AbnormalCondition',
  OvercurrentFault: 'AbnormalCondition',
  PowerLoss: 'AbnormalCondition',
  PowerQuality: 'AbnormalCondition',
  Reboot: 'ResetCommand',
  Remote: 'RemoteStop',
  SOCLimitReached: 'ChargingStateChanged',
  StoppedByEV: 'ChargingStateChanged',
  TimeLimitReached: 'TimeLimitReached',
  Timeout: 'EVConnectTimeout',
}

/** The event's samples, with its register as the begin's or the end's where no sample says it. */
function samplesOf(report: TransactionReport): MeterSample[] {
  if (report.type === 'meter.sampled' || report.meterWh === undefined) return report.samples
  const context = report.type === 'charging.started' ? 'Transaction.Begin' : 'Transaction.End'
  if (report.samples.some((sample) => sample.context === context && hasEnergy(sample))) return report.samples
  const edge: MeterSample = { context, energyWh: report.meterWh, raw: [] }
  if (report.happenedAt) edge.at = report.happenedAt
  return report.type === 'charging.started' ? [edge, ...report.samples] : [...report.samples, edge]
}

function hasEnergy(sample: MeterSample): boolean {
  return sample.energyWh !== undefined || sample.raw.some((raw) => raw.measurand === energyRegister)
}
