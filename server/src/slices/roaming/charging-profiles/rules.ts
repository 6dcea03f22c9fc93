import type { ActiveChargingProfile, ChargingProfile } from '@stationmaster/ocpi'
import type { CommandFindings, CommandOf } from '@stationmaster/ocpp'
import { DAY_MS } from '@stationmaster/units'
import type { StoredLimit } from '../../control/tasks/limit-store.ts'

/** What a session may draw over time, as a station takes it. */
export type SessionLimits = Pick<
  CommandOf<'session_limits'>,
  'unit' | 'from' | 'durationSeconds' | 'least' | 'periods'
>

/** A partner's profile as limits; undefined: it says nothing that a station could follow. */
export function limitsOf(profile: ChargingProfile): SessionLimits | undefined {
  const { chargingRateUnit, startDateTime, durationSeconds, minChargingRateTenths } = profile
  const periods = profile.chargingProfilePeriod.map(({ startPeriodSeconds, limitTenths }) => ({
    startSeconds: startPeriodSeconds,
    limit: limitTenths / 10,
  }))
  const isInOrder = periods.every(({ startSeconds, limit }, nth) => {
    const before = periods[nth - 1]
    return limit >= 0 && (before ? startSeconds > before.startSeconds : startSeconds === 0)
  })
  if (periods.length === 0 || !isInOrder) return undefined
  return {
    unit: chargingRateUnit,
    ...(startDateTime ? { from: startDateTime } : {}),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(minChargingRateTenths === undefined ? {} : { least: minChargingRateTenths / 10 }),
    periods,
  }
}

/** Where a session charges, for limits that are said otherwise. */
export interface Plug {
  evse: number
  number: number
  current: string
}

/** Our own limits that hold for a plug: of the station, of its EVSE, and of all EVSEs. */
export const ownLimits = (limits: readonly StoredLimit[], { evse, number }: Plug): StoredLimit[] =>
  limits.filter(
    (one) =>
      one.purpose !== 'transaction' &&
      (one.evse === null || one.evse === evse) &&
      (one.connector === null || one.connector === number),
  )

/**
 * A partner's limits, nowhere above one of ours: a session's own limits would count in place of the default of its place. undefined:
 * one of ours changes over time in a way that is not kept, so nobody can say.
 */
export function within(
  limits: SessionLimits,
  own: readonly StoredLimit[],
  plug: Plug,
): SessionLimits | undefined {
  if (own.some(({ varies }) => varies)) return undefined
  const most = Math.min(...own.map((one) => amountIn(limits.unit, one, plug)))
  return { ...limits, periods: limits.periods.map((one) => ({ ...one, limit: Math.min(one.limit, most) })) }
}

/** A limit of ours in a unit. Volts and phases are not known, so those are taken with which it is lowest. */
function amountIn(unit: 'A' | 'W', { unit: own, amount }: StoredLimit, { current }: Plug): number {
  if (own === unit) return amount
  const isDirect = current === 'DC'
  const least = own === 'A' ? amount * (isDirect ? 200 : 230) : amount / (isDirect ? 920 : 3 * 230)
  return Math.floor(least * 10) / 10
}

/** Limits as they are kept. */
export const keptLimits = ({ unit, from, durationSeconds, least, periods }: SessionLimits) => ({
  unit,
  from: from?.toISOString() ?? null,
  durationSeconds: durationSeconds ?? null,
  least: least ?? null,
  periods: periods.map(({ startSeconds, limit }) => [startSeconds, limit] as const),
})
export type KeptLimits = ReturnType<typeof keptLimits>

/** What a station says that a session may draw, in the words of partners. */
export function activeProfileOf(
  { from, unit, periods }: NonNullable<CommandFindings['schedule']>,
  durationSeconds: number,
): ActiveChargingProfile {
  return {
    startDateTime: from,
    chargingProfile: {
      startDateTime: from,
      durationSeconds,
      chargingRateUnit: unit,
      chargingProfilePeriod: periods.map(({ startSeconds, limit }) => ({
        startPeriodSeconds: startSeconds,
        limitTenths: Math.round(limit * 10),
      })),
    },
  }
}

/** so many requests about a session are taken in a minute */
export const requestsMost = 6
/** a station that said that it has no charging profiles is believed for so long */
export const unsupportedMs = DAY_MS
/** for so long a profile is looked ahead when its partner learns of a change */
export const aheadSeconds = 1800
/** the longest that a partner may look ahead */
export const aheadSecondsMost = DAY_MS / 1000
