import { type CommandWriters, typedCall } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { atEvse, callAt } from './evse-id.ts'

/** Commands to the station itself and to its connectors. */
export const station = {
  reset: ({ whenIdle }) => typedCall<Messages.Reset>('Reset', { type: whenIdle ? 'OnIdle' : 'Immediate' }),
  unlock: ({ at }) =>
    atEvse(at, (evseId) =>
      typedCall<Messages.UnlockConnector>('UnlockConnector', {
        evseId,
        connectorId: at.connector ?? 1,
      }),
    ),
  availability: ({ at, operative }) =>
    callAt(at, 'ChangeAvailability', { operationalStatus: operative ? 'Operative' : 'Inoperative' }),
  trigger: ({ at, message }) => callAt(at, 'TriggerMessage', { requestedMessage: message }),
} satisfies Partial<CommandWriters>
