import type {
  CommandStatus,
  OrderOutcome,
  OrderStatus,
  OrderWarning,
  PaymentMethodType,
} from '@stationmaster/contract'
import type { Segment } from '../../places/tariffs/pricing/pricing.ts'

export type OrderSource = 'operator' | 'app' | 'rfid' | 'orphan'

/** An order that ended, and what it was before when this is a correction of one that had ended already. */
export interface Closed {
  order: Order
  before: Order | null
}

/** What speaks for it that a station has lost its transaction. */
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
  /** the station has given the transaction's id to another one since */
  nameReused: boolean
  replayed: boolean
  transactionStart: Date | null
  transactionFinish: Date | null
  /** false while only later messages of the transaction have come */
  startReported: boolean
  /** false while the session runs, and after an end that its station did not tell */
  endReported: boolean
  lastSequence: number | null
  /** registers in Wh to the thousandth: what the station told at the edges, and what the session counts from and to */
  reportedBeginWh: number | null
  reportedEndWh: number | null
  meterStartWh: number | null
  meterStopWh: number | null
  meterStartOffsetWh: number | null
  /** whole Wh between the readings that its station marks as begin and end, where they contradict the registers of its edges */
  markedWh: number | null
  /** its station has said that energy flows, before any register could be read */
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
  /** its station's own times of its begin or its end cannot be right */
  timeDoubtful: boolean
  /** why its station seems to have lost the transaction, and since when */
  lostEvidence: LostEvidence | null
  lostEvidenceAt: Date | null
  /** its driver may charge elsewhere: its station has lost it, and is away */
  cardFree: boolean
  /** the plug began it, and neither a card nor a remote start has come yet */
  awaitsCard: boolean
  /** the number of the message whose card the order is on; null: no message's, or one without a number */
  claimSequence: number | null
  startTxStatus: CommandStatus | null
  startTxStatusAt: Date | null
  /** how long the start may take; null: its station has not told how long it waits for a car */
  startWindowSeconds: number | null
  stopTxStatus: CommandStatus | null
  stopTxStatusAt: Date | null
  stopTxRetryCount: number
  /** what a driver has to have held before it starts; null: nobody pays beforehand, 0: nobody does any more */
  holdMinor: number | null
  /** until when it may be paid; null once it is */
  payUntil: Date | null
  /** how long the connector is kept once it is paid; null: it is for charging at once */
  reservationSeconds: number | null
  reservationFeeMinor: number | null
  /** how long the reservation may be canceled for nothing */
  reservationFreeSeconds: number | null
  /** what its station knows the reservation by */
  reservationId: number | null
  reserveStatus: CommandStatus | null
  limitAmountMinor: number | null
  limitWh: number | null
  limitSeconds: number | null
  limitPercents: number | null
  tariffVersionId: number | null
  discountPercent: number
  chargingPriceMinor: number | null
  /** what of the price is beyond what its driver was promised: the network bears it */
  borneMinor: number
  reservationPriceMinor: number | null
  segments: Segment[] | null
  billable: boolean
  paymentMethodType: PaymentMethodType | null
  needsReview: boolean
  /** a person has decided of its money: nothing that its station tells changes it any more */
  decided: boolean
  warning: OrderWarning | null
  businessDay: string | null
  /** how its session went; null while it is open */
  outcome: OrderOutcome | null
  /** what its station ran when it ended */
  firmware: string | null
}

/** property -> column and its SQL type: the one mapping that reading and writing in bulk are made of. */
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
  discountPercent: ['discount_percent', 'smallint'],
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

/** What a meter sample changes: written alone while a session runs, so that the row's indexes stay untouched. */
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

/** What an order is born with. */
type Born = Pick<
  Order,
  'id' | 'status' | 'source' | 'locationId' | 'stationId' | 'connectorId' | 'createdAt'
> &
  Partial<Order>

/**
 * An order with everything that is not told left empty. Each property has its place, so that all orders are of one shape to the
 * engine: copies of copies of copies are of ever new ones, and with too many a copy takes fifty times as long.
 */
export function newOrder(told: Born): Order {
  return {
    id: told.id,
    status: told.status,
    source: told.source,
    locationId: told.locationId,
    stationId: told.stationId,
    connectorId: told.connectorId,
    createdAt: told.createdAt,
    driverId: told.driverId ?? null,
    managerId: told.managerId ?? null,
    rfid: told.rfid ?? null,
    reservationStart: told.reservationStart ?? null,
    reservationFinish: told.reservationFinish ?? null,
    chargingStart: told.chargingStart ?? null,
    chargingFinish: told.chargingFinish ?? null,
    countdownFinish: told.countdownFinish ?? null,
    evChargingStart: told.evChargingStart ?? null,
    evDisconnectedAt: told.evDisconnectedAt ?? null,
    evConnected: told.evConnected ?? false,
    dueAt: told.dueAt ?? null,
    transactionId: told.transactionId ?? null,
    startKey: told.startKey ?? null,
    nameReused: told.nameReused ?? false,
    replayed: told.replayed ?? false,
    transactionStart: told.transactionStart ?? null,
    transactionFinish: told.transactionFinish ?? null,
    startReported: told.startReported ?? true,
    endReported: told.endReported ?? false,
    lastSequence: told.lastSequence ?? null,
    reportedBeginWh: told.reportedBeginWh ?? null,
    reportedEndWh: told.reportedEndWh ?? null,
    meterStartWh: told.meterStartWh ?? null,
    meterStopWh: told.meterStopWh ?? null,
    meterStartOffsetWh: told.meterStartOffsetWh ?? null,
    markedWh: told.markedWh ?? null,
    energyFlowed: told.energyFlowed ?? false,
    stopReason: told.stopReason ?? null,
    energyWh: told.energyWh ?? 0,
    powerW: told.powerW ?? null,
    socStart: told.socStart ?? null,
    soc: told.soc ?? null,
    currentA: told.currentA ?? null,
    voltageV: told.voltageV ?? null,
    lastSampleAt: told.lastSampleAt ?? null,
    lastHeardAt: told.lastHeardAt ?? null,
    firstHeardAt: told.firstHeardAt ?? null,
    timeDoubtful: told.timeDoubtful ?? false,
    lostEvidence: told.lostEvidence ?? null,
    lostEvidenceAt: told.lostEvidenceAt ?? null,
    cardFree: told.cardFree ?? false,
    awaitsCard: told.awaitsCard ?? false,
    claimSequence: told.claimSequence ?? null,
    startTxStatus: told.startTxStatus ?? null,
    startTxStatusAt: told.startTxStatusAt ?? null,
    startWindowSeconds: told.startWindowSeconds ?? null,
    stopTxStatus: told.stopTxStatus ?? null,
    stopTxStatusAt: told.stopTxStatusAt ?? null,
    stopTxRetryCount: told.stopTxRetryCount ?? 0,
    holdMinor: told.holdMinor ?? null,
    payUntil: told.payUntil ?? null,
    reservationSeconds: told.reservationSeconds ?? null,
    reservationFeeMinor: told.reservationFeeMinor ?? null,
    reservationFreeSeconds: told.reservationFreeSeconds ?? null,
    reservationId: told.reservationId ?? null,
    reserveStatus: told.reserveStatus ?? null,
    limitAmountMinor: told.limitAmountMinor ?? null,
    limitWh: told.limitWh ?? null,
    limitSeconds: told.limitSeconds ?? null,
    limitPercents: told.limitPercents ?? null,
    tariffVersionId: told.tariffVersionId ?? null,
    discountPercent: told.discountPercent ?? 0,
    chargingPriceMinor: told.chargingPriceMinor ?? null,
    borneMinor: told.borneMinor ?? 0,
    reservationPriceMinor: told.reservationPriceMinor ?? null,
    segments: told.segments ?? null,
    billable: told.billable ?? true,
    paymentMethodType: told.paymentMethodType ?? null,
    needsReview: told.needsReview ?? false,
    decided: told.decided ?? false,
    warning: told.warning ?? null,
    businessDay: told.businessDay ?? null,
    outcome: told.outcome ?? null,
    firmware: told.firmware ?? null,
  }
}

/** What ends a session by itself; null: nothing of that kind. */
export interface Limits {
  amountMinor: number | null
  energyWh: number | null
  seconds: number | null
  percents: number | null
}

export const unlimited: Limits = { amountMinor: null, energyWh: null, seconds: null, percents: null }

/** Limits as an order keeps them. */
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

/** When an order began: one that was made at the station may have begun long before we heard of it. */
export const begunAt = ({ createdAt, transactionStart }: Order): Date =>
  transactionStart && transactionStart < createdAt ? transactionStart : createdAt

/** Until when its station told of an order that has ended: the end itself may have come late; null while it is open. */
export function reportedUntil({ chargingFinish, lastHeardAt, stopTxStatusAt }: Order): Date | null {
  if (!chargingFinish) return null
  return new Date(Math.max(...[chargingFinish, lastHeardAt, stopTxStatusAt].map((at) => at?.getTime() ?? 0)))
}

const tagPrefix = 'O'

/** The id tag that a remote start gives to the station, so that its start finds the order again (1.6 has no other way). */
export function tagOf(orderId: number): string {
  return tagPrefix + orderId.toString(36).toUpperCase()
}

/** The order that a tag stands for, or undefined when the tag is a card. */
export function orderIdOfTag(token: string): number | undefined {
  if (!/^O[0-9A-Z]{1,10}$/i.test(token)) return undefined
  const id = Number.parseInt(token.slice(1), 36)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
