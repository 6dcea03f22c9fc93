import type { Location, Session, SessionStatus } from '@stationmaster/ocpi'
import type { Order } from '../../charging/orders/order.ts'
import { priceOf } from '../publishing/bills/cdr.ts'
import { isSame } from '../publishing/shown/stamps.ts'
import type { Kept } from './kept.ts'
import type { SessionPlace, SessionRow } from './store.ts'

/** What a session's partner is shown of it. */
interface SessionFacts {
  order: Order
  row: Pick<SessionRow, 'token' | 'place' | 'authMethod' | 'authorizationReference'>
  currency: string
  vatBp: number | null
  /** null: not known yet */
  costMinor: number | null
  at: Date
}

/** A session is INVALID where nothing began, so that no partner waits for it for ever. */
export function statusOf({ status }: Pick<Order, 'status'>): SessionStatus {
  if (status === 'started') return 'ACTIVE'
  if (status === 'completed') return 'COMPLETED'
  return status === 'canceled' || status === 'expired' ? 'INVALID' : 'PENDING'
}

export function sessionOf({ order, row, currency, vatBp, costMinor, at }: SessionFacts): Session {
  const { countryCode, partyId, location } = row.place
  const reference = row.authorizationReference
  const status = statusOf(order)
  const isOver = status === 'COMPLETED' || status === 'INVALID'
  return {
    countryCode,
    partyId,
    id: String(order.id),
    startDateTime: order.transactionStart ?? order.createdAt,
    ...(isOver ? { endDateTime: order.transactionFinish ?? order.chargingFinish ?? at } : {}),
    energyWh: order.energyWh,
    cdrToken: row.token,
    authMethod: row.authMethod,
    ...(reference === null ? {} : { authorizationReference: reference }),
    locationId: location.id,
    evseUid: location.evseUid,
    connectorId: location.connectorId,
    currency,
    chargingPeriods: [],
    ...(costMinor === null ? {} : { totalCost: priceOf(costMinor, vatBp) }),
    status,
    lastUpdated: at,
  }
}

/** What a session costs by now, kopecks, before its payment says it; null: nobody knows, or a person decides. */
export function costSoFar({ status, billable, needsReview, chargingPriceMinor }: Order): number | null {
  if (status !== 'started' && status !== 'completed') return null
  return billable && !needsReview ? chargingPriceMinor : null
}

/** Whether of a running session nothing is new but its energy and its cost. */
export function onlyRanOn(before: Kept, now: Kept): boolean {
  const { kwh: _energy, total_cost: _cost, ...rest } = now
  const { kwh: _energyBefore, total_cost: _costBefore, ...restBefore } = before
  return now.status === 'ACTIVE' && isSame(rest, restBefore)
}

/** An EVSE of a location as the bills of its sessions say it; undefined: it is not there. */
export function placeOf(location: Location, evseUid: string, connectorId: string): SessionPlace | undefined {
  const evse = location.evses.find(({ uid }) => uid === evseUid)
  const connector = evse?.connectors.find(({ id }) => id === connectorId)
  if (!evse || !connector) return undefined
  const { countryCode, partyId, id, name, address, city, postalCode, country, coordinates } = location
  return {
    countryCode,
    partyId,
    location: {
      id,
      ...(name === undefined ? {} : { name }),
      address,
      city,
      ...(postalCode === undefined ? {} : { postalCode }),
      country,
      coordinates,
      evseUid,
      evseId: evse.evseId ?? evseUid,
      connectorId,
      connectorStandard: connector.standard,
      connectorFormat: connector.format,
      connectorPowerType: connector.powerType,
    },
  }
}
