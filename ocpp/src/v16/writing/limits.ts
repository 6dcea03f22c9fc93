import type { CommandWriters } from '../../commands/actions.ts'
import { sessionSchedule } from '../../commands/session-schedule.ts'
import { withoutUndefined } from '../../messages/reading.ts'
import { atConnector } from './connector-id.ts'

/** Commands about charging limits. */
export const limits = {
  limit: (command) =>
    atConnector(command.at, (connectorId) => ({
      action: 'SetChargingProfile',
      payload: {
        connectorId,
        csChargingProfiles: {
          chargingProfileId: command.profileBase + connectorId,
          stackLevel: command.stackLevel ?? 0,
          chargingProfilePurpose: command.at ? 'TxDefaultProfile' : 'ChargePointMaxProfile',
          chargingProfileKind: 'Absolute',
          chargingSchedule: withoutUndefined({
            startSchedule: command.from?.toISOString(),
            duration: command.durationSeconds,
            chargingRateUnit: command.unit,
            chargingSchedulePeriod: [{ startPeriod: 0, limit: command.limit }],
          }),
        },
      },
    })),
  session_limits: (command) =>
    atConnector(command.at, (connectorId) => ({
      action: 'SetChargingProfile',
      payload: {
        connectorId,
        csChargingProfiles: {
          chargingProfileId: command.profileId,
          transactionId: Number(command.transactionId),
          stackLevel: command.stackLevel ?? 0,
          chargingProfilePurpose: 'TxProfile',
          chargingProfileKind: command.from ? 'Absolute' : 'Relative',
          chargingSchedule: sessionSchedule(command),
        },
      },
    })),
  clear_limit: ({ at, profileId }) =>
    atConnector(at, (connectorId) => ({
      action: 'ClearChargingProfile',
      payload: { id: profileId + connectorId },
    })),
  schedule: ({ at, durationSeconds, unit }) =>
    atConnector(at, (connectorId) => ({
      action: 'GetCompositeSchedule',
      payload: { connectorId, duration: durationSeconds, chargingRateUnit: unit },
    })),
} satisfies Partial<CommandWriters>
