import { type CommandWriters, typedCall } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { withoutUndefined } from '../../messages/reading.ts'
import { groupIdTokenOf, idTokenOf } from '../tokens.ts'
import { cardTokenOf } from './cards.ts'
import { atEvse } from './evse-id.ts'

/** Commands about transactions and reservations. */
export const charging = {
  start: ({ at, remoteStartId, token }) =>
    atEvse(at, (evseId) =>
      typedCall<Messages.RequestStartTransaction>('RequestStartTransaction', {
        evseId,
        remoteStartId,
        idToken: idTokenOf(token),
      }),
    ),
  stop: ({ transactionId }) =>
    typedCall<Messages.RequestStopTransaction>('RequestStopTransaction', { transactionId }),
  start_inquiry: () => ({ action: 'GetTransactionStatus', payload: {} }),
  transaction_inquiry: ({ transactionId }) =>
    typedCall<Messages.GetTransactionStatus>('GetTransactionStatus', { transactionId }),
  reserve: ({ at, reservationId, token, group, until }) =>
    atEvse(at, (evseId) => ({
      action: 'ReserveNow',
      payload: withoutUndefined({
        id: reservationId,
        expiryDateTime: until.toISOString(),
        idToken: cardTokenOf(token),
        groupIdToken: groupIdTokenOf(group),
        evseId,
      }),
    })),
  cancel_reservation: ({ reservationId }) => ({
    action: 'CancelReservation',
    payload: { reservationId },
  }),
} satisfies Partial<CommandWriters>
