import { type EventOf, type HandledAction, only } from '../../commands/actions.ts'
import { emptyAnswer } from '../../commands/common-actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { instant, list, number, record, withoutUndefined } from '../../messages/reading.ts'
import type { OutsideLimit, OutsideSource } from '../../station-event.ts'

/** 2.0.1 has these; 2.1 leaves the word open. */
const sources = ['EMS', 'SO', 'CSO', 'Other'] as const
const sourceOf = (value: unknown): OutsideSource => sources.find((one) => one === value) ?? 'Other'

function limitOf(schedule: unknown, remarks: string[], profile: { id?: unknown } = {}): OutsideLimit {
  const { id, startSchedule, duration, chargingRateUnit, chargingSchedulePeriod } = record(schedule)
  return withoutUndefined<OutsideLimit>({
    id: number(profile.id) ?? number(id) ?? 0,
    unit: chargingRateUnit === 'W' ? 'W' : 'A',
    from: instant(startSchedule, remarks),
    seconds: number(duration),
    periods: list(chargingSchedulePeriod).map((one) => {
      const { startPeriod, limit } = record(one)
      // 2.1: a period may be without one
      return { startSeconds: number(startPeriod) ?? 0, limit: number(limit) ?? null }
    }),
  })
}

const scheduleOf = ({ id, unit, from, seconds, periods }: OutsideLimit): Messages.ChargingScheduleType =>
  withoutUndefined<Omit<Messages.ChargingScheduleType, 'customData'>>({
    id,
    startSchedule: from?.toISOString(),
    duration: seconds,
    chargingRateUnit: unit,
    chargingSchedulePeriod: periods.map(({ startSeconds, limit }) =>
      withoutUndefined<Messages.ChargingSchedulePeriodType>({
        startPeriod: startSeconds,
        limit: limit ?? undefined,
      } as Messages.ChargingSchedulePeriodType),
    ),
  })

type Noticed = EventOf<'limits.noticed'>

export const notifyChargingLimit: HandledAction = {
  treatment: 'handled',
  read: (payload, remarks) => {
    const { chargingLimit, chargingSchedule, evseId } = payload
    // how much it allows is not said: it takes nothing
    if (list(chargingSchedule).length === 0) return { type: 'noted', action: 'NotifyChargingLimit', payload }
    return {
      type: 'limits.noticed',
      source: sourceOf(record(chargingLimit).chargingLimitSource),
      evse: number(evseId) ?? 0,
      limits: list(chargingSchedule).map((one) => limitOf(one, remarks)),
    }
  },
  write: (event): Messages.NotifyChargingLimit => {
    const { source, evse, limits } = only(event, 'limits.noticed')
    return {
      chargingLimit: { chargingLimitSource: source },
      evseId: evse ?? 0,
      chargingSchedule: limits.map(scheduleOf),
    }
  },
  ...emptyAnswer,
}

export const clearedChargingLimit: HandledAction = {
  treatment: 'handled',
  read: ({ chargingLimitSource, evseId }) =>
    withoutUndefined<Noticed>({
      type: 'limits.noticed',
      source: sourceOf(chargingLimitSource),
      evse: number(evseId),
      limits: [],
    }),
  write: (event): Messages.ClearedChargingLimit => {
    const { source, evse } = only(event, 'limits.noticed')
    return withoutUndefined<Omit<Messages.ClearedChargingLimit, 'customData'>>({
      chargingLimitSource: source,
      evseId: evse,
    })
  },
  ...emptyAnswer,
}

/** What a station reports of its profiles: those that others have set count, ours are known. */
export const reportChargingProfiles: HandledAction = {
  treatment: 'handled',
  read: (payload, remarks) => {
    const { requestId, chargingLimitSource, chargingProfile, evseId } = payload
    const source = sourceOf(chargingLimitSource)
    const outside = list(chargingProfile)
      .map(record)
      .filter(
        ({ chargingProfilePurpose }) =>
          source !== 'CSO' || chargingProfilePurpose === 'ChargingStationExternalConstraints',
      )
    if (outside.length === 0) return { type: 'noted', action: 'ReportChargingProfiles', payload }
    return {
      type: 'limits.noticed',
      source,
      evse: number(evseId) ?? 0,
      report: number(requestId) ?? 0,
      limits: outside.flatMap((profile) =>
        list(profile.chargingSchedule).map((one) => limitOf(one, remarks, profile)),
      ),
    }
  },
  write: (event): Messages.ReportChargingProfiles => {
    const { source, evse, report, limits } = only(event, 'limits.noticed')
    return {
      requestId: report ?? 0,
      chargingLimitSource: source,
      evseId: evse ?? 0,
      chargingProfile: limits.map((limit) => ({
        id: limit.id,
        stackLevel: 0,
        chargingProfilePurpose: 'ChargingStationExternalConstraints',
        chargingProfileKind: 'Absolute',
        chargingSchedule: [scheduleOf(limit)],
      })),
    }
  },
  ...emptyAnswer,
}
