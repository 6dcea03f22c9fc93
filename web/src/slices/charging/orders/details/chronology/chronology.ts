import type { OrderLog } from '@stationmaster/contract'

/** Every event that has its own text, in the order in which events with equal times are shown. */
export const knownEvents = [
  'created_at',
  'order_offered',
  'link_mailed',
  'agreed_by_link',
  'agreed_by_code',
  'agreed_by_card',
  'agreed_by_account',
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
  'agreed_by_tag',
  'start_tx_status_at',
  'ev_charging_start',
  'connection_lost',
  'connection_returned',
  'boot_notification',
  'connector_status',
  'controller_log',
  'meter_values',
  'priority_on_request',
  'priority_off_request',
  'priority_response',
  'priority_on',
  'priority_off',
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
  'meter_key_reported',
  'meter_key_changed',
  'signed_checked',
  'lost',
  'card_freed',
  'ended_by_evidence',
  'transaction_inquiry',
  'order_end',
  'end_matched',
  'review_priced',
  'review_waived',
  'taken_over',
  'debt_waived',
  'gap_dismissed',
  'borne_noted',
  'settlement_noted',
  'parking_begun',
  'parking_mailed',
  'change_tariff_response',
  'set_display_message_response',
  'clear_display_message_response',
  'parking_ended',
  'succeeded_amount',
  'canceled_amount',
  'borne_amount',
  'booked_terminal',
  'booked_cash',
  'booked_compensation',
  'refunded_amount',
  'refund_refused',
  'debt_charged',
  'debt_booked_cash',
  'debt_booked_terminal',
  'paid_at_station',
  'not_paid_at_station',
  'charged_back_amount',
  'receipt_income',
  'receipt_income_return',
  'receipt_failed',
] as const
export type KnownEvent = (typeof knownEvents)[number]

/** True for events that have their own text; others are shown by their names. */
export const isKnownEvent = (event: string): event is KnownEvent =>
  (knownEvents as readonly string[]).includes(event)

export type Line = Omit<OrderLog, 'id'>

/** A line of the chronology; a call and its answer are one line. */
export interface Entry {
  key: string
  line: Line
  /** the answer to it */
  answer: Line | null
  /** since the entry before it (ms); null for the first */
  latencyMs: number | null
}

/** Events that are planned for a time in the future. The times of a station may lie in the future too, but they have happened. */
const planned: readonly string[] = ['countdown_finish', 'reservation_finish'] satisfies KnownEvent[]

const rank = (event: string) => (isKnownEvent(event) ? knownEvents.indexOf(event) : knownEvents.length)

/** answer -> its call */
const callOf: Partial<Record<string, KnownEvent>> = {
  reserve_now_response: 'reserve_now_request',
  remote_start_tx_response: 'remote_start_tx_request',
  start_tx_response: 'start_tx_request',
  remote_stop_tx_response: 'remote_stop_tx_request',
  stop_tx_response: 'stop_tx_request',
} satisfies Partial<Record<KnownEvent, KnownEvent>>

/** Events that cannot happen before the remote start was sent, whatever the station's clock says. */
const afterRemoteStart: readonly string[] = [
  'start_tx_request',
  'transaction_start',
  'ev_charging_start',
] satisfies KnownEvent[]

/**
 * The lines of an order, newest first, each above its cause; an answer is shown with its call. What lies in the future at `now` (ms)
 * is left out.
 */
export function chronologyOf(logs: readonly Line[], now: number): Entry[] {
  const at = ({ created_at }: Line) => Date.parse(created_at)
  const lines = logs.filter((line) => !planned.includes(line.event) || at(line) <= now)
  const requestedAt = Math.min(...lines.filter(({ event }) => event === 'remote_start_tx_request').map(at))
  const standsAt = (line: Line) =>
    afterRemoteStart.includes(line.event) && requestedAt < Number.POSITIVE_INFINITY
      ? Math.max(at(line), requestedAt)
      : at(line)
  lines.sort((a, b) => standsAt(a) - standsAt(b) || rank(a.event) - rank(b.event))
  const seen = new Map<string, number>()
  const entries: Entry[] = []
  for (const line of lines) {
    const call = callOf[line.event]
    const unanswered = call && entries.findLast((entry) => entry.line.event === call && !entry.answer)
    if (unanswered) {
      unanswered.answer = line
      continue
    }
    const name = `${line.created_at} ${line.event}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    const before = entries.at(-1)
    const latencyMs = before ? standsAt(line) - standsAt(before.line) : null
    entries.push({ key: `${name} ${count}`, line, answer: null, latencyMs })
  }
  return entries.reverse()
}

/** Rows that are folded into one row: readings of the meter, or the steps of a start. */
export interface Fold {
  key: string
  kind: 'readings' | 'start'
  hidden: number
  /** from the first of them to the last */
  durationMs: number
}

export type Row = { entry: Entry } | { fold: Fold }

/** Up to this many consecutive readings are all shown. */
const shortestRun = 3
/** Of a longer run, this many of the newest are shown. */
const newestShown = 2
/** A start with fewer steps is not folded. */
const shortestStart = 3

/** Folds long runs of meter values and the steps of a successful start; `opened` holds the keys of the folds that are open. */
export function foldEntries(entries: readonly Entry[], opened: ReadonlySet<string>): Row[] {
  const start = startOf(entries)
  const folds = start.length > shortestStart && start.length < entries.length && !opened.has(startKey)
  const rows = foldReadings(folds ? entries.slice(0, -start.length) : entries, opened)
  return folds ? [...rows, { fold: foldOf(startKey, 'start', start) }] : rows
}

const startKey = 'start'

const foldOf = (key: string, kind: Fold['kind'], hidden: readonly Entry[]): Fold => {
  // a fold has at least one entry
  const [newest, oldest] = [hidden[0]!.line, hidden.at(-1)!.line]
  const durationMs = Date.parse(newest.created_at) - Date.parse(oldest.created_at)
  return { key, kind, hidden: hidden.length, durationMs: Math.max(0, durationMs) }
}

const startSteps: readonly string[] = [
  'created_at',
  'connector_start',
  'charging_start',
  'remote_start_tx_request',
  'start_inquiry',
  'start_tx_request',
  'transaction_start',
  'start_tx_status_at',
  'ev_charging_start',
] satisfies KnownEvent[]
const startStatuses: readonly (string | null | undefined)[] = ['Preparing', 'Occupied', 'Charging']

const isStep = ({ line, answer }: Entry): boolean =>
  (startSteps.includes(line.event) ||
    (line.event === 'connector_status' && startStatuses.includes(line.status)) ||
    // the register at the begin
    (line.event === 'meter_values' && line.meters?.energy?.value === 0)) &&
  !((line.response_code ?? 0) >= 400) &&
  (!answer?.status || answer.status === 'Accepted')

/** The steps of a start, newest first; none where one of them failed. */
function startOf(entries: readonly Entry[]): readonly Entry[] {
  const first = entries.findLastIndex((entry) => !isStep(entry))
  return entries.slice(first + 1)
}

function foldReadings(entries: readonly Entry[], opened: ReadonlySet<string>): Row[] {
  const rows: Row[] = []
  let from = 0
  while (from < entries.length) {
    let to = from + 1
    if (isReading(entries[from])) while (isReading(entries[to])) to += 1
    const run = entries.slice(from, to)
    const key = run.at(-1)?.key ?? ''
    const folds = run.length > shortestRun && !opened.has(key)
    rows.push(...run.slice(0, folds ? newestShown : run.length).map((entry) => ({ entry })))
    if (folds) rows.push({ fold: foldOf(key, 'readings', run.slice(newestShown)) })
    from = to
  }
  return rows
}

const isReading = (entry: Entry | undefined) => entry?.line.event === 'meter_values'
