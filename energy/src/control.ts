import type { Car, Served, Strategy } from './claims.ts'
import { noOutlook, type Outlook, shareBy } from './modes.ts'
import { roomIn, type Share } from './share-out.ts'
import type { Outlet, Wiring } from './site.ts'

/** What a site is controlled by. Times in milliseconds, currents in mA. */
export interface Rules {
  strategy: Strategy
  /** how long a current that was set holds at the station; then its floor does */
  validMs: number
  /** who has begun to charge is not paused for others before this is over */
  dwellMs: number
  /** the least time between two changes at an outlet, but for lowering where a fuse needs it */
  restMs: number
  /** a change that is smaller than this is not worth a message */
  worthMa: number
  /** a car that has used less for so long gives on what it does not use */
  reclaimMs: number
  /** what it keeps above its use, to be seen when it wants more */
  marginMa: number
  /** more than it may, by this, for `patienceMs`: the station does not obey */
  toleranceMa: number
  patienceMs: number
  /** a station that has not answered for so long counts with what it has, and others get less */
  answerMs: number
  /** how long a station that refused, or did not answer, is left alone */
  retryMs: number
  /** but the first time after a lowering that failed, since it was sent; twice as long after each further one */
  soonMs: number
  /** how long a station that has not obeyed counts with what it took */
  watchMs: number
  /** how much earlier or later than by our clock a setting may end at its station */
  leewayMs: number
}

export const usualRules: Rules = {
  strategy: 'equal',
  validMs: 180_000,
  dwellMs: 15 * 60_000,
  restMs: 60_000,
  worthMa: 1000,
  reclaimMs: 90_000,
  marginMa: 2000,
  toleranceMa: 500,
  patienceMs: 20_000,
  answerMs: 5000,
  retryMs: 20_000,
  soonMs: 3000,
  watchMs: 10 * 60_000,
  leewayMs: 30_000,
}

interface Held {
  currentMa: number
  until: number
}

/** What we know of an outlet between two looks. */
export interface OutletState {
  /** accepted by the station; after its time the floor holds */
  set: Held | null
  /** sent, and not answered yet */
  open: (Held & { id: number; at: number }) | null
  /** sent, and never answered: the most of it that may hold until something later is accepted */
  doubt: Held | null
  /** when it was raised or lowered last */
  changedAt: number
  /** since when it has had current; null: it has none */
  chargesSince: number | null
  chargedMs: number
  lookedAt: number
  /** since when the car has used less than it may; null: it uses it */
  belowSince: number | null
  ceilingMa: number | null
  /** since when more has been measured than it may; null: it obeys */
  aboveSince: number | null
  /** what a station took that did not obey, and when; null: it obeys */
  disobeyed: { mostMa: number; at: number } | null
  leftAloneUntil: number
  /** lowerings that failed one after the other */
  failed: number
}

export interface ControlState {
  outlets: ReadonlyMap<string, OutletState>
  nextId: number
}

export const newControl: ControlState = { outlets: new Map(), nextId: 1 }

export interface Look {
  now: number
  /** what each slot of the wiring has for cars: fuse or lower limit, less reserve, less other consumption; then the pool, if any */
  supplyMa: readonly number[]
  cars: readonly Car[]
  /** the highest phase, mA, by outlet; absent: not measured */
  measuredMa: ReadonlyMap<string, number>
  /** whose stations are connected */
  reachable: ReadonlySet<string>
  /** absent: no prices and no sun are known */
  outlook?: Outlook
}

/** To be sent as a profile of the session that ends by itself. */
export interface Setting {
  id: number
  outlet: string
  currentMa: number
  until: number
}

/** Why an outlet has what it has. */
export type Standing =
  | Share
  | { outlet: string; currentMa: number; bound: { kind: 'unreachable' | 'disobeys' } }

export interface Decision {
  state: ControlState
  settings: Setting[]
  standings: Standing[]
  /** the most that each outlet may draw by all that its station may have received, mA */
  counted: ReadonlyMap<string, number>
}

const fresh: OutletState = {
  set: null,
  open: null,
  doubt: null,
  changedAt: Number.NEGATIVE_INFINITY,
  chargesSince: null,
  chargedMs: 0,
  lookedAt: Number.NEGATIVE_INFINITY,
  belowSince: null,
  ceilingMa: null,
  aboveSince: null,
  disobeyed: null,
  leftAloneUntil: Number.NEGATIVE_INFINITY,
  failed: 0,
}

/** What an outlet was given last; its floor where nothing of ours holds. */
function givenOf({ set, open }: OutletState, { floorMa }: Outlet, now: number): number {
  if (open) return open.currentMa
  return set && set.until > now ? set.currentMa : floorMa
}

/**
 * The most that an outlet may draw, by all that its station may have received: this is what is counted, not what is measured. What is
 * set ends in the floor, which counts early enough, and at once where nothing can be sent.
 */
function countedOf(
  { set, open, doubt, disobeyed }: OutletState,
  { floorMa }: Outlet,
  { now, leewayMs, canRenew }: { now: number; leewayMs: number; canRenew: boolean },
): number {
  const holds = [set, open, doubt].flatMap((one) =>
    one && one.until + leewayMs > now ? [one.currentMa] : [],
  )
  const staysSet = set !== null && canRenew && set.until - leewayMs > now
  return Math.max(...holds, ...(staysSet ? [] : [floorMa]), disobeyed?.mostMa ?? 0)
}

/**
 * One look at a site. Currents that must fall are lowered at once, what is free by all that stations may still draw is given on, and what
 * holds is renewed in time. Nothing is given on before the station that had it has accepted less. Pure: the same look at the same state
 * decides the same.
 */
export function control(wiring: Wiring, before: ControlState, look: Look, rules: Rules): Decision {
  const { now } = look
  const cars = new Map(look.cars.map((car) => [car.outlet, car]))
  const states = new Map<string, OutletState>()
  for (const { id } of wiring.site.outlets)
    if (cars.has(id)) states.set(id, watched(before.outlets.get(id) ?? fresh, wiring.outlet(id), look, rules))
  const isFree = (id: string) => isCommandable(states.get(id)!, look, { ...rules, id }) // with a car: it has a state
  const counted = new Map(
    wiring.site.outlets.map((outlet) => {
      const state = states.get(outlet.id)
      return [
        outlet.id,
        state ? countedOf(state, outlet, { ...rules, now, canRenew: isFree(outlet.id) }) : outlet.floorMa,
      ]
    }),
  )
  const parked = look.cars
    .filter((car) => isFree(car.outlet))
    // the outlet is free, so it has a state
    .map((car) => ({ car, served: servedOf(states.get(car.outlet)!, rules, now) }))
  // a car draws on its own phases; an outlet without one counts on all of them, but draws nothing from the pool
  const slotsOf = new Map(
    wiring.site.outlets.map((outlet) => {
      const car = cars.get(outlet.id)
      const slots = car
        ? wiring.slotsOf(outlet, outlet.phases.slice(0, car.phases), look.supplyMa)
        : wiring.slotsOver(outlet.circuit, outlet.phases)
      return [outlet.id, slots]
    }),
  )
  const less = (left: number[], outlets: readonly Outlet[]) => {
    for (const { id } of outlets) {
      // each outlet of the site has its slots and is counted
      for (const slot of slotsOf.get(id)!) left[slot] = (left[slot] ?? 0) - counted.get(id)!
    }
    return left
  }
  const shared = new Set(parked.map(({ car }) => car.outlet))
  const others = wiring.site.outlets.filter(({ id }) => !shared.has(id))
  const { strategy } = rules
  const outlook = look.outlook ?? noOutlook
  const shares = shareBy(wiring, less([...look.supplyMa], others), parked, { strategy, now, outlook })
  const room = less([...look.supplyMa], wiring.site.outlets)
  const chosen = choose({ wiring, states, shares, slotsOf, room, now, rules })
  let id = before.nextId
  const settings = chosen.map(
    ({ outlet, currentMa }): Setting => ({ id: id++, outlet, currentMa, until: now + rules.validMs }),
  )
  for (const setting of settings) {
    // settings are made for outlets with a state only
    states.set(setting.outlet, sent(states.get(setting.outlet)!, wiring.outlet(setting.outlet), setting, now))
  }
  const standings = wiring.site.outlets.flatMap((outlet): Standing[] => {
    const state = states.get(outlet.id)
    if (!state || shared.has(outlet.id)) return []
    const kind = state.disobeyed ? 'disobeys' : 'unreachable'
    return [{ outlet: outlet.id, currentMa: counted.get(outlet.id)!, bound: { kind } }] // each is counted
  })
  return { state: { outlets: states, nextId: id }, settings, standings: [...shares, ...standings], counted }
}

function isCommandable(
  { disobeyed, leftAloneUntil, open }: OutletState,
  { reachable, now }: Look,
  { id, answerMs }: { id: string; answerMs: number },
): boolean {
  const answers = leftAloneUntil <= now && (open === null || now - open.at < answerMs)
  return answers && reachable.has(id) && disobeyed === null
}

const servedOf = (
  { chargesSince, chargedMs, ceilingMa }: OutletState,
  { dwellMs }: Rules,
  now: number,
): Served => ({
  kept: chargesSince !== null && now - chargesSince < dwellMs,
  chargedMs,
  ceilingMa,
})

/** Takes in what was measured, and what time has made of it. */
function watched(state: OutletState, outlet: Outlet, look: Look, rules: Rules): OutletState {
  const { now } = look
  const given = givenOf(state, outlet, now)
  const measured = look.measuredMa.get(outlet.id)
  const charges = given > 0
  const holds = <T extends Held>(one: T | null) => (one && one.until + rules.leewayMs > now ? one : null)
  const next: OutletState = {
    ...state,
    set: holds(state.set),
    open: holds(state.open),
    doubt: holds(state.doubt),
    disobeyed: state.disobeyed && now - state.disobeyed.at < rules.watchMs ? state.disobeyed : null,
    chargedMs:
      state.chargedMs + (charges && state.chargesSince !== null ? Math.max(0, now - state.lookedAt) : 0),
    chargesSince: charges ? (state.chargesSince ?? now) : null,
    lookedAt: now,
  }
  return measured === undefined ? next : measuredState(next, outlet, { measured, given, look, rules })
}

function measuredState(
  state: OutletState,
  outlet: Outlet,
  { measured, given, look, rules }: { measured: number; given: number; look: Look; rules: Rules },
): OutletState {
  const { now } = look
  const canRenew = isCommandable(state, look, { ...rules, id: outlet.id })
  const counted = countedOf({ ...state, disobeyed: null }, outlet, { ...rules, now, canRenew })
  const isAbove = measured > counted + rules.toleranceMa
  const aboveSince = isAbove ? (state.aboveSince ?? now) : null
  const disobeys = aboveSince !== null && now - aboveSince >= rules.patienceMs
  const isBelow = given > 0 && measured < given - rules.marginMa
  const belowSince = isBelow ? (state.belowSince ?? now) : null
  // near what it may it wants more; what it has not used for a while is given on
  const wantsMore = state.ceilingMa !== null && given > 0 && measured >= given - rules.marginMa / 2
  const gaveUp = belowSince !== null && now - belowSince >= rules.reclaimMs
  const used = Math.max(
    outlet.leastMa,
    Math.ceil((measured + rules.marginMa) / outlet.stepMa) * outlet.stepMa,
  )
  return {
    ...state,
    aboveSince,
    disobeyed: disobeys
      ? { mostMa: Math.max(measured, state.disobeyed?.mostMa ?? 0), at: now }
      : state.disobeyed,
    belowSince,
    ceilingMa: wantsMore ? null : gaveUp ? used : state.ceilingMa,
  }
}

interface Choosing {
  wiring: Wiring
  states: ReadonlyMap<string, OutletState>
  shares: readonly Share[]
  slotsOf: ReadonlyMap<string, readonly number[]>
  /** what the slots have beside all that may be drawn; less than 0: too much */
  room: number[]
  now: number
  rules: Rules
}

interface Chosen {
  outlet: string
  currentMa: number
}

/** Lowers where it must or should be, gives on what is free, and renews what would end. One message at a time is open at an outlet. */
function choose({ wiring, states, shares, slotsOf, room, now, rules }: Choosing): Chosen[] {
  const chosen: Chosen[] = []
  for (const { outlet: id, currentMa: target } of shares) {
    // shares are of outlets with a state
    const state = states.get(id)!
    const outlet = wiring.outlet(id)
    if (state.open) continue
    const given = givenOf(state, outlet, now)
    // each outlet of the site has its slots
    const slots = slotsOf.get(id)!
    const rested = now - state.changedAt >= rules.restMs
    if (target < given) {
      const isTooMuch = slots.some((slot) => (room[slot] ?? 0) < 0)
      const isWorth = target === 0 || given - target >= rules.worthMa
      if (isTooMuch || (rested && isWorth)) chosen.push({ outlet: id, currentMa: target })
      else if (endsSoon(state, now, rules)) chosen.push({ outlet: id, currentMa: given })
      continue
    }
    const free = Math.min(target - given, roomIn(slots, room))
    const reached = given + Math.max(0, Math.floor(free / outlet.stepMa) * outlet.stepMa)
    const isWorth = reached >= outlet.leastMa && (given === 0 || reached - given >= rules.worthMa)
    if (reached > given && rested && isWorth) {
      for (const slot of slots) room[slot] = (room[slot] ?? 0) - (reached - given)
      chosen.push({ outlet: id, currentMa: reached })
    } else if (endsSoon(state, now, rules)) chosen.push({ outlet: id, currentMa: given })
  }
  return chosen
}

/** What is set is renewed in the second half of its time, and what is in doubt is said again; a floor needs no renewal. */
const endsSoon = ({ set, doubt }: OutletState, now: number, { validMs }: Rules): boolean =>
  doubt !== null || (set !== null && set.until - now <= validMs / 2)

function sent(
  state: OutletState,
  outlet: Outlet,
  { id, currentMa, until }: Setting,
  now: number,
): OutletState {
  const isChange = currentMa !== givenOf(state, outlet, now)
  return {
    ...state,
    open: { id, currentMa, until, at: now },
    changedAt: isChange ? now : state.changedAt,
    // it has time to use what it has just been given
    belowSince: isChange ? null : state.belowSince,
  }
}

/** How a setting ended at its station; unknown: no answer came, so it may hold or not. */
export type Answer = 'accepted' | 'refused' | 'unknown'

/** Takes in a station's answer. One that is late, or was given already, changes nothing. */
export function answered(
  state: ControlState,
  { outlet, id, answer, at }: { outlet: string; id: number; answer: Answer; at: number },
  rules: Rules,
): ControlState {
  const own = state.outlets.get(outlet)
  if (!own?.open || own.open.id !== id) return state
  const { currentMa, until, at: sentAt } = own.open
  if (answer === 'accepted') {
    const next = { ...own, set: { currentMa, until }, open: null, doubt: null, failed: 0 }
    return { ...state, outlets: new Map([...state.outlets, [outlet, next]]) }
  }
  const isLowering = Math.max(own.set?.currentMa ?? 0, own.doubt?.currentMa ?? 0) > currentMa
  const againMs = rules.soonMs * 2 ** own.failed
  const next: OutletState = {
    ...own,
    open: null,
    doubt: answer === 'refused' ? own.doubt : worse(own.doubt, { currentMa, until }),
    leftAloneUntil:
      isLowering && againMs < rules.retryMs ? Math.max(at, sentAt + againMs) : at + rules.retryMs,
    failed: isLowering ? own.failed + 1 : own.failed,
  }
  return { ...state, outlets: new Map([...state.outlets, [outlet, next]]) }
}

const worse = (one: Held | null, other: Held): Held =>
  one === null
    ? other
    : { currentMa: Math.max(one.currentMa, other.currentMa), until: Math.max(one.until, other.until) }
