import type { CommandWriters } from '../../commands/actions.ts'
import { sessionSchedule } from '../../commands/session-schedule.ts'
import { withoutUndefined } from '../../messages/reading.ts'
import { atEvse } from './evse-id.ts'

/** Commands about charging limits. */
export const limits = {
  limit: (command) =>
    atEvse(command.at, (evseId) => {
      const id = command.profileBase + evseId
      const schedule = withoutUndefined({
        id,
        startSchedule: command.from?.toISOString(),
        duration: command.durationSeconds,
        chargingRateUnit: command.unit,
        chargingSchedulePeriod: [{ startPeriod: 0, limit: command.limit }],
      })
      const chargingProfile = {
        id,
        stackLevel: command.stackLevel ?? 0,
        chargingProfilePurpose: command.at ? 'TxDefaultProfile' : 'ChargingStationMaxProfile',
        chargingProfileKind: 'Absolute',
        chargingSchedule: [schedule],
      }
      return { action: 'SetChargingProfile', payload: { evseId, chargingProfile } }
    }),
  session_limits: (command) =>
    atEvse(command.at, (evseId) => ({
      action: 'SetChargingProfile',
      payload: {
        evseId,
        chargingProfile: {
          id: command.profileId,
          transactionId: command.transactionId,
          stackLevel: command.stackLevel ?? 0,
          chargingProfilePurpose: 'TxProfile',
          chargingProfileKind: command.from ? 'Absolute' : 'Relative',
          chargingSchedule: [{ id: command.profileId, ...sessionSchedule(command) }],
        },
      },
    })),
  clear_limit: ({ at, profileId }) =>
    atEvse(at, (evseId) => ({
      action: 'ClearChargingProfile',
      payload: { chargingProfileId: profileId + evseId },
    })),
  schedule: ({ at, durationSeconds, unit }) =>
    atEvse(at, (evseId) => ({
      action: 'GetCompositeSchedule',
      payload: { evseId, duration: durationSeconds, chargingRateUnit: unit },
    })),
} satisfies Partial<CommandWriters>
