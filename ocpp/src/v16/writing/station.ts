import { type CommandWriters, typedCall } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types16.ts'
import { atConnector } from './connector-id.ts'

/** Messages that the core profile can trigger; the others need the security extension. */
const coreTriggers = new Set([
  'BootNotification',
  'DiagnosticsStatusNotification',
  'FirmwareStatusNotification',
  'Heartbeat',
  'MeterValues',
  'StatusNotification',
])

/** Commands to the station itself and to its connectors. */
export const station = {
  reset: ({ whenIdle }) => typedCall<Messages.Reset>('Reset', { type: whenIdle ? 'Soft' : 'Hard' }),
  unlock: ({ at }) =>
    atConnector(at, (connectorId) => typedCall<Messages.UnlockConnector>('UnlockConnector', { connectorId })),
  availability: ({ at, operative }) =>
    atConnector(at, (connectorId) =>
      typedCall<Messages.ChangeAvailability>('ChangeAvailability', {
        connectorId,
        type: operative ? 'Operative' : 'Inoperative',
      }),
    ),
  trigger: ({ at, message }) =>
    atConnector(at, (connectorId) => ({
      action: coreTriggers.has(message) ? 'TriggerMessage' : 'ExtendedTriggerMessage',
      payload: { requestedMessage: message, ...(connectorId === 0 ? {} : { connectorId }) },
    })),
} satisfies Partial<CommandWriters>
