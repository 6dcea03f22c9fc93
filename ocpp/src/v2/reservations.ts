import { type HandledAction, only } from '../commands/actions.ts'
import { emptyAnswer } from '../commands/common-actions.ts'
import type * as Messages from '../generated/types201.ts'

export const reservationStatusUpdate: HandledAction = {
  treatment: 'handled',
  read: (payload) => {
    const { reservationId, reservationUpdateStatus } = payload as unknown as Messages.ReservationStatusUpdate
    return { type: 'reservation.ended', reservationId, status: reservationUpdateStatus }
  },
  write: (event) => {
    const { reservationId, status } = only(event, 'reservation.ended')
    return { reservationId, reservationUpdateStatus: status }
  },
  ...emptyAnswer,
}
