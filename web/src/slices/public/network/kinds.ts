import type { ConnectorType, NetworkPlace, PublicTariff } from '@stationmaster/contract'

/** Connectors of a place that are alike to a driver: same plug, same power, same price. */
export interface Kind {
  key: string
  type: ConnectorType
  /** kW */
  power: number
  tariff: PublicTariff | null
  count: number
  available: number
  busy: number
  /** numbers of the stations that have one */
  stations: number[]
  /** until when stations are under maintenance, by their numbers */
  maintained: Map<number, string>
}

/** What a driver can plug into at a place, the strongest first. Each connector counts by its own status. */
export function kindsOf({ location, tariffs }: Pick<NetworkPlace, 'location' | 'tariffs'>): Kind[] {
  const kinds = new Map<string, Kind>()
  for (const { station_number: station, maintenance_until: until, connectors } of location.evses)
    for (const { type, power, status, tariff_id: tariffId } of connectors) {
      const key = `${type} ${power} ${tariffId}`
      const kind: Kind = kinds.get(key) ?? {
        key,
        type,
        power,
        count: 0,
        available: 0,
        busy: 0,
        stations: [],
        maintained: new Map(),
        tariff: tariffs.find(({ id }) => id === tariffId) ?? null,
      }
      kind.count += 1
      if (status !== 'offline') kind[status] += 1
      if (!kind.stations.includes(station)) kind.stations.push(station)
      if (until) kind.maintained.set(station, until)
      kinds.set(key, kind)
    }
  return [...kinds.values()].sort((a, b) => b.power - a.power || a.type.localeCompare(b.type))
}

/** Links to what leads to a point, by the names of the services. */
export const waysTo = ({ lat, lng }: { lat: number; lng: number }) => [
  { name: 'Google', url: `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}` },
  { name: 'Apple', url: `https://maps.apple.com/?daddr=${lat},${lng}` },
  { name: 'Яндекс', url: `https://yandex.ru/maps/?rtext=~${lat},${lng}&rtt=auto` },
  { name: 'OpenStreetMap', url: `https://www.openstreetmap.org/directions?to=${lat},${lng}` },
]
