import { type Payload, record } from '../link/payload.ts'
import type { VirtualConnector } from '../station/connector.ts'
import type { Core } from '../station/core.ts'
import { chargeable } from '../station/driver.ts'

/** Answers ReserveNow of either version (1.6 clause 5.13; 2.0.1 part 2, H01) and lets the reservation run out. */
export function reserve(core: Core, payload: Payload): Payload {
  const { id, token, group, target, until } = wanted(payload)
  const meant = core.connectors.filter((one) => target === 0 || core.targetOf(one) === target)
  const connector = meant.find(({ reservation }) => reservation?.id === id) ?? meant.find(free) ?? meant[0]
  if (!connector) return { status: 'Rejected' }
  if (connector.fault) return { status: 'Faulted' }
  if (!connector.operative) return { status: 'Unavailable' }
  const held = connector.reservation
  if (!chargeable(connector) || connector.plug || (held && held.id !== id)) return { status: 'Occupied' }
  held?.cancel()
  const runsOut = core.options.agenda.after(Math.max(0, until.getTime() - core.now().getTime()), () => {
    release(core, connector)
    void core.say({ type: 'reservation.ended', reservationId: id, status: 'Expired' })
  })
  connector.reservation = { id, token, group, cancel: runsOut }
  core.soon(() => core.announce(connector))
  return { status: 'Accepted' }
}

/** Answers CancelReservation of either version. */
export function cancelReservation(core: Core, { reservationId }: Payload): Payload {
  const connector = core.connectors.find(({ reservation }) => reservation?.id === reservationId)
  if (!connector) return { status: 'Rejected' }
  core.soon(() => release(core, connector))
  return { status: 'Accepted' }
}

const free = (connector: VirtualConnector): boolean =>
  chargeable(connector) && !connector.plug && !connector.reservation

function release(core: Core, connector: VirtualConnector): void {
  connector.reservation?.cancel()
  connector.reservation = null
  core.announce(connector)
}

function wanted(payload: Payload) {
  const group = payload.parentIdTag ?? record(payload.groupIdToken).idToken
  return {
    id: Number(payload.reservationId ?? payload.id),
    token: String(payload.idTag ?? record(payload.idToken).idToken ?? ''),
    group: typeof group === 'string' ? group : null,
    target: Number(payload.connectorId ?? payload.evseId ?? 0),
    until: new Date(String(payload.expiryDate ?? payload.expiryDateTime)),
  }
}
