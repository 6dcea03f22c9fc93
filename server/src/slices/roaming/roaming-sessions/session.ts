import type { Cdr, CdrLocation, Location, Session, SessionStatus } from '@stationmaster/ocpi'
import type { Order } from '../../charging/orders/order.ts'
import { priceOf } from '../publishing/bills/cdr.ts'
import type { SessionRow } from './store.ts'

/** Where a session is, in the names that partners know. */
export interface SessionPlace {
  location: Location
  evseUid: string
  connectorId: string
}

/** What a session's partner is shown of it. */
interface SessionFacts {
  order: Order
  row: Pick<SessionRow, 'token' | 'authMethod' | 'authorizationReference'>
  place: SessionPlace
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

export function sessionOf({ order, row, place, currency, vatBp, costMinor, at }: SessionFacts): Session {
  const { location, evseUid, connectorId } = place
  const reference = row.authorizationReference
  const status = statusOf(order)
  const isOver = status === 'COMPLETED' || status === 'INVALID'
  return {
    countryCode: location.countryCode,
    partyId: location.partyId,
    id: String(order.id),
    startDateTime: order.transactionStart ?? order.createdAt,
    ...(isOver ? { endDateTime: order.transactionFinish ?? order.chargingFinish ?? at } : {}),
    energyWh: order.energyWh,
    cdrToken: row.token,
    authMethod: row.authMethod,
    ...(reference === null ? {} : { authorizationReference: reference }),
    locationId: location.id,
    evseUid,
    connectorId,
    currency,
    chargingPeriods: [],
    ...(costMinor === null ? {} : { totalCost: priceOf(costMinor, vatBp) }),
    status,
    lastUpdated: at,
  }
}

/** The place of a session as its bill says it; undefined: it is not there any more. */
export function cdrLocationOf({ location, evseUid, connectorId }: SessionPlace): CdrLocation | undefined {
  const evse = location.evses.find(({ uid }) => uid === evseUid)
  const connector = evse?.connectors.find(({ id }) => id === connectorId)
  if (!evse || !connector) return undefined
  return {
    id: location.id,
    ...(location.name === undefined ? {} : { name: location.name }),
    address: location.address,
    city: location.city,
    ...(location.postalCode === undefined ? {} : { postalCode: location.postalCode }),
    country: location.country,
    coordinates: location.coordinates,
    evseUid,
    evseId: evse.evseId ?? evseUid,
    connectorId,
    connectorStandard: connector.standard,
    connectorFormat: connector.format,
    connectorPowerType: connector.powerType,
  } satisfies Cdr['cdrLocation']
}
