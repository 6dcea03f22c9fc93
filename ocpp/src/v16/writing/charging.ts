import { type CommandWriters, typedCall } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types16.ts'
import { integer, withoutUndefined } from '../../messages/reading.ts'
import { parentIdTagOf } from '../transactions.ts'
import { atConnector } from './connector-id.ts'

/** Commands about transactions and reservations. */
export const charging = {
  start: ({ at, token }) =>
    atConnector(at, (connectorId) =>
      typedCall<Messages.RemoteStartTransaction>('RemoteStartTransaction', {
        connectorId,
        idTag: token.token,
      }),
    ),
  stop: (command) => {
    const transactionId = integer(command.transactionId)
    if (transactionId === undefined) return { unsupported: 'an ocpp1.6 transaction id is an integer' }
    return typedCall<Messages.RemoteStopTransaction>('RemoteStopTransaction', { transactionId })
  },
  start_inquiry: ({ at }) =>
    atConnector(at, (connectorId) => ({
      action: 'TriggerMessage',
      payload: { requestedMessage: 'StatusNotification', connectorId },
    })),
  transaction_inquiry: () => ({ unsupported: 'ocpp1.6 has no question about a transaction' }),
  reserve: ({ at, token, group, reservationId, until }) =>
    atConnector(at, (connectorId) => ({
      action: 'ReserveNow',
      payload: withoutUndefined({
        connectorId,
        expiryDate: until.toISOString(),
        idTag: token,
        parentIdTag: parentIdTagOf(group),
        reservationId,
      }),
    })),
  cancel_reservation: ({ reservationId }) => ({
    action: 'CancelReservation',
    payload: { reservationId },
  }),
} satisfies Partial<CommandWriters>
