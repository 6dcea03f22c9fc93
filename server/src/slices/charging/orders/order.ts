import type {
  CommandStatus,
  OrderOutcome,
  OrderStatus,
  OrderWarning,
  PaymentMethodType,
} from '@stationmaster/contract'
import type { Segment } from '../../places/tariffs/pricing/pricing.ts'

export type OrderSource = 'operator' | 'app' | 'rfid' | 'orphan' | 'takeover'

/** An order that ended. `before` is its former state when this corrects an order that had ended already. */
export interface Closed {
  order: Order
  before: Order | null
}

/** A sign that a station has lost its transaction. */
export type LostEvidence = 'transaction_unknown' | 'connector_free' | 'stop_refused' | 'booted' | 'operator'

/** A charging session. Energy in Wh, power in W, money in minor units, instants in UTC. */
export interface Order {
  id: number
  status: OrderStatus
  source: OrderSource
  locationId: number
  stationId: string
  connectorId: number
  driverId: number | null
  managerId: number | null
  rfid: string | null
  createdAt: Date
  reservationStart: Date | null
  reservationFinish: Date | null
  chargingStart: Date | null
  chargingFinish: Date | null
  countdownFinish: Date | null
  evChargingStart: Date | null
  evDisconnectedAt: Date | null
  evConnected: boolean
  dueAt: Date | null
  transactionId: string | null
  startKey: string | null
  /** the station has since given the transaction's id to another transaction */
  nameReused: boolean
  replayed: boolean
  transactionStart: Date | null
  transactionFinish: Date | null
  /** false while only later messages of the transaction have arrived */
  startReported: boolean
  /** false while the session runs, and after an end that its station did not report */
  endReported: boolean
  lastSequence: number | null
  /** registers in Wh to the thousandth: reported* is what the station reports at begin and end, meter* is what the session counts from and to */
  reportedBeginWh: number | null
  reportedEndWh: number | null
  meterStartWh: number | null
  meterStopWh: number | null
  meterStartOffsetWh: number | null
  /** whole Wh between the readings that its station marks as begin and end; set only where they contradict the reported registers */
  markedWh: number | null
  /** its station reported that energy flows before any register could be read */
  energyFlowed: boolean
  stopReason: string | null
  energyWh: number
  powerW: number | null
  socStart: number | null
  soc: number | null
  currentA: number | null
  voltageV: number | null
  lastSampleAt: Date | null
  lastHeardAt: Date | null
  /** when the server first heard of the transaction */
  firstHeardAt: Date | null
  /** the station's time of its begin or its end cannot be right */
  timeDoubtful: boolean
  /** why its station seems to have lost the transaction, and since when */
  lostEvidence: LostEvidence | null
  lostEvidenceAt: Date | null
  /** its driver may charge elsewhere, because its station has lost it and is offline */
  cardFree: boolean
  /** the plug began it, and there is no card and no remote start yet */
  awaitsCard: boolean
  /** sequence number of the message whose card pays for the order; null: no card, or a message without a number */
  claimSequence: number | null
  startTxStatus: CommandStatus | null
  startTxStatusAt: Date | null
  /** how long the start may take; null: its station has not reported how long it waits for a car */
  startWindowSeconds: number | null
  stopTxStatus: CommandStatus | null
  stopTxStatusAt: Date | null
  stopTxRetryCount: number
  /** since when it comes before others at its station (OCPP 2.1); null: it does not */
  prioritySince: Date | null
  /** who has requested that; null: somebody at the station */
  priorityManagerId: number | null
  /** the amount that must be held before it starts; null: it is not paid beforehand, 0: it is not paid beforehand any more */
  holdMinor: number | null
  /** until when it may be paid; null once it is paid */
  payUntil: Date | null
  /** how long the connector is reserved once it is paid; null: charging begins at once */
  reservationSeconds: number | null
  reservationFeeMinor: number | null
  /** how long the reservation may be canceled free of charge */
  reservationFreeSeconds: number | null
  /** the reservation's id at the station */
  reservationId: number | null
  reserveStatus: CommandStatus | null
  limitAmountMinor: number | null
  limitWh: number | null
  limitSeconds: number | null
  limitPercents: number | null
  tariffVersionId: number | null
  /** what it had before a remote start with a price of its own was requested for it; null: no other */
  usualVersionId: number | null
  discountPercent: number
  /** how much dearer than its tariff's its prices are, by contract */
  pricePercent: number
  /** the contract of the company that pays, as of its start; null: none */
  fleetContractId: number | null
  /** the group of its card whose free charging or tariff holds for it; null: none */
  tagGroup: string | null
  /** the company that pays for it by invoice; null: none */
  fleetId: number | null
  chargingPriceMinor: number | null
  /** the part of the price beyond what its driver was promised: the network bears it */
  borneMinor: number
  reservationPriceMinor: number | null
  segments: Segment[] | null
  billable: boolean
  paymentMethodType: PaymentMethodType | null
  needsReview: boolean
  /** a person has decided about its money: no later message of its station changes it */
  decided: boolean
  warning: OrderWarning | null
  businessDay: string | null
  /** how its session went; null while it is open */
  outcome: OrderOutcome | null
  /** the firmware of its station when it ended */
  firmware: string | null
}

/** property -> column and its SQL type: the one mapping for reading and for writing in bulk. */
export const orderColumns = {
  id: ['id', 'bigint'],
  status: ['status', 'text'],
  source: ['source', 'text'],
  locationId: ['location_id', 'bigint'],
  stationId: ['station_id', 'text'],
  connectorId: ['connector_id', 'bigint'],
  driverId: ['driver_id', 'bigint'],
  managerId: ['manager_id', 'bigint'],
  rfid: ['rfid', 'text'],
  createdAt: ['created_at', 'timestamptz'],
  reservationStart: ['reservation_start', 'timestamptz'],
  reservationFinish: ['reservation_finish', 'timestamptz'],
  chargingStart: ['charging_start', 'timestamptz'],
  chargingFinish: ['charging_finish', 'timestamptz'],
  countdownFinish: ['countdown_finish', 'timestamptz'],
  evChargingStart: ['ev_charging_start', 'timestamptz'],
  evDisconnectedAt: ['ev_disconnected_at', 'timestamptz'],
  evConnected: ['ev_connected', 'boolean'],
  dueAt: ['due_at', 'timestamptz'],
  transactionId: ['transaction_id', 'text'],
  startKey: ['start_key', 'text'],
  nameReused: ['name_reused', 'boolean'],
  replayed: ['replayed', 'boolean'],
  transactionStart: ['transaction_start', 'timestamptz'],
  transactionFinish: ['transaction_finish', 'timestamptz'],
  lastSequence: ['last_sequence', 'bigint'],
  startReported: ['start_told', 'boolean'],
  endReported: ['end_told', 'boolean'],
  reportedBeginWh: ['told_begin', 'numeric'],
  reportedEndWh: ['told_end', 'numeric'],
  meterStartWh: ['meter_start', 'numeric'],
  meterStopWh: ['meter_stop', 'numeric'],
  meterStartOffsetWh: ['meter_start_offset', 'numeric'],
  markedWh: ['marked_wh', 'bigint'],
  energyFlowed: ['energy_flowed', 'boolean'],
  stopReason: ['stop_reason', 'text'],
  energyWh: ['energy_wh', 'bigint'],
  powerW: ['power_w', 'integer'],
  socStart: ['soc_start', 'smallint'],
  soc: ['soc', 'smallint'],
  currentA: ['current_a', 'real'],
  voltageV: ['voltage_v', 'real'],
  lastSampleAt: ['last_sample_at', 'timestamptz'],
  lastHeardAt: ['last_heard_at', 'timestamptz'],
  firstHeardAt: ['first_heard_at', 'timestamptz'],
  timeDoubtful: ['time_doubtful', 'boolean'],
  lostEvidence: ['lost_evidence', 'text'],
  lostEvidenceAt: ['lost_evidence_at', 'timestamptz'],
  cardFree: ['card_free', 'boolean'],
  awaitsCard: ['awaits_card', 'boolean'],
  claimSequence: ['claim_sequence', 'bigint'],
  startTxStatus: ['start_tx_status', 'text'],
  startTxStatusAt: ['start_tx_status_at', 'timestamptz'],
  startWindowSeconds: ['start_window_seconds', 'integer'],
  stopTxStatus: ['stop_tx_status', 'text'],
  stopTxStatusAt: ['stop_tx_status_at', 'timestamptz'],
  stopTxRetryCount: ['stop_tx_retry_count', 'smallint'],
  prioritySince: ['priority_since', 'timestamptz'],
  priorityManagerId: ['priority_manager_id', 'bigint'],
  holdMinor: ['hold_minor', 'bigint'],
  payUntil: ['pay_until', 'timestamptz'],
  reservationSeconds: ['reservation_seconds', 'integer'],
  reservationFeeMinor: ['reservation_fee_minor', 'bigint'],
  reservationFreeSeconds: ['reservation_free_seconds', 'integer'],
  reservationId: ['reservation_id', 'bigint'],
  reserveStatus: ['reserve_status', 'text'],
  limitAmountMinor: ['limit_amount_minor', 'bigint'],
  limitWh: ['limit_wh', 'bigint'],
  limitSeconds: ['limit_seconds', 'integer'],
  limitPercents: ['limit_percents', 'smallint'],
  tariffVersionId: ['tariff_version_id', 'bigint'],
  usualVersionId: ['usual_version_id', 'bigint'],
  discountPercent: ['discount_percent', 'smallint'],
  pricePercent: ['price_percent', 'smallint'],
  fleetContractId: ['fleet_contract_id', 'bigint'],
  tagGroup: ['tag_group', 'text'],
  fleetId: ['fleet_id', 'bigint'],
  chargingPriceMinor: ['charging_price_minor', 'bigint'],
  borneMinor: ['borne_minor', 'bigint'],
  reservationPriceMinor: ['reservation_price_minor', 'bigint'],
  segments: ['segments', 'jsonb'],
  billable: ['billable', 'boolean'],
  paymentMethodType: ['payment_method_type', 'text'],
  needsReview: ['needs_review', 'boolean'],
  decided: ['decided', 'boolean'],
  warning: ['warning', 'text'],
  businessDay: ['business_day', 'date'],
  outcome: ['outcome', 'text'],
  firmware: ['firmware', 'text'],
} as const satisfies Record<keyof Order, readonly [string, string]>

/** What a meter sample changes. Only these are written while a session runs, so that the row's indexes stay untouched. */
export const liveProperties = [
  'id',
  'lastSequence',
  'energyWh',
  'powerW',
  'socStart',
  'soc',
  'currentA',
  'voltageV',
  'lastSampleAt',
  'lastHeardAt',
  'chargingPriceMinor',
  'evChargingStart',
] as const satisfies readonly (keyof Order)[]

/** An order that nobody of the staff has made was made by its driver. */
export const sourceOf = ({ managerId }: Pick<Order, 'managerId'>): 'operator' | 'app' =>
  managerId === null ? 'app' : 'operator'

/** The properties that every new order has, and any others. */
type OrderInput = Pick<
  Order,
  'id' | 'status' | 'source' | 'locationId' | 'stationId' | 'connectorId' | 'createdAt'
> &
  Partial<Order>

/**
 * A full order from its input; properties that are not given are empty. Every property is listed, so that all orders have one
 * shape (hidden class) in the JavaScript engine: repeated copies make new shapes, and with too many a copy takes fifty times as long.
 */
export function newOrder(input: OrderInput): Order {
  return {
    id: input.id,
    status: input.status,
    source: input.source,
    locationId: input.locationId,
    stationId: input.stationId,
    connectorId: input.connectorId,
    createdAt: input.createdAt,
    driverId: input.driverId ?? null,
    managerId: input.managerId ?? null,
    rfid: input.rfid ?? null,
    reservationStart: input.reservationStart ?? null,
    reservationFinish: input.reservationFinish ?? null,
    chargingStart: input.chargingStart ?? null,
    chargingFinish: input.chargingFinish ?? null,
    countdownFinish: input.countdownFinish ?? null,
    evChargingStart: input.evChargingStart ?? null,
    evDisconnectedAt: input.evDisconnectedAt ?? null,
    evConnected: input.evConnected ?? false,
    dueAt: input.dueAt ?? null,
    transactionId: input.transactionId ?? null,
    startKey: input.startKey ?? null,
    nameReused: input.nameReused ?? false,
    replayed: input.replayed ?? false,
    transactionStart: input.transactionStart ?? null,
    transactionFinish: input.transactionFinish ?? null,
    startReported: input.startReported ?? true,
    endReported: input.endReported ?? false,
    lastSequence: input.lastSequence ?? null,
    reportedBeginWh: input.reportedBeginWh ?? null,
    reportedEndWh: input.reportedEndWh ?? null,
    meterStartWh: input.meterStartWh ?? null,
    meterStopWh: input.meterStopWh ?? null,
    meterStartOffsetWh: input.meterStartOffsetWh ?? null,
    markedWh: input.markedWh ?? null,
    energyFlowed: input.energyFlowed ?? false,
    stopReason: input.stopReason ?? null,
    energyWh: input.energyWh ?? 0,
    powerW: input.powerW ?? null,
    socStart: input.socStart ?? null,
    soc: input.soc ?? null,
    currentA: input.currentA ?? null,
    voltageV: input.voltageV ?? null,
    lastSampleAt: input.lastSampleAt ?? null,
    lastHeardAt: input.lastHeardAt ?? null,
    firstHeardAt: input.firstHeardAt ?? null,
    timeDoubtful: input.timeDoubtful ?? false,
    lostEvidence: input.lostEvidence ?? null,
    lostEvidenceAt: input.lostEvidenceAt ?? null,
    cardFree: input.cardFree ?? false,
    awaitsCard: input.awaitsCard ?? false,
    claimSequence: input.claimSequence ?? null,
    startTxStatus: input.startTxStatus ?? null,
    startTxStatusAt: input.startTxStatusAt ?? null,
    startWindowSeconds: input.startWindowSeconds ?? null,
    stopTxStatus: input.stopTxStatus ?? null,
    stopTxStatusAt: input.stopTxStatusAt ?? null,
    stopTxRetryCount: input.stopTxRetryCount ?? 0,
    prioritySince: input.prioritySince ?? null,
    priorityManagerId: input.priorityManagerId ?? null,
    holdMinor: input.holdMinor ?? null,
    payUntil: input.payUntil ?? null,
    reservationSeconds: input.reservationSeconds ?? null,
    reservationFeeMinor: input.reservationFeeMinor ?? null,
    reservationFreeSeconds: input.reservationFreeSeconds ?? null,
    reservationId: input.reservationId ?? null,
    reserveStatus: input.reserveStatus ?? null,
    limitAmountMinor: input.limitAmountMinor ?? null,
    limitWh: input.limitWh ?? null,
    limitSeconds: input.limitSeconds ?? null,
    limitPercents: input.limitPercents ?? null,
    tariffVersionId: input.tariffVersionId ?? null,
    usualVersionId: input.usualVersionId ?? null,
    discountPercent: input.discountPercent ?? 0,
    pricePercent: input.pricePercent ?? 0,
    fleetContractId: input.fleetContractId ?? null,
    tagGroup: input.tagGroup ?? null,
    fleetId: input.fleetId ?? null,
    chargingPriceMinor: input.chargingPriceMinor ?? null,
    borneMinor: input.borneMinor ?? 0,
    reservationPriceMinor: input.reservationPriceMinor ?? null,
    segments: input.segments ?? null,
    billable: input.billable ?? true,
    paymentMethodType: input.paymentMethodType ?? null,
    needsReview: input.needsReview ?? false,
    decided: input.decided ?? false,
    warning: input.warning ?? null,
    businessDay: input.businessDay ?? null,
    outcome: input.outcome ?? null,
    firmware: input.firmware ?? null,
  }
}

/** The limits at which a session ends by itself; null: no limit of that kind. */
export interface Limits {
  amountMinor: number | null
  energyWh: number | null
  seconds: number | null
  percents: number | null
}

export const unlimited: Limits = { amountMinor: null, energyWh: null, seconds: null, percents: null }

/** Limits as properties of an order. */
export const limitedTo = ({ amountMinor, energyWh, seconds, percents }: Limits) => ({
  limitAmountMinor: amountMinor,
  limitWh: energyWh,
  limitSeconds: seconds,
  limitPercents: percents,
})

/** An order's limits. */
export const limitsOf = (
  order: Pick<Order, 'limitAmountMinor' | 'limitWh' | 'limitSeconds' | 'limitPercents'>,
): Limits => ({
  amountMinor: order.limitAmountMinor,
  energyWh: order.limitWh,
  seconds: order.limitSeconds,
  percents: order.limitPercents,
})

/** When an order began: a session that began at the station may have begun long before the server learned of it. */
export const begunAt = ({ createdAt, transactionStart }: Order): Date =>
  transactionStart && transactionStart < createdAt ? transactionStart : createdAt

/** When its station last reported about an order that has ended; the end itself may arrive late. Null while it is open. */
export function reportedUntil({ chargingFinish, lastHeardAt, stopTxStatusAt }: Order): Date | null {
  if (!chargingFinish) return null
  return new Date(Math.max(...[chargingFinish, lastHeardAt, stopTxStatusAt].map((at) => at?.getTime() ?? 0)))
}
