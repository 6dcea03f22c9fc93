import {
  type PlanCountry,
  type PlanFrequency,
  planPriceOf,
  type SubscriptionState,
} from '@stationmaster/contract'
import { DAY_MS, multiplyDivideRounded } from '@stationmaster/units'
import type { Lack } from '../../stations/stations/lists/cover.ts'

export interface Period {
  periodStart: Date
  periodEnd: Date
}

/** What a subscription covers and for how long. */
export interface Subscription extends Period {
  id: number
  managerId: number
  state: SubscriptionState
  frequency: PlanFrequency
  nextFrequency: PlanFrequency
  quantity: number
  anchoredAt: Date
  cancels: boolean
  creditMinor: number
  /** of the charge for the next period, one after another */
  refusals: number
  dueAt: Date | null
  /** stations that are free of charge since it ended, to be proposed when it begins again */
  switchedOff: string[]
}

/** What is to be charged, and what the subscription is once it is paid. */
export interface Bill extends Period {
  kind: 'start' | 'change' | 'renewal'
  frequency: PlanFrequency
  quantity: number
  /** the stations that are monetized then; null: as they are */
  stations: string[] | null
  /** those that are free of charge then, as somebody agreed */
  freed: string[]
  priceMinor: number
  creditMinor: number
}

/** A refused renewal is tried again so many days after the one before: 1, 3 and 7 days after the first. Then the plan is Free. */
const retryDays = [1, 2, 4] as const

const months: Record<PlanFrequency, number> = { monthly: 1, annually: 12 }

/** So many months later, on the same day of the month, or its last. */
function monthsAfter(at: Date, count: number): Date {
  const first = new Date(at)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(at.getUTCDate(), lastDay))
  return first
}

/** When a period ends that begins then: always on the anchor's day of the month, so that a short month moves nothing. */
export function periodEndOf(anchoredAt: Date, periodStart: Date, frequency: PlanFrequency): Date {
  const passed =
    (periodStart.getUTCFullYear() - anchoredAt.getUTCFullYear()) * 12 +
    periodStart.getUTCMonth() -
    anchoredAt.getUTCMonth()
  return monthsAfter(anchoredAt, passed + months[frequency])
}

const withCredit = (priceMinor: number, creditMinor: number) => ({
  priceMinor,
  creditMinor: Math.min(priceMinor, creditMinor),
})

/** The first bill of a subscription. */
export function startBill(
  order: { frequency: PlanFrequency; stations: string[]; freed: string[] },
  country: PlanCountry,
  creditMinor: number,
  now: Date,
): Bill {
  const { frequency, stations, freed } = order
  const quantity = stations.length
  return {
    kind: 'start',
    frequency,
    quantity,
    stations,
    freed,
    periodStart: now,
    periodEnd: periodEndOf(now, now, frequency),
    ...withCredit(planPriceOf(quantity, frequency, country).periodMinor, creditMinor),
  }
}

/** The bill of the period after the present one; null: nothing is monetized any more, so nothing is sold. */
export function renewalBill(one: Subscription, monetized: number, country: PlanCountry): Bill | null {
  const quantity = Math.min(one.quantity, monetized)
  if (quantity === 0) return null
  const frequency = one.nextFrequency
  const periodStart = one.periodEnd
  return {
    kind: 'renewal',
    frequency,
    quantity,
    stations: null,
    freed: [],
    periodStart,
    periodEnd: periodEndOf(one.anchoredAt, periodStart, frequency),
    ...withCredit(planPriceOf(quantity, frequency, country).periodMinor, one.creditMinor),
  }
}

/** What the rest of the period costs more with so many stations; below zero: less. */
export function prorationMinor(one: Subscription, quantity: number, country: PlanCountry, now: Date): number {
  const price = (count: number) => planPriceOf(count, one.frequency, country).periodMinor
  const restMs = Math.max(0, one.periodEnd.getTime() - Math.max(now.getTime(), one.periodStart.getTime()))
  const more = price(quantity) - price(one.quantity)
  const share = multiplyDivideRounded(
    Math.abs(more),
    restMs,
    one.periodEnd.getTime() - one.periodStart.getTime(),
  )
  return more < 0 ? -share : share
}

/** What is charged at once where a plan covers so many stations from now on, after the credit; 0: nothing, or it costs less. */
export const chargeOf = (one: Subscription, quantity: number, country: PlanCountry, now: Date): number => {
  const moreMinor = prorationMinor(one, quantity, country, now)
  return Math.max(0, moreMinor - one.creditMinor)
}

/** The bill of other stations within a period, where they cost more than is covered. */
export const changeBill = (
  one: Subscription,
  { stations, freed }: Pick<Bill, 'freed'> & { stations: string[] },
  priceMinor: number,
  now: Date,
): Bill => ({
  kind: 'change',
  frequency: one.frequency,
  quantity: stations.length,
  stations,
  freed,
  periodStart: now,
  periodEnd: one.periodEnd,
  ...withCredit(priceMinor, one.creditMinor),
})

/** The subscription with a bill of it paid. */
export function paid(one: Subscription, bill: Bill): Subscription {
  const { kind, quantity, frequency, periodStart, periodEnd } = bill
  const creditMinor = one.creditMinor - bill.creditMinor
  if (kind === 'change') return { ...one, quantity, creditMinor }
  return {
    ...one,
    state: 'active',
    quantity,
    frequency,
    creditMinor,
    periodStart,
    periodEnd,
    refusals: 0,
    dueAt: periodEnd,
    switchedOff: [],
  }
}

/** The subscription with a charge of it refused: a renewal is tried again some days later, and ends it at last. */
export function refused(one: Subscription, kind: Bill['kind'], now: Date): Subscription {
  if (kind === 'change') return one
  const days = kind === 'renewal' ? retryDays[one.refusals] : undefined
  if (days === undefined) return ended(one)
  const dueAt = new Date(now.getTime() + days * DAY_MS)
  return { ...one, state: 'past_due', refusals: one.refusals + 1, dueAt }
}

export const ended = (one: Subscription): Subscription => ({ ...one, state: 'ended', dueAt: null })

/** Whether a station is one of those that a plan is counted by: it sells, and needs one. */
export const isCovered = (station: { monetized: boolean; paused: boolean; exempt: boolean }): boolean =>
  station.monetized && !station.paused && !station.exempt

/** Whether stations may be monetized by it. */
export const covers = ({ state }: Pick<Subscription, 'state'>): boolean =>
  state === 'active' || state === 'past_due'

/**
 * Which candidates may not earn, beside the stations that earn already (`covered`), where plans cover so many (`quantities`). The
 * first candidates get the room.
 */
export function lackingOf(
  candidates: readonly { id: string; ownerId: number }[],
  quantities: ReadonlyMap<number, number>,
  covered: ReadonlyMap<number, number>,
): Map<string, Lack> {
  const counts = new Map(covered)
  const lacking = new Map<string, Lack>()
  for (const { id, ownerId } of candidates) {
    const quantity = quantities.get(ownerId)
    const count = counts.get(ownerId) ?? 0
    if (quantity === undefined) lacking.set(id, 'plan')
    else if (count >= quantity) lacking.set(id, 'room')
    else counts.set(ownerId, count + 1)
  }
  return lacking
}
