import type { ConnectorRef } from '@stationmaster/ocpp'
import { DAY_MS, dayOf, HOUR_MS, instantOf, localTime, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { arrivalMinute, weekdayBusyness } from '../fleet/day-curve.ts'
import { type Random, randomOf, seedOf } from '../fleet/random.ts'
import type { Current } from './car.ts'
import { chargedPast, type PastSample } from './past-charge.ts'

export interface HistoryConnector {
  ref: ConnectorRef
  current: Current
  powerW: number
  /** what the register shows at `from` */
  registerWh: number
}

export interface HistoryStation {
  id: string
  connectors: HistoryConnector[]
}

export interface HistoryOptions {
  stations: HistoryStation[]
  from: Date
  /** every session has ended and every car has left by then */
  to: Date
  /** sessions that an average station has on an average day */
  perStationPerDay: number
  seed: string | number
  timeZone: string
  /** RFID cards of the network's drivers; a card is never at two stations at once */
  tokens: string[]
  /** share of sessions that are started from afar; 0.35 by default, 1 where there are no tokens */
  remoteShare?: number
}

/** A finished session; energies are register values in Wh. */
export interface HistorySession {
  stationId: string
  connector: ConnectorRef
  /** null when it was started from afar */
  token: string | null
  remote: boolean
  plugAt: Date
  startedAt: Date
  endedAt: Date
  unplugAt: Date
  meterStartWh: number
  samples: PastSample[]
  meterStopWh: number
  /** OCPP stop reason */
  reason: string
}

interface Outlet {
  station: HistoryStation
  connector: HistoryConnector
  registerWh: number
  freeAtMs: number
  seed: number
}

/**
 * Plausible finished sessions in the order of their starts: more by day and on Fridays, each station with its own
 * popularity, some cut short. Sessions never overlap on a connector, and its registers go on from one to the next.
 * Returns the final registers in Wh: by station id, in the order of the station's connectors.
 */
export function* sessionsOf(options: HistoryOptions): Generator<HistorySession, Map<string, number[]>> {
  const { stations, from, to, seed, timeZone } = options
  const random = randomOf(`${seed}/history`)
  const outlets = stations.map((station) =>
    station.connectors.map((connector) => outletOf(station, connector, seed)),
  )
  const popularity = stations.map(() => random.between(0.4, 1.6))
  const cards = new Map(options.tokens.map((token) => [token, 0]))
  const lastDay = dayOf(to, timeZone)
  // Noon is always in the next day 24 hours later, however the clocks change.
  const firstNoonMs = instantOf(dayOf(from, timeZone), 12 * 60, timeZone).getTime()
  const days = Math.min(4_000, Math.ceil((to.getTime() - from.getTime()) / DAY_MS) + 2)
  for (let index = 0; index < days; index += 1) {
    const noon = new Date(firstNoonMs + index * DAY_MS)
    const day = dayOf(noon, timeZone)
    if (day > lastDay) break
    const busy = weekdayBusyness(localTime(noon, timeZone).weekday)
    const arrivals = stations.flatMap((_station, index) => {
      const count = random.count(options.perStationPerDay * busy * (popularity[index] ?? 1))
      return Array.from({ length: count }, () => ({ index, startedAtMs: arrivalOn(day, timeZone, random) }))
    })
    arrivals.sort((a, b) => a.startedAtMs - b.startedAtMs)
    for (const { index, startedAtMs } of arrivals) {
      const session = visit(outlets[index] ?? [], startedAtMs, cards, random, options)
      if (session) yield session
    }
  }
  return new Map(
    stations.map(({ id }, index) => [id, (outlets[index] ?? []).map(({ registerWh }) => registerWh)]),
  )
}

function outletOf(station: HistoryStation, connector: HistoryConnector, seed: string | number): Outlet {
  return {
    station,
    connector,
    registerWh: Math.floor(connector.registerWh),
    freeAtMs: 0,
    seed: seedOf(`${seed}/${station.id}/${connector.ref.ordinal ?? connector.ref.evse}`),
  }
}

function arrivalOn(day: string, timeZone: string, random: Random): number {
  return instantOf(day, arrivalMinute(random.next()), timeZone).getTime() + random.integer(0, 59) * SECOND_MS
}

function visit(
  outlets: Outlet[],
  startedAtMs: number,
  cards: Map<string, number>,
  random: Random,
  { from, to, remoteShare = 0.35 }: HistoryOptions,
): HistorySession | null {
  const plugAtMs = startedAtMs - random.integer(8, 75) * SECOND_MS
  const [first, ...others] = outlets.filter(({ freeAtMs }) => freeAtMs <= plugAtMs)
  if (!first || plugAtMs < from.getTime()) return null
  const outlet = random.pick([first, ...others])
  const remote = random.chance(remoteShare)
  const token = remote ? null : freeCard(cards, plugAtMs, random)
  const charge = chargedPast({
    ...outlet.connector,
    registerWh: outlet.registerWh,
    startedAtMs,
    seed: outlet.seed,
    random,
  })
  const unplugAtMs =
    charge.endedAtMs + (charge.reason === 'EVDisconnected' ? 1 : random.integer(15, 240)) * SECOND_MS
  if (unplugAtMs >= to.getTime()) return null
  outlet.registerWh = charge.meterStopWh
  outlet.freeAtMs = unplugAtMs + MINUTE_MS
  if (token) cards.set(token, unplugAtMs + HOUR_MS)
  return {
    stationId: outlet.station.id,
    connector: outlet.connector.ref,
    token,
    remote: token === null,
    plugAt: new Date(plugAtMs),
    startedAt: new Date(startedAtMs),
    endedAt: new Date(charge.endedAtMs),
    unplugAt: new Date(unplugAtMs),
    meterStartWh: charge.meterStartWh,
    samples: charge.samples,
    meterStopWh: charge.meterStopWh,
    reason: charge.reason === 'Local' && token === null ? 'Remote' : charge.reason,
  }
}

/** A card that is with nobody else; null when a handful of tries finds none. */
function freeCard(cards: Map<string, number>, atMs: number, random: Random): string | null {
  const [first, ...others] = cards.keys()
  if (first === undefined) return null
  for (let tries = 0; tries < 8; tries += 1) {
    const card = random.pick([first, ...others])
    if ((cards.get(card) ?? 0) <= atMs) return card
  }
  return null
}
