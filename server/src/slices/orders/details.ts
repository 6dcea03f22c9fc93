import type { OrderDetails } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import type { Db } from '../../platform/schema.ts'
import { listFramesOf } from '../journal/frames.ts'
import { messagesOf } from '../journal/messages.ts'
import { visibleLocations } from '../managers/scope.ts'
import { simpleView, type TariffElement } from '../tariffs/elements.ts'
import type { Segment } from '../tariffs/pricing.ts'
import { listLogs, metersOf } from './chronology.ts'
import { isOpen } from './moves.ts'
import { type Order, toldUntil } from './order.ts'
import { findOrder } from './store.ts'
import { verdictOf } from './verdict.ts'

interface Surroundings {
  stationNumber: number
  stationOnline: boolean
  connectorNumber: number
  evseNumber: number
  connectorType: string
  connectorPowerW: number
  location: OrderDetails['location']
  user: OrderDetails['user']
  startedBy: OrderDetails['started_by']
  elements: TariffElement[] | null
  paymentStatus: 'created' | 'captured' | 'canceled' | null
  capturedMinor: number | null
}

/** An order, its chronology and, for administrators, its frames; throws order.not_found for another's. */
export async function readDetails(db: Db, caller: Caller, id: number, now: Date) {
  const order = await findOrder(db, id)
  const around = order && (await findSurroundings(db, caller, id))
  if (!order || !around) throw new Failure('order.not_found')
  const administers = caller.role === 'administrator'
  const [logs, frames] = await Promise.all([
    listLogs(db, order, administers),
    administers ? listFramesOf(db, order, order.createdAt, toldUntil(order)) : [],
  ])
  return {
    order: { ...detailsOf(order, around, caller, now), verdict: verdictOf(order, logs) },
    logs,
    ocpp: messagesOf(frames),
  }
}

async function findSurroundings(db: Db, caller: Caller, id: number): Promise<Surroundings | undefined> {
  const { rows } = await sql<Surroundings>`
    select s.number as "stationNumber", pr.connection_id is not null as "stationOnline", c.number as "connectorNumber",
      c.evse_number as "evseNumber", c.type as "connectorType", c.power_w as "connectorPowerW",
      json_build_object('name', l.name, 'country', l.country, 'city', l.city, 'street', l.street) as location,
      case when d.id is not null then json_build_object('id', d.id, 'phone', d.phone, 'first_name', d.first_name,
        'last_name', d.last_name, 'email', d.email, 'avatar_url', d.avatar_url) end as user,
      case when m.id is not null then json_build_object('id', m.id, 'first_name', m.first_name,
        'last_name', m.last_name) end as "startedBy",
      v.elements, p.status as "paymentStatus", p.captured_minor as "capturedMinor"
    from orders o join locations l on l.id = o.location_id join stations s on s.id = o.station_id
    join connectors c on c.id = o.connector_id left join station_presence pr on pr.station_id = s.id
    left join drivers d on d.id = o.driver_id left join managers m on m.id = o.manager_id
    left join tariff_versions v on v.id = o.tariff_version_id
    left join payments p on p.order_id = o.id and p.purpose = 'charging'
    where o.id = ${id} and ${visibleLocations(caller, 'o.location_id')}`.execute(db)
  return rows[0]
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

function detailsOf(
  order: Order,
  around: Surroundings,
  caller: Caller,
  now: Date,
): Omit<OrderDetails, 'verdict'> {
  const prices = simpleView(around.elements ?? [])
  const end = order.transactionFinish ?? (order.status === 'started' ? now : null)
  const running = order.status === 'started'
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
    created_at: order.createdAt.toISOString(),
    reservation_start: iso(order.reservationStart),
    reservation_finish: iso(order.reservationFinish),
    charging_start: iso(order.chargingStart),
    charging_finish: iso(order.chargingFinish),
    countdown_finish: iso(order.countdownFinish),
    ev_charging_start: iso(order.evChargingStart),
    ev_disconnected_at: iso(order.evDisconnectedAt),
    payment_method_type: order.paymentMethodType,
    rate: prices.rate,
    tariff: prices.tariff,
    start_fee: prices.startFee,
    discount: order.discountPercent,
    tariff_version_id: order.tariffVersionId,
    limit_amount: order.limitAmountMinor,
    limit_kwh: order.limitWh === null ? null : order.limitWh / 1000,
    limit_seconds: order.limitSeconds,
    limit_percents: order.limitPercents,
    payment_intent_status: around.paymentStatus,
    captured_amount: around.capturedMinor,
    charging_price: order.chargingPriceMinor,
    services_price: null,
    reservation_price: order.reservationPriceMinor,
    cashback_amount: null,
    current_charging_amount: running ? order.chargingPriceMinor : null,
    segments: (order.segments ?? []).filter(isPriced).map(wireSegment),
    meters: metersOf(order.energyWh, order.powerW, order.soc, order.currentA, order.voltageV),
    meters_begin: order.socStart === null ? {} : { soc: { value: order.socStart, unit: '%' } },
    duration:
      end && order.transactionStart ? Math.max(0, Math.floor((+end - +order.transactionStart) / 1000)) : null,
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
    ev_connected: order.evConnected,
    parking_time: null,
    parking_amount: null,
    parking_captured_amount: null,
    needs_review: order.needsReview,
    warning: order.warning,
    can: { stop: isOpen(order), end: running, console: caller.role === 'administrator' },
  }
}

/** Energy is always shown; time that costs nothing explains nothing. */
const isPriced = ({ dimension, unitPriceMicro }: Segment): boolean =>
  dimension === 'energy' || unitPriceMicro > 0

function wireSegment(segment: Segment): OrderDetails['segments'][number] {
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
