import type { CommandOutcome } from '@stationmaster/ocpp'
import type { Order } from '../../../charging/orders/order.ts'
import { tagOf } from '../../../charging/orders/order-tag.ts'
import { reserveAnswered } from '../../../charging/orders/prepaid/prepaid.ts'
import { findOrder, listActiveAt, lockOrder } from '../../../charging/orders/store.ts'
import type { KnownConnector } from '../../../stations/stations/connecting/traffic-store.ts'
import { updateReserved } from '../../../stations/stations/status/reservable-store.ts'
import type { StationLink } from '../../intake/reaching/station-link.ts'
import { insertReservation, updateReservationsEnded } from '../../tasks/reservation-store.ts'
import { isAccepted, refOf, startOutcomeOf, statusOf } from '../outcome/outcome.ts'
import type { CommandParts } from '../parts.ts'
import { findPlace } from '../target.ts'

/** What a station reserves for a connector: the whole EVSE, where its version does not name connectors. */
export const keptPlace = (link: StationLink | undefined, { stationId, evse, number }: KnownConnector) => ({
  stationId,
  evse,
  connector: link?.namesConnectors === false ? null : number,
})

/** Reserves an order's connector at its station for the order's tag. Where the station refuses, the order ends and costs nothing. */
export async function sendReservation(parts: CommandParts, orderId: number): Promise<void> {
  const { db, orderWork, stations } = parts
  const found = await findOrder(db, orderId)
  const place = found && (await findPlace(db, found))
  if (!place) return
  const { station, connector } = place
  const link = await stations.find(station.id)
  const order = await orderWork.change(
    async (tx) => [(await lockOrder(tx, orderId)) ?? []].flat(),
    async (book, [locked], tx) => {
      if (locked?.status !== 'active' || !locked.reservationFinish) return undefined
      const { now: madeAt } = book.context
      const kept = { ...keptPlace(link, connector), token: tagOf(orderId) }
      const reservationId =
        locked.reservationId ??
        (await insertReservation(tx, { ...kept, until: locked.reservationFinish, madeAt }))
      book.log(orderId, madeAt, 'ocpp', 'reserve_now_request', { text: tagOf(orderId) })
      return book.put({ ...locked, reservationId }, 'all')
    },
  )
  if (!order?.reservationId || !order.reservationFinish) return
  const outcome: CommandOutcome = link
    ? await link.command({
        type: 'reserve',
        at: refOf(connector),
        token: tagOf(orderId),
        reservationId: order.reservationId,
        until: order.reservationFinish,
      })
    : { kind: 'busy' }
  await orderWork.change(
    async (tx) => [(await lockOrder(tx, orderId)) ?? []].flat(),
    async (book, [locked], tx) => {
      const { now } = book.context
      book.log(orderId, now, 'ocpp', 'reserve_now_response', { status: statusOf(outcome) })
      if (isAccepted(outcome)) await updateReserved(tx, order.stationId, now)
      else await endKept(tx, order, now)
      if (locked) book.take(reserveAnswered(locked, startOutcomeOf(outcome), now))
    },
  )
}

const endKept = (db: CommandParts['db'], { stationId, reservationId }: Order, at: Date): Promise<void> =>
  updateReservationsEnded(db, reservationId === null ? [] : [{ stationId, reservationId, at }])

/** Cancels an order's reservation at its station. A station that cannot be reached ends the reservation when its time is over. */
export async function sendReservationEnd(
  { db, orderWork, stations }: CommandParts,
  orderId: number,
): Promise<void> {
  const order = await findOrder(db, orderId)
  if (!order || order.reservationId === null) return
  const { reservationId, stationId } = order
  const link = await stations.find(stationId)
  const outcome: CommandOutcome = link
    ? await link.command({ type: 'cancel_reservation', reservationId })
    : { kind: 'disconnected' }
  await orderWork.change(
    async () => [],
    async (book, _locked, tx) => {
      const { now } = book.context
      book.log(orderId, now, 'ocpp', 'cancel_reservation_response', { status: statusOf(outcome) })
      await endKept(tx, order, now)
    },
  )
}

/** Sends reservations again to stations that booted, since they may have forgotten them. */
export async function renewReservations(parts: CommandParts, stationIds: readonly string[]): Promise<void> {
  const kept = await listActiveAt(parts.db, stationIds)
  await Promise.all(kept.map((id) => sendReservation(parts, id)))
}
