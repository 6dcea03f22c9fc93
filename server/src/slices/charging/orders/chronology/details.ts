import type { OrderDetails } from '@stationmaster/contract'
import { type Caller, onlyReads, seesNetwork } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { simpleView } from '../../../places/tariffs/elements.ts'
import type { Segment } from '../../../places/tariffs/pricing/pricing.ts'
import { listFramesOf } from '../../../stations/journal/frame-store.ts'
import { messagesOf } from '../../../stations/journal/messages.ts'
import { elementsWith } from '../../drivers/terms/contract.ts'
import { isOpen } from '../machine/moves.ts'
import { hasPriority, isPrioritizable } from '../messages/priority.ts'
import { type Order, reportedUntil } from '../order.ts'
import { sumPaid } from '../prepaid/paid-store.ts'
import { awaitsMoney, isBeforeStart } from '../prepaid/prepaid.ts'
import { isPrepaid } from '../sessions/adopt.ts'
import { findOrder } from '../store.ts'
import { listLogs, metersOf } from './chronology.ts'
import { findSurroundings, type Surroundings } from './details-store.ts'
import { inquiryOf } from './inquiry.ts'
import { verdictOf } from './verdict.ts'

/** An order, its chronology and, for administrators, its frames; throws order.not_found where the caller may not see it. */
export async function readDetails(db: Db, caller: Caller, id: number, now: Date) {
  const order = await findOrder(db, id)
  const around = order && (await findSurroundings(db, caller, id))
  if (!order || !around) throw new Failure('order.not_found')
  const administers = caller.role === 'administrator'
  const [paid, logs, frames] = await Promise.all([
    sumPaid(db, id),
    listLogs(db, order, administers),
    administers ? listFramesOf(db, order, order.createdAt, reportedUntil(order)) : [],
  ])
  return {
    order: { ...detailsOf(order, around, caller, now), paid_in_all: paid, verdict: verdictOf(order, logs) },
    logs,
    ocpp: messagesOf(frames),
  }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

function detailsOf(
  order: Order,
  around: Surroundings,
  caller: Caller,
  now: Date,
): Omit<OrderDetails, 'verdict' | 'paid_in_all'> {
  const prices = simpleView(elementsWith(around.elements ?? [], order.pricePercent))
  const end = order.transactionFinish ?? (order.status === 'started' ? now : null)
  return {
    id: order.id,
    status: order.status,
    user_id: order.driverId,
    rfid: order.rfid,
    user: around.user,
    started_by: around.startedBy,
    station_id: order.stationId,
    station_number: around.stationNumber,
    station_online: around.stationOnline,
    connector_id: order.connectorId,
    connector_number: around.connectorNumber,
    evse_number: around.evseNumber,
    connector_type: around.connectorType,
    connector_power: around.connectorPowerW / 1000,
    location: around.location,
    location_id: order.locationId,
    ...momentsOf(order),
    duration:
      end && order.transactionStart ? Math.max(0, Math.floor((+end - +order.transactionStart) / 1000)) : null,
    payment_method_type: order.paymentMethodType,
    rate: prices.rate,
    tariff: prices.tariff,
    start_fee: prices.startFee,
    discount: order.discountPercent,
    tag_group: seesNetwork(caller) ? groupOf(order, around) : null,
    fleet: seesNetwork(caller) ? around.fleet : null,
    tariff_version_id: order.tariffVersionId,
    limit_amount: order.limitAmountMinor,
    limit_kwh: order.limitWh === null ? null : order.limitWh / 1000,
    limit_seconds: order.limitSeconds,
    limit_percents: order.limitPercents,
    ...amountsOf(order, around),
    segments: (order.segments ?? []).filter(isPriced).map(segmentView),
    meters: metersOf(order.energyWh, order.powerW, order.soc, order.currentA, order.voltageV),
    metered_at: iso(order.lastSampleAt),
    meters_begin: order.socStart === null ? {} : { soc: { value: order.socStart, unit: '%' } },
    ...transactionOf(order),
    ev_connected: order.evConnected,
    needs_review: order.needsReview,
    warning: order.warning,
    priority: priorityView(order, around),
    can: actsOn(order, around, caller, now),
  }
}

/** What the caller may do with it now. */
function actsOn(order: Order, around: Surroundings, caller: Caller, now: Date): OrderDetails['can'] {
  const acts = !onlyReads(caller)
  const running = order.status === 'started'
  return {
    stop: acts && (running ? order.payUntil === null : order.status === 'starting'),
    end: acts && running,
    prioritize: acts && isPrioritizable(order, around.protocol),
    inquire: acts && inquiryOf(order, around.protocol, now) !== null,
    cancel: acts && (isBeforeStart(order) || awaitsMoney(order)),
    pay: acts && isOpen(order) && isPrepaid(order),
    console: caller.role === 'administrator',
  }
}

const momentsOf = (order: Order) => ({
  created_at: order.createdAt.toISOString(),
  reservation_start: iso(order.reservationStart),
  reservation_finish: iso(order.reservationFinish),
  charging_start: iso(order.chargingStart),
  charging_finish: iso(order.chargingFinish),
  countdown_finish: iso(order.countdownFinish),
  ev_charging_start: iso(order.evChargingStart),
  ev_disconnected_at: iso(order.evDisconnectedAt),
})

/** What it costs, and what of that was held and taken. */
const amountsOf = (order: Order, around: Surroundings) => ({
  payment_intent_status: around.paymentStatus,
  captured_amount: around.capturedMinor,
  hold_amount: isPrepaid(order) ? order.holdMinor : null,
  charging_price: order.chargingPriceMinor,
  current_charging_amount: order.status === 'started' ? order.chargingPriceMinor : null,
  borne_amount: order.borneMinor,
  services_price: around.servicesMinor,
  reservation_price: order.reservationPriceMinor,
  cashback_amount: around.cashbackMinor,
  parking_time: around.parkingSeconds,
  parking_amount: around.parkingMinor,
  parking_captured_amount: around.parkingCapturedMinor,
})

/** The station's transaction, and its answers to the commands that began and ended it. */
const transactionOf = (order: Order) => ({
  stop_reason: order.stopReason,
  transaction_id: order.transactionId,
  transaction_start: iso(order.transactionStart),
  transaction_finish: iso(order.transactionFinish),
  meter_start: order.meterStartWh,
  meter_stop: order.meterStopWh,
  meter_start_offset: order.meterStartOffsetWh,
  start_tx_status: order.startTxStatus,
  start_tx_status_at: iso(order.startTxStatusAt),
  stop_tx_status: order.stopTxStatus,
  stop_tx_status_at: iso(order.stopTxStatusAt),
  stop_tx_retry_count: order.stopTxRetryCount,
})

const priorityView = (order: Order, { prioritizedBy: by }: Surroundings): OrderDetails['priority'] =>
  hasPriority(order) && order.prioritySince ? { since: order.prioritySince.toISOString(), by } : null

const groupOf = ({ tagGroup: key, billable }: Order, { groupName }: Surroundings) =>
  key === null ? null : { key, name: groupName ?? key, free: !billable }

/** Energy is always shown; time without a price is left out. */
const isPriced = ({ dimension, unitPriceMicro }: Segment): boolean =>
  dimension === 'energy' || unitPriceMicro > 0

function segmentView(segment: Segment): OrderDetails['segments'][number] {
  const { dimension, from, to, quantity, unitPriceMicro, amountMicro } = segment
  return {
    dimension,
    from: from.toISOString(),
    to: to.toISOString(),
    quantity,
    unit_price: unitPriceMicro,
    amount_micro: amountMicro,
  }
}
