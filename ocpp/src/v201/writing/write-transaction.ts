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
  const told = only(event, 'charging.started', 'meter.sampled', 'charging.ended')
  const at = told.happenedAt ?? told.samples.findLast((sample) => sample.at)?.at ?? new Date()
  const meterValue = writeMeterValues(samplesTold(told), at)
  return withoutUndefined<Messages.TransactionEvent>({
    ...kindOf(told),
    timestamp: at.toISOString(),
    seqNo: told.sequence ?? 0,
    offline: told.offline || undefined,
    evse: evseOf(told.at),
    idToken: told.token && idTokenOf(told.token),
    reservationId: told.type === 'charging.started' ? told.reservationId : undefined,
    meterValue: meterValue.length > 0 ? meterValue : undefined,
  })
}

type Told = EventOf<'charging.started' | 'meter.sampled' | 'charging.ended'>

function kindOf(
  told: Told,
): Pick<Messages.TransactionEvent, 'eventType' | 'triggerReason' | 'transactionInfo'> {
  const common = { transactionId: told.transactionId ?? '', remoteStartId: told.remoteStartId }
  switch (told.type) {
    case 'charging.started':
      return {
        eventType: 'Started',
        triggerReason: startTrigger(told),
        transactionInfo: withoutUndefined<Messages.TransactionType>({
          ...common,
          chargingState: told.charging ? 'Charging' : 'EVConnected',
        }),
      }
    case 'meter.sampled':
      return {
        eventType: 'Updated',
        triggerReason: updateTrigger(told),
        transactionInfo: withoutUndefined<Messages.TransactionType>({
          ...common,
          chargingState: told.chargingState,
        }),
      }
    case 'charging.ended': {
      const known = Object.hasOwn(endTriggers, told.reason)
      const stoppedReason = known ? (told.reason as StoppedReason) : 'Other'
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

/** A sample that came by the clock is told as such, although it tells the charging state too. */
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
function samplesTold(told: Told): MeterSample[] {
  if (told.type === 'meter.sampled' || told.meterWh === undefined) return told.samples
  const context = told.type === 'charging.started' ? 'Transaction.Begin' : 'Transaction.End'
  if (told.samples.some((sample) => sample.context === context && hasEnergy(sample))) return told.samples
  const edge: MeterSample = { context, energyWh: told.meterWh, raw: [] }
  if (told.happenedAt) edge.at = told.happenedAt
  return told.type === 'charging.started' ? [edge, ...told.samples] : [...told.samples, edge]
}

function hasEnergy(sample: MeterSample): boolean {
  return sample.energyWh !== undefined || sample.raw.some((raw) => raw.measurand === energyRegister)
}
