import type { OrderDetails, OrderLog } from '@stationmaster/contract'

/** Every event that has words of its own, in the order in which they follow each other when their times are equal. */
export const knownEvents = [
  'created_at',
  'holded_amount',
  'reservation_start',
  'connector_start',
  'charging_start',
  'countdown_finish',
  'remote_start_tx_request',
  'remote_start_tx_response',
  'start_timed_out',
  'start_tx_request',
  'transaction_start',
  'start_tx_response',
  'start_tx_status_at',
  'ev_charging_start',
  'boot_notification',
  'connector_status',
  'meter_values',
  'limit_reached',
  'connector_stop',
  'remote_stop_tx_request',
  'remote_stop_tx_response',
  'stop_tx_request',
  'transaction_finish',
  'reservation_finish',
  'charging_finish',
  'stop_tx_response',
  'stop_tx_status_at',
  'lost',
  'review_priced',
  'review_waived',
  'succeeded_amount',
  'canceled_amount',
  'refunded_amount',
  'ev_disconnected_at',
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

/** Instants of the order itself that stand in its chronology, should no line tell of them. */
const moments = [
  'created_at',
  'reservation_start',
  'charging_start',
  'countdown_finish',
  'start_tx_status_at',
  'transaction_start',
  'ev_charging_start',
  'stop_tx_status_at',
  'transaction_finish',
  'reservation_finish',
  'charging_finish',
  'ev_disconnected_at',
] as const satisfies readonly (keyof OrderDetails & KnownEvent)[]

/** Set ahead; a station's own instants may be ahead of us too, but they have happened. */
const planned: readonly string[] = ['countdown_finish', 'reservation_finish'] satisfies KnownEvent[]

const rank = (event: string) => (isKnownEvent(event) ? knownEvents.indexOf(event) : knownEvents.length)

/** The lines of an order and its own instants in one list, newest first; what is still to come at `now` (ms) is left out. */
export function chronologyOf(
  order: Pick<OrderDetails, (typeof moments)[number] | 'start_tx_status' | 'stop_tx_status'>,
  logs: readonly Line[],
  now: number,
): Entry[] {
  const told = new Set(logs.map((line) => line.event))
  const own = moments.flatMap((event): Line[] => {
    const at = order[event]
    const status = statusOf(order, event)
    const silent = event.endsWith('_status_at') && status === null
    return at === null || silent || told.has(event) ? [] : [{ kind: 'order', event, created_at: at, status }]
  })
  const lines = [...own, ...logs].filter(
    (line) => !planned.includes(line.event) || Date.parse(line.created_at) <= now,
  )
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

function statusOf(
  order: Pick<OrderDetails, 'start_tx_status' | 'stop_tx_status'>,
  event: (typeof moments)[number],
): string | null {
  if (event === 'start_tx_status_at') return order.start_tx_status
  return event === 'stop_tx_status_at' ? order.stop_tx_status : null
}

export type Row = { entry: Entry } | { fold: { key: string; hidden: number } }

/** Readings that stand in a row up to this many are all shown. */
const RUN = 3
/** Of a longer run so many of the newest are shown. */
const NEWEST = 2

/** Folds long runs of meter values; `opened` holds the keys of the folds that have been opened. */
export function foldReadings(entries: readonly Entry[], opened: ReadonlySet<string>): Row[] {
  const rows: Row[] = []
  let from = 0
  while (from < entries.length) {
    let to = from + 1
    if (isReading(entries[from])) while (isReading(entries[to])) to += 1
    const run = entries.slice(from, to)
    const key = run.at(-1)?.key ?? ''
    const folds = run.length > RUN && !opened.has(key)
    rows.push(...run.slice(0, folds ? NEWEST : run.length).map((entry) => ({ entry })))
    if (folds) rows.push({ fold: { key, hidden: run.length - NEWEST } })
    from = to
  }
  return rows
}

const isReading = (entry: Entry | undefined) => entry?.line.event === 'meter_values'
