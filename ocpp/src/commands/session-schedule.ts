import { withoutUndefined } from '../messages/reading.ts'
import type { CommandOf } from '../station-command.ts'

/** The schedule of a transaction's own limits, alike in both versions. */
export const sessionSchedule = (limits: Omit<CommandOf<'session_limits'>, 'type'>) =>
  withoutUndefined({
    startSchedule: limits.from?.toISOString(),
    duration: limits.durationSeconds,
    chargingRateUnit: limits.unit,
    minChargingRate: limits.least,
    chargingSchedulePeriod: limits.periods.map(({ startSeconds, limit }) => ({
      startPeriod: startSeconds,
      limit,
    })),
  })
