import { instant, integer, list, record, text, withoutUndefined } from '../messages/reading.ts'
import type { Payload } from '../socket/frames.ts'
import type { CommandEffect, LimitPurpose, LimitSet } from '../station-command.ts'
import type { ConnectorRef } from '../station-event.ts'

const purposes: Record<string, LimitPurpose> = {
  ChargePointMaxProfile: 'station',
  ChargingStationMaxProfile: 'station',
  TxDefaultProfile: 'default',
  TxProfile: 'transaction',
}

/** Where a version's words for charging profiles differ. */
interface Profiled {
  id: unknown
  at: ConnectorRef
  schedule: unknown
  /** a profile takes the place of the one on its level, and not only of the one with its number */
  replacesLevel: boolean
}

/** What an accepted charging profile limits; null for a profile that we never set. */
export function limitEffect(
  profile: Record<string, unknown>,
  { id, at, schedule, replacesLevel }: Profiled,
): CommandEffect | null {
  const purpose = purposes[String(profile.chargingProfilePurpose)]
  const { startSchedule, duration, chargingRateUnit, chargingSchedulePeriod } = record(schedule)
  const periods = list(chargingSchedulePeriod).map(record)
  const profileId = integer(id)
  const limit = Number(periods[0]?.limit)
  if (!purpose || profileId === undefined || !Number.isFinite(limit)) return null
  const at0 = (value: unknown) => instant(value, [])?.getTime()
  // a schedule of another kind repeats, or begins with each transaction
  const start = profile.chargingProfileKind === 'Absolute' ? at0(startSchedule) : undefined
  const seconds = integer(duration)
  const end = start === undefined || seconds === undefined ? undefined : start + seconds * 1000
  return {
    effect: 'limit_set',
    replacesLevel,
    limit: withoutUndefined<LimitSet>({
      profileId,
      at,
      purpose,
      stackLevel: integer(profile.stackLevel) ?? 0,
      transactionId: purpose === 'transaction' ? text(profile.transactionId) : undefined,
      unit: chargingRateUnit === 'A' ? 'A' : 'W',
      limit,
      varies: periods.length > 1,
      from: outermost(Math.max, at0(profile.validFrom), start),
      until: outermost(Math.min, at0(profile.validTo), end),
    }),
  }
}

function outermost(choose: (...values: number[]) => number, ...given: (number | undefined)[]) {
  const known = given.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : new Date(choose(...known))
}

/** What ClearChargingProfile has cleared: one by its number, or all that fit the rest. */
export function clearEffect(id: unknown, at: ConnectorRef | undefined, criteria: Payload): CommandEffect {
  const profileId = integer(id)
  if (profileId !== undefined) return { effect: 'limits_cleared', profileId }
  return withoutUndefined<Extract<CommandEffect, { effect: 'limits_cleared' }>>({
    effect: 'limits_cleared',
    at,
    purpose: purposes[String(criteria.chargingProfilePurpose)],
    stackLevel: integer(criteria.stackLevel),
  })
}

/** Any answer ends the reservation: a station that refuses has no such reservation (1.6 clause 5.1). */
export function cancelEffect(id: unknown): CommandEffect | null {
  const reservationId = integer(id)
  return reservationId === undefined ? null : { effect: 'reservation_ended', reservationId }
}
