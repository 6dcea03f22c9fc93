import type { Metered } from '../../../slices/charging/orders/measuring/measure.ts'
import type { BookContext } from '../../../slices/charging/orders/messages/book.ts'
import { emptyContext } from '../../../slices/charging/orders/messages/unit-of-work.ts'
import type { StoredVersion } from '../../../slices/places/tariffs/store.ts'
import type { KnownStation } from '../../../slices/stations/stations/connecting/traffic-store.ts'

/** The driver of all sessions, and the driver's charging card, which is paid from the account. */
export const driverId = 9
export const card = 'DRIVER'

/** 17.00 per kWh. */
export const version: StoredVersion = {
  id: 4,
  tariffId: 1,
  discountPercent: 0,
  idle: null,
  elements: [{ components: [{ dimension: 'energy', priceMicro: 1_700_000 }] }],
}

/** A station with one connector, at its own location. */
export const stationOf = (index: number): KnownStation => ({
  id: `S${index}`,
  number: index,
  locationId: index + 1,
  timeZone: 'Europe/Moscow',
  monetized: true,
  paused: false,
  notAdmitted: false,
  published: false,
  firmwareVersion: null,
  bootedAt: null,
  hold: null,
  held: null,
  connectors: [
    {
      id: index + 1,
      stationId: `S${index}`,
      locationId: index + 1,
      ownerId: null,
      evse: 1,
      number: 1,
      ordinal: 1,
      type: 'CCS 2',
      current: 'DC',
      powerW: 150_000,
      ocppStatus: 'Available',
      errorCode: null,
      statusSince: null,
      statusAt: null,
    },
  ],
})

/** The context in which messages of stations and acts of people are decided at an instant. */
export function contextOf(
  now: Date,
  stations: readonly KnownStation[],
  series: Map<number, Metered[]>,
  freshId: number,
): BookContext {
  const base = emptyContext({
    now: now,
    networkTimeZone: 'Europe/Moscow',
    heartbeatSeconds: 300,
    masterPassGroup: null,
    paymentProvider: null,
    cardSessionMostMinor: 300_000,
    knownVersions: undefined as never,
  })
  const token = {
    token: card,
    driverId,
    blocked: false,
    isPartners: false,
    noCredit: false,
    expiresAt: null,
    group: null,
    paymentMethodType: 'account' as const,
    terms: { group: null, discountPercent: 0, contracts: [] },
    fleet: null,
  }
  return {
    ...base,
    stations: new Map(stations.map((station) => [station.id, station])),
    tokens: new Map([[card, token]]),
    effective: new Map(stations.map(({ connectors }) => [connectors[0]!.id, version])),
    versions: new Map([[version.id, version]]),
    series,
    freshIds: [freshId],
  }
}
