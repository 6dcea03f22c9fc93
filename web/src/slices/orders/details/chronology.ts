import type { OrderLog } from '@stationmaster/contract'

/** Every event that has words of its own, in the order in which they follow each other when their times are equal. */
export const knownEvents = [
  'created_at',
  'order_offered',
  'payment_declined',
  'holded_amount',
  'paid_late',
  'card_saved',
  'card_check_held',
  'card_check_released',
  'card_check_refused',
  'service_sold',
  'service_refused',
  'reservation_start',
  'reserve_now_request',
  'reserve_now_response',
  'connector_start',
  'charging_start',
  'countdown_finish',
  'remote_start_tx_request',
  'remote_start_tx_response',
  'start_inquiry',
  'start_timed_out',
  'start_tx_request',
  'transaction_start',
  'start_tx_response',
  'start_tx_status_at',
  'ev_charging_start',
  'connection_lost',
  'connection_returned',
  'boot_notification',
  'connector_status',
  'controller_log',
  'meter_values',
  'limit_reached',
  'hold_refused',
  'connector_stop',
  'remote_stop_tx_request',
  'remote_stop_tx_response',
  'stop_tx_request',
  'transaction_finish',
  'reservation_ended',
  'time_over',
  'order_canceled',
  'reservation_finish',
  'cancel_reservation_response',
  'charging_finish',
  'ev_disconnected_at',
  'stop_tx_response',
  'stop_tx_status_at',
  'lost',
  'ended_by_evidence',
  'order_end',
  'end_matched',
  'review_priced',
  'review_waived',
  'debt_waived',
  'parking_begun',
  'parking_mailed',
  'set_display_message_response',
  'clear_display_message_response',
  'parking_ended',
  'succeeded_amount',
  'canceled_amount',
  'booked_terminal',
  'booked_cash',
  'booked_compensation',
  'refunded_amount',
  'refund_refused',
  'debt_charged',
  'charged_back_amount',
  'receipt_income',
  'receipt_income_return',
  'receipt_failed',
] as const
export type KnownEvent = (typeof knownEvents)[number]

/** True for the events that have words of their own; others are shown as they are. */
export const isKnownEvent = (event: string): event is KnownEvent =>
  (knownEvents as readonly string[]).includes(event)

export type Line = Omit<OrderLog, 'id'>

/** A line of the chronology and how long after the step before it came (ms; null for the first). */
export interface Entry {
  key: string
  line: Line
  latencyMs: number | null
}

/** Set ahead; a station's own instants may be ahead of us too, but they have happened. */
const planned: readonly string[] = ['countdown_finish', 'reservation_finish'] satisfies KnownEvent[]

const rank = (event: string) => (isKnownEvent(event) ? knownEvents.indexOf(event) : knownEvents.length)

/** The lines of an order, newest first; what is still to come at `now` (ms) is left out. */
export function chronologyOf(logs: readonly Line[], now: number): Entry[] {
  const lines = logs.filter((line) => !planned.includes(line.event) || Date.parse(line.created_at) <= now)
  lines.sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || rank(a.event) - rank(b.event))
  const seen = new Map<string, number>()
  let before: number | null = null
  const entries = lines.map((line): Entry => {
    const at = Date.parse(line.created_at)
    const latencyMs = before === null ? null : at - before
    before = at
    const name = `${line.created_at} ${line.event}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { key: `${name} ${count}`, line, latencyMs }
  })
  return entries.reverse()
}

export type Row = { entry: Entry } | { fold: { key: string; hidden: number } }

/** Readings that stand in a row up to this many are all shown. */
const shortestRun = 3
/** Of a longer run so many of the newest are shown. */
const newestShown = 2

/** Folds long runs of meter values; `opened` holds the keys of the folds that have been opened. */
export function foldReadings(entries: readonly Entry[], opened: ReadonlySet<string>): Row[] {
  const rows: Row[] = []
  let from = 0
  while (from < entries.length) {
    let to = from + 1
    if (isReading(entries[from])) while (isReading(entries[to])) to += 1
    const run = entries.slice(from, to)
    const key = run.at(-1)?.key ?? ''
    const folds = run.length > shortestRun && !opened.has(key)
    rows.push(...run.slice(0, folds ? newestShown : run.length).map((entry) => ({ entry })))
    if (folds) rows.push({ fold: { key, hidden: run.length - newestShown } })
    from = to
  }
  return rows
}

const isReading = (entry: Entry | undefined) => entry?.line.event === 'meter_values'
