import {
  failureStages,
  type OrderDetails,
  type OrderLog,
  type OrderOutcome,
  type VerdictCode,
} from '@stationmaster/contract'
import { HOUR_MS } from '@stationmaster/units'
import { isOpen } from '../machine/moves.ts'
import type { Order } from '../order.ts'

type Verdict = OrderDetails['verdict']
type Judged = Pick<
  Order,
  | 'status'
  | 'stopReason'
  | 'warning'
  | 'energyWh'
  | 'transactionStart'
  | 'transactionFinish'
  | 'chargingFinish'
  | 'lostEvidence'
>

/** Less energy than this may be the noise of a meter, unless it was delivered with the power of a charge. */
const nothingWh = 100

/** No car charges with less power: 6 A of one phase at 230 V are 1.38 kW (IEC 61851-1), and some of it is lost before the meter. */
const leastChargingW = 1000

/** Stop reasons of OCPP (1.6 clause 7.36, 2.0.1 ReasonEnumType) that are not a normal end. */
const badReasons: ReadonlyMap<string, VerdictCode> = new Map([
  ['EmergencyStop', 'emergency_stop'],
  ['GroundFault', 'electrical_fault'],
  ['OvercurrentFault', 'electrical_fault'],
  ['PowerQuality', 'electrical_fault'],
  ['PowerLoss', 'power_loss'],
  ['Reboot', 'restarted'],
  ['HardReset', 'restarted'],
  ['SoftReset', 'restarted'],
  ['ImmediateReset', 'restarted'],
  ['DeAuthorized', 'card_refused'],
  ['Lost', 'lost'],
])

const badWarnings: Partial<Record<NonNullable<Order['warning']>, VerdictCode>> = {
  unowned: 'unknown_card',
  late_start: 'late_start',
  other_token: 'other_token',
  lost: 'lost',
  implausible_energy: 'implausible_energy',
  energy_unknown: 'energy_unknown',
  clock: 'clock',
  signature_wrong: 'signature_wrong',
  signed_differs: 'signed_differs',
  cost_differs: 'cost_differs',
}

/** Our own reasons for an order that ended before it began. */
const reasons: ReadonlyMap<string, VerdictCode> = new Map([
  ['connector_taken', 'connector_taken'],
  ['canceled_by_operator', 'canceled_by_operator'],
  ['canceled_by_driver', 'canceled_by_driver'],
  ['not_paid', 'not_paid'],
  ['never_plugged', 'never_plugged'],
  ['reservation_refused', 'reservation_refused'],
  ['reservation_unanswered', 'reservation_refused'],
  ['reservation_removed', 'reservation_refused'],
  ['reservation_over', 'reservation_over'],
])

/** Statuses in the chronology of a start that no station answered. */
const unanswered = ['timeout', 'disconnected', 'busy', 'no_path']

/**
 * What failed and why, for a session that did not end well: the cause, not its consequences. `logs` is the order's chronology,
 * oldest first.
 */
export function verdictOf(order: Judged, logs: readonly OrderLog[]): Verdict {
  if (isOpen(order)) return null
  const end = order.chargingFinish?.toISOString() ?? null
  if (order.status === 'canceled') return canceled(order.stopReason, logs, end)
  if (order.status === 'expired')
    return { code: reasons.get(order.stopReason ?? '') ?? 'expired', at: end, word: null }
  const fault = logs.findLast(({ event, status }) => event === 'connector_status' && status === 'Faulted')
  if (fault) return { code: 'station_fault', at: fault.created_at, word: fault.text ?? null }
  const refusal = logs.findLast(({ event }) => event === 'hold_refused')
  if (refusal) return { code: 'hold_refused', at: refusal.created_at, word: null }
  if (order.stopReason === 'Lost' && order.lostEvidence) {
    const code = order.lostEvidence === 'operator' ? 'ended_by_staff' : 'transaction_lost'
    return { code, at: end, word: null }
  }
  const ended = order.stopReason ? badReasons.get(order.stopReason) : undefined
  if (ended === 'restarted' || ended === 'power_loss') {
    const boot = logs.findLast(({ event }) => event === 'boot_notification')
    return { code: ended, at: boot?.created_at ?? end, word: order.stopReason }
  }
  const warned = order.warning ? badWarnings[order.warning] : undefined
  if (warned) return { code: warned, at: end, word: null }
  if (ended) return { code: ended, at: end, word: order.stopReason }
  return charged(order, logs) ? null : withoutEnergy(logs)
}

/** Whether a session charged a car, even for seconds: by its energy, its mean power, or a reported power. */
const charged = (order: Judged, logs: readonly OrderLog[]): boolean =>
  gaveEnergy(order) ||
  (order.energyWh > 0 && logs.some(({ meters }) => (meters?.power?.value ?? 0) >= leastChargingW))

/** Whether a session's energy is a charge: energy below a meter's noise counts only with the power of a charge. */
function gaveEnergy({ energyWh, transactionStart, transactionFinish }: Judged): boolean {
  if (energyWh === 0 || energyWh >= nothingWh) return energyWh > 0
  const elapsedMs = (transactionFinish?.getTime() ?? 0) - (transactionStart?.getTime() ?? 0)
  return energyWh * HOUR_MS >= leastChargingW * elapsedMs
}

const outcomeOfCode: Partial<Record<VerdictCode, OrderOutcome>> = {
  unknown_card: 'authorisation',
  card_refused: 'authorisation',
  other_token: 'authorisation',
  late_start: 'start',
  connector_taken: 'start',
  reservation_refused: 'start',
  implausible_energy: 'energy',
  energy_unknown: 'energy',
  clock: 'charged',
  signature_wrong: 'charged',
  signed_differs: 'energy',
  cost_differs: 'charged',
}

/** How a session went, from the order alone so that outcomes can be counted; null while it is open. */
export function outcomeOf(order: Judged): OrderOutcome | null {
  if (isOpen(order)) return null
  const reason = order.stopReason ?? ''
  if (order.status !== 'completed') {
    const code = reasons.get(reason)
    return reason === 'start_rejected' ? 'start' : ((code && outcomeOfCode[code]) ?? 'given_up')
  }
  const ended = badReasons.get(reason)
  const warned = order.warning ? badWarnings[order.warning] : undefined
  const outcomes = [ended, warned].flatMap((code) => (code ? (outcomeOfCode[code] ?? 'stop') : []))
  const failed = failureStages.find((stage) => outcomes.includes(stage))
  if (failed && failed !== 'stop') return failed
  return gaveEnergy(order) ? (failed ?? 'charged') : 'energy'
}

function canceled(reason: string | null, logs: readonly OrderLog[], at: string | null): Verdict {
  if (reason === 'start_rejected') {
    const answer = logs.findLast(({ event }) => event === 'remote_start_tx_response')
    const word = answer?.status ?? null
    const silent = word !== null && unanswered.includes(word)
    return { code: silent ? 'start_unanswered' : 'start_refused', at: answer?.created_at ?? at, word }
  }
  return { code: reasons.get(reason ?? '') ?? 'never_plugged', at, word: null }
}

/** Who suspended charging, by the connector's statuses: the car, the station, or unknown. */
function withoutEnergy(logs: readonly OrderLog[]): Verdict {
  const last = logs.findLast(
    ({ event, status }) => event === 'connector_status' && status?.startsWith('Suspended'),
  )
  const at = last?.created_at ?? null
  if (last?.status === 'SuspendedEV') return { code: 'car_took_nothing', at, word: last.status }
  if (last?.status === 'SuspendedEVSE') return { code: 'station_gave_nothing', at, word: last.status }
  return { code: 'no_energy', at, word: null }
}
