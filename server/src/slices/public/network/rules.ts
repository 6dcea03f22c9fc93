import type { NetworkFeature, PublicEvse, PublicLocation, PublicTariff } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { photoOf } from '../../../platform/files/photos.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { ListedRow } from '../../places/locations/store.ts'
import { simpleView, type TariffElement } from '../../places/tariffs/elements.ts'
import { type IdleTerms, idlePriceOf } from '../../places/tariffs/idle-terms.ts'
import type { StoredVersion } from '../../places/tariffs/store.ts'
import type { ListedConnector } from '../../stations/stations/lists/listed-store.ts'
import { connectorAtEvse, connectorStatus, evseStatus } from '../../stations/stations/status/status.ts'

/** The connectors of a location and their prices. */
export interface Standing {
  connectors: readonly ListedConnector[]
  /** versions of tariffs by connector */
  prices: ReadonlyMap<number, Pick<StoredVersion, 'id'>>
  /** the idle fee when the tariff has none */
  idle: IdleTerms | undefined
}

/** A location as drivers see it. */
export function locationOf(
  { lat, lng, photos, free_parking, ...row }: ListedRow,
  { connectors, prices, idle }: Standing,
): PublicLocation {
  const evses = groupBy(connectors, ({ stationId, evseNumber }) => `${evseNumber} ${stationId}`)
  const costs = idle && !free_parking && idle.blockMinor > 0
  // the fields are listed one by one: the row has more that must stay private, such as the owner's address
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    city: row.city,
    street: row.street,
    postal_code: row.postal_code,
    coordinates: lat === null || lng === null ? null : { lat, lng },
    time_zone: row.time_zone,
    opening_hours: row.opening_hours,
    cashback_percent: row.cashback_percent,
    free_parking,
    height_limit_cm: row.height_limit_cm,
    features: row.features,
    rating: row.rating,
    reviews: row.reviews,
    photos: photos.map(photoOf),
    idle: costs ? idlePriceOf(idle) : null,
    evses: [...evses.values()].map((own) => evseOf(own, prices)),
  }
}

function evseOf(own: readonly ListedConnector[], prices: Standing['prices']): PublicEvse {
  const { id: uid, stationNumber, evseNumber, maintenanceUntil } = first(own)
  const statuses = own.map(connectorStatus)
  // people are working on the station
  const status = maintenanceUntil ? 'offline' : evseStatus(statuses)
  return {
    uid: String(uid),
    station_number: stationNumber,
    number: evseNumber,
    status,
    maintenance_until: maintenanceUntil?.toISOString() ?? null,
    connectors: own.map(({ id, number, type, current, powerW, monetized }, nth) => ({
      id,
      number,
      type,
      current,
      power: powerW / 1000,
      // there is one status for each connector, in the same order
      status: status === 'offline' ? 'offline' : connectorAtEvse(statuses[nth]!, status),
      tariff_id: monetized ? (prices.get(id)?.id ?? null) : null,
    })),
  }
}

/** A version of a tariff as drivers see it. `id` is that of the version, which never changes. */
export function tariffOf({ id, elements, discountPercent, idle, ...version }: StoredVersion): PublicTariff {
  const { tariff, rate, startFee } = simpleView(elements)
  return {
    id,
    tariff,
    rate,
    start_fee: startFee,
    discount: discountPercent,
    varies: elements.some(({ restrictions }) => Object.keys(restrictions ?? {}).length > 0),
    min_price: version.minPriceMinor ?? null,
    max_price: version.maxPriceMinor ?? null,
    elements: elements.map(elementOf),
    idle: idle && idlePriceOf(idle),
  }
}

const elementOf = ({ components, restrictions: r }: TariffElement): PublicTariff['elements'][number] => ({
  components: components.map(({ dimension, priceMicro, stepSize }) => ({
    dimension,
    price: priceMicro / 1000,
    step_size: stepSize ?? 1,
  })),
  restrictions: r
    ? {
        start_time: r.startTime,
        end_time: r.endTime,
        start_date: r.startDate,
        end_date: r.endDate,
        min_wh: r.minWh,
        max_wh: r.maxWh,
        min_power_w: r.minPowerW,
        max_power_w: r.maxPowerW,
        min_duration_seconds: r.minDurationSeconds,
        max_duration_seconds: r.maxDurationSeconds,
        days_of_week: r.daysOfWeek,
      }
    : null,
})

/** How many EVSEs of a location are in a state. */
export const countOf = ({ evses }: PublicLocation, status: PublicEvse['status']): number =>
  evses.filter((evse) => evse.status === status).length

/** A location as a point of the map (RFC 7946); undefined when it has no coordinates. */
export function featureOf(location: PublicLocation): NetworkFeature | undefined {
  const { coordinates, evses } = location
  if (!coordinates) return undefined
  const connectors = evses.flatMap((evse) => evse.connectors)
  const [available, busy] = [countOf(location, 'available'), countOf(location, 'busy')]
  return {
    type: 'Feature',
    id: location.id,
    geometry: { type: 'Point', coordinates: [coordinates.lng, coordinates.lat] },
    properties: {
      name: location.name,
      country: location.country,
      city: location.city,
      street: location.street,
      status: available > 0 ? 'available' : busy > 0 ? 'busy' : 'offline',
      evses: evses.length,
      available,
      busy,
      types: [...new Set(connectors.map(({ type }) => type))],
      power: Math.max(...connectors.map(({ power }) => power)),
      cashback_percent: location.cashback_percent,
      free_parking: location.free_parking,
      height_limit_cm: location.height_limit_cm,
      features: location.features,
    },
  }
}
