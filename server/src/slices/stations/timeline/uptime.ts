import { MINUTE_MS } from '@stationmaster/units'

/** How long after the server's return a station may take to connect again before the time counts as its own downtime. */
export const returnMs = 10 * MINUTE_MS

/** A change that the uptime depends on. */
export interface Mark {
  at: Date
  kind: 'connected' | 'disconnected' | 'unwatched' | 'watched' | 'status' | 'operation' | 'maintenance'
  /** of a status: number within the whole station */
  connector: number
  /** of a status: as the station reported it; of maintenance: begun or ended */
  word: string | null
  /** of an operation: all EVSEs that are out of operation from now on */
  out?: readonly number[] | undefined
}

export interface Part {
  ordinal: number
  evse: number
}

/** A day in the time zone of the location: 23 to 25 hours. */
export interface Day {
  day: string
  from: Date
  to: Date
}

/** How a period divides into states, in ms; their sum is the length of the period. */
export interface Shares {
  upMs: number
  downMs: number
  plannedMs: number
  unknownMs: number
  noDataMs: number
}

type State = keyof Shares

/** A period in which no connector of a station could be used. */
export interface Stretch {
  fromMs: number
  toMs: number
}

const noShares = (): Shares => ({ upMs: 0, downMs: 0, plannedMs: 0, unknownMs: 0, noDataMs: 0 })

const unusable = new Set<string | null>(['Faulted', 'Unavailable'])

/**
 * How much of each day a station and each of its connectors could be used, up to `now`.
 *
 * A connector is *up* while the station has a socket here and the connector's last status is neither Faulted nor
 * Unavailable: free, busy and reserved are all up. It is *down* while the station has no socket, or while its status is Faulted
 * or, without an order to go out of operation, Unavailable. Three kinds of time do not count at all: *planned*, a person has taken
 * the EVSE out of operation, or the station is under maintenance; *unknown*, the server itself was down, until the station is
 * connected again or returnMs after the server is back; *no data*, before the station's first socket and the connector's first
 * status.
 *
 * The station is up while one of its connectors is up. It is down while none is up and at least one is down; it is planned when all
 * are. Percent is up divided by up and down.
 *
 * `downs` are the periods in which the station was down; one may span several days.
 *
 * `marks` are ordered by time and begin with the last of each lane before the first day; `days` follow each other without gaps.
 */
export function uptimeOf(
  parts: readonly Part[],
  marks: readonly Mark[],
  days: readonly Day[],
  now: Date,
): { station: Shares[]; connectors: Map<number, Shares[]>; downs: Stretch[] } {
  const station = days.map(noShares)
  const downs: Stretch[] = []
  const connectors = new Map(parts.map(({ ordinal }) => [ordinal, days.map(noShares)]))
  const end = Math.min(now.getTime(), days.at(-1)?.to.getTime() ?? 0)
  const view = new View(parts)
  let day = 0
  let from = days[0]?.from.getTime() ?? end

  const until = (to: number): void => {
    const [whole, each] = view.states()
    if (whole === 'downMs' && from < to) {
      const last = downs.at(-1)
      if (last?.toMs === from) last.toMs = to
      else downs.push({ fromMs: from, toMs: to })
    }
    while (from < to) {
      // `to` is never after the end of the last day, and all lists have one element a day
      while (days[day]!.to.getTime() <= from) day += 1
      const next = Math.min(to, days[day]!.to.getTime()) // `day` is one of the days
      station[day]![whole] += next - from
      // `each` has the connectors of `parts`
      for (const [ordinal, state] of each) connectors.get(ordinal)![day]![state] += next - from
      from = next
    }
  }
  for (const mark of marks) {
    const at = Math.min(mark.at.getTime(), end)
    if (view.lateAt < at) {
      until(view.lateAt)
      view.isLate()
    }
    until(at)
    view.take(mark)
  }
  if (view.lateAt < end) {
    until(view.lateAt)
    view.isLate()
  }
  until(end)
  return { station, connectors, downs }
}

/** The state of a station after the marks so far. */
class View {
  /** from when a station that is not connected again after the server's return counts as down, ms */
  lateAt = Number.POSITIVE_INFINITY
  private link: 'none' | 'on' | 'off' | 'unwatched' = 'none'
  private readonly words = new Map<number, string | null>()
  private out: readonly number[] = []
  private isMaintained = false
  private known: [State, [number, State][]] | null = null

  constructor(private readonly parts: readonly Part[]) {}

  take({ at, kind, connector, word, out = [] }: Mark): void {
    this.known = null
    if (kind === 'status') this.words.set(connector, word)
    else if (kind === 'operation') this.out = out
    else if (kind === 'maintenance') this.isMaintained = word === 'begun'
    else if (kind === 'watched') {
      if (this.link === 'on') return
      this.link = 'unwatched'
      this.lateAt = at.getTime() + returnMs
    } else {
      this.link = kind === 'connected' ? 'on' : kind === 'disconnected' ? 'off' : 'unwatched'
      this.lateAt = Number.POSITIVE_INFINITY
    }
  }

  isLate(): void {
    this.known = null
    this.link = 'off'
    this.lateAt = Number.POSITIVE_INFINITY
  }

  /** The station's state and each connector's. */
  states(): [State, [number, State][]] {
    if (this.known) return this.known
    const each = this.parts.map(({ ordinal, evse }): [number, State] => [
      ordinal,
      this.stateOf(ordinal, evse),
    ])
    const present = new Set(each.map(([, state]) => state))
    const whole = (['upMs', 'downMs', 'unknownMs', 'plannedMs'] as const).find((state) => present.has(state))
    this.known = [whole ?? 'noDataMs', each]
    return this.known
  }

  private stateOf(ordinal: number, evse: number): State {
    const word = this.words.get(ordinal)
    if (this.link === 'none' || word === undefined) return 'noDataMs'
    if (this.isMaintained || this.out.includes(evse)) return 'plannedMs'
    if (this.link === 'unwatched') return 'unknownMs'
    return this.link === 'off' || unusable.has(word) ? 'downMs' : 'upMs'
  }
}

/** The sum of several shares. */
export function sumOf(all: readonly Shares[]): Shares {
  const sum = noShares()
  for (const one of all) for (const state of Object.keys(sum) as State[]) sum[state] += one[state]
  return sum
}

/** Percent of what counts, rounded down to two decimals so that 100 means no downtime; null when nothing counts. */
export function percentOf({ upMs, downMs }: Shares): number | null {
  return upMs + downMs === 0 ? null : Math.floor((upMs * 10_000) / (upMs + downMs)) / 100
}
