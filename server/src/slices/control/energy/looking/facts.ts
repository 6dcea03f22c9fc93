import type { Outlet } from '@stationmaster/energy'
import type { OutsideSource } from '@stationmaster/ocpp'
import { isOfPartner, isOurs } from '../site/numbers.ts'
import { type Evse, milliamperes, outletId, type Tree, volts } from '../site/tree.ts'
import type { OutsideRow, PlugRow, SetLimit } from './facts-store.ts'

/** A plug with a session that charges. */
export interface Session extends PlugRow {
  orderId: number
}

/** An EVSE of the site as it is now. */
export interface OutletFacts {
  outlet: Outlet
  plugs: readonly PlugRow[]
  /** null: no session runs */
  session: Session | null
  /** mA on each phase that limits by hand allow to every session there; null: none is set */
  placeMostMa: number | null
  /** the same with those of the session, and of its partner */
  ownMostMa: number | null
  /** who else allows less than that, as its station has reported it; null: nobody */
  outside: { source: OutsideSource; mA: number } | null
  limits: readonly SetLimit[]
}

/** The EVSEs of a location, each with its strongest connector. */
export function evsesOf(plugs: readonly PlugRow[]): Evse[] {
  const found = new Map<string, Evse>()
  for (const { stationId, stationNumber, evse, current, powerW } of plugs) {
    const id = outletId(stationId, evse)
    const known = found.get(id)
    if (!known || known.powerW < powerW) found.set(id, { stationId, stationNumber, evse, current, powerW })
  }
  return [...found.values()]
}

/** What is known of each outlet of a site. */
export function outletFactsOf(
  { site }: Tree,
  plugs: readonly PlugRow[],
  { limits, outside }: { limits: readonly SetLimit[]; outside: readonly OutsideRow[] },
  now: Date,
): OutletFacts[] {
  const at = new Map<string, PlugRow[]>()
  for (const plug of plugs) {
    const id = outletId(plug.stationId, plug.evse)
    at.set(id, [...(at.get(id) ?? []), plug])
  }
  const limitsOf = new Map<string, SetLimit[]>()
  for (const limit of limits) limitsOf.set(limit.stationId, [...(limitsOf.get(limit.stationId) ?? []), limit])
  const sharing = sharingOf(site.outlets, at)
  return site.outlets.flatMap((outlet): OutletFacts[] => {
    const own = at.get(outlet.id)
    const [plug] = own ?? []
    if (!own || !plug) return []
    const session = own.find((one): one is Session => one.orderId !== null) ?? null
    const set = (limitsOf.get(plug.stationId) ?? []).filter(({ evse }) => evse === null || evse === plug.evse)
    const byHand = byHandOf(session ?? plug, outlet, set, now)
    const placeMostMa = leastOf(byHand.filter(({ purpose }) => purpose !== 'transaction'))
    const bySome = session ? leastOf([...byHand, ...partnerOf(session, outlet, now)]) : placeMostMa
    const [least = null] = outsideOf(plug, outlet, { outside, sharing, now })
    const isLess = least !== null && least.mA < Math.min(outlet.mostMa, bySome ?? outlet.mostMa)
    const ownMostMa = isLess ? least.mA : bySome
    return [
      { outlet, plugs: own, session, placeMostMa, ownMostMa, outside: isLess ? least : null, limits: set },
    ]
  })
}

const leastOf = (limits: readonly { mA: number }[]): number | null =>
  limits.length === 0 ? null : Math.min(...limits.map(({ mA }) => mA))

/** The limits that people have set at a plug's station, its EVSE or its session, and that hold now. */
const byHandOf = (plug: PlugRow, outlet: Outlet, limits: readonly SetLimit[], now: Date) =>
  limits
    .filter((one) => !isOurs(one.profileId) && !isOfPartner(one.profileId) && holds(one, plug, now))
    .map(({ purpose, unit, amount }) => ({ purpose, mA: mAOf(unit, amount, plug, outlet) }))

/** An outlet with a session, and its plug. */
interface Sharer {
  outlet: Outlet
  plug: PlugRow
}

/** The outlets of each station at which cars charge. */
function sharingOf(
  outlets: readonly Outlet[],
  at: ReadonlyMap<string, readonly PlugRow[]>,
): ReadonlyMap<string, readonly Sharer[]> {
  const sharing = new Map<string, Sharer[]>()
  for (const outlet of outlets) {
    const plug = at.get(outlet.id)?.find(({ orderId }) => orderId !== null)
    if (plug) sharing.set(plug.stationId, [...(sharing.get(plug.stationId) ?? []), { outlet, plug }])
  }
  return sharing
}

/**
 * What an outlet gets of a limit for all of its station: what others cannot take of it goes to those that can. Each gets as large a part
 * as the next one, but no more than it delivers, so the parts never add up to more than the limit.
 */
function partOf(
  { unit, amount }: { unit: 'A' | 'W'; amount: number },
  own: Sharer,
  sharers: readonly Sharer[],
): number {
  const all = sharers.some(({ outlet }) => outlet.id === own.outlet.id) ? sharers : [...sharers, own]
  const wholeOf = ({ outlet, plug }: Sharer) => Math.max(0, mAOf(unit, amount, plug, outlet))
  const most = all.map((one) => ({
    id: one.outlet.id,
    part: Math.min(1, one.outlet.mostMa / Math.max(1, wholeOf(one))),
  }))
  let left = 1
  for (const [nth, { id, part }] of most.toSorted((a, b) => a.part - b.part).entries()) {
    const got = Math.min(part, left / (most.length - nth))
    // fractions may be off by a hair
    if (id === own.outlet.id) return Math.floor(wholeOf(own) * got + 1e-6)
    left -= got
  }
  return 0
}

/**
 * What others allow at an EVSE now, the least first. What holds for all of a station is shared by the cars that charge there, by what
 * each EVSE can deliver. The station keeps to it by itself, so it changes neither floors nor caps.
 */
function outsideOf(
  plug: PlugRow,
  outlet: Outlet,
  {
    outside,
    sharing,
    now,
  }: { outside: readonly OutsideRow[]; sharing: ReadonlyMap<string, readonly Sharer[]>; now: Date },
): { source: OutsideSource; mA: number }[] {
  const { stationId, evse } = plug
  const all = outside.filter((one) => one.stationId === stationId && (one.evse === 0 || one.evse === evse))
  return all
    .flatMap(({ source, limits, reportedAt, evse: place }) =>
      limits.flatMap(({ unit, from, seconds: lasts, periods }) => {
        const seconds = (now.getTime() - (from ? Date.parse(from) : reportedAt.getTime())) / 1000
        const amount = periods.findLast(({ startSeconds }) => startSeconds <= seconds)?.limit ?? null
        if (amount === null || (lasts !== undefined && seconds >= lasts)) return []
        // what holds for one EVSE is its own
        const sharers = place === 0 ? (sharing.get(stationId) ?? []) : []
        return [{ source, mA: partOf({ unit, amount }, { outlet, plug }, sharers) }]
      }),
    )
    .toSorted((a, b) => a.mA - b.mA)
}

/** What a partner wants for its driver now. */
function partnerOf(session: Session, outlet: Outlet, now: Date): { mA: number }[] {
  const profile = session.partnerProfile
  const limit = profile && partnerLimit(profile, session.transactionStart, now)
  return limit ? [{ mA: mAOf(limit.unit, limit.limit, session, outlet) }] : []
}

function holds(
  { purpose, connector, transactionId, from, until }: SetLimit,
  plug: PlugRow,
  now: Date,
): boolean {
  if (connector !== null && connector !== plug.number) return false
  if ((from !== null && from > now) || (until !== null && until <= now)) return false
  return purpose !== 'transaction' || (transactionId !== null && transactionId === plug.transactionId)
}

/** A limit on each phase, mA, rounded down. A direct current is taken from all phases of the outlet alike. */
const mAOf = (unit: 'A' | 'W', amount: number, { current }: PlugRow, { phases }: Outlet): number =>
  unit === 'A' && current === 'AC'
    ? milliamperes(amount)
    : // amperes of a battery say nothing about the grid before their volts are known: 200 V at least
      Math.floor((((unit === 'W' ? amount : amount * 200) / volts) * 1000) / phases.length)

/** The limit of a partner's profile that holds now. */
function partnerLimit(
  { charging_rate_unit, start_date_time, duration, charging_profile_period }: Record<string, unknown>,
  began: Date | null,
  now: Date,
): { unit: 'A' | 'W'; limit: number } | null {
  const start = typeof start_date_time === 'string' ? Date.parse(start_date_time) : (began ?? now).getTime()
  const seconds = (now.getTime() - start) / 1000
  if (seconds < 0 || (typeof duration === 'number' && seconds >= duration)) return null
  const periods = Array.isArray(charging_profile_period) ? charging_profile_period : []
  const period = periods.findLast((one) => Number(one.start_period) <= seconds)
  const limit = Number(period?.limit)
  return Number.isFinite(limit) ? { unit: charging_rate_unit === 'A' ? 'A' : 'W', limit } : null
}

/** below it a phase carries nothing, A */
const flowsFromA = 1

/** What a session draws, as its station measured it last. */
export interface Measured {
  /** the highest phase */
  mA: number
  at: Date
  /** on how many phases it draws; null: unknown */
  phases: number | null
}

/** A session's measured current; null: its station has not measured yet. */
export function measuredOf(session: Session, { phases }: Outlet): Measured | null {
  const { measurements, measuredAt, powerNowW, currentA, sampledAt, current } = session
  const at = sampledAt ?? measuredAt
  if (!at) return null
  if (current === 'AC') {
    const byPhase = (measurements ?? [])
      .filter(({ measurand, phase }) => measurand === 'Current.Import' && /^L[123]$/.test(phase ?? ''))
      .map(({ value, multiplier }) => value * 10 ** multiplier)
    if (byPhase.length > 0) {
      const most = Math.max(...byPhase)
      const used = byPhase.filter((one) => one >= flowsFromA).length
      return { mA: milliamperes(most), at, phases: used > 0 ? Math.min(used, phases.length) : null }
    }
    if (currentA !== null) return { mA: milliamperes(currentA), at, phases: null }
  }
  if (powerNowW === null) return null
  return { mA: Math.round(((powerNowW / volts) * 1000) / phases.length), at, phases: null }
}
