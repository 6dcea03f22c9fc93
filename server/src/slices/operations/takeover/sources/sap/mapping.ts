import {
  type NeutralConnector,
  type NeutralDriver,
  type NeutralLocation,
  type NeutralPrices,
  type NeutralSession,
  type NeutralStation,
  type NeutralTag,
  Refused,
} from '../../neutral.ts'
import {
  instantOf,
  type Json,
  listOf,
  minorOf,
  numberOf,
  partOf,
  textOf,
  truthOf,
} from '../../reading/values.ts'
import {
  amountIn,
  chargedOf,
  type Mapped,
  personOf,
  placeOf,
  plugsWith,
  type Remarked,
  stationWith,
} from '../shared.ts'
import type { Row } from '../source.ts'

/** What a roaming partner has is marked with another issuer. */
export const isOurs = (row: Row): boolean => row.issuer !== false && !truthOf(row.deleted)

/** A site; the address of a station's area, where it has one, is nearer. */
export function locationOf(site: Row, area: Row | undefined): NeutralLocation {
  const street = textOf(partOf(area?.address, 'address1'))
  const address = street === '' ? site.address : area?.address
  const [lng, lat] = listOf(partOf(address, 'coordinates'))
  return placeOf({
    key: textOf(site._id),
    name: textOf(site.name),
    street: textOf(partOf(address, 'address1')),
    city: textOf(partOf(address, 'city')),
    postalCode: textOf(partOf(address, 'postalCode')),
    country: textOf(partOf(address, 'country')),
    lat: numberOf(lat) ?? numberOf(partOf(address, 'latitude')),
    lng: numberOf(lng) ?? numberOf(partOf(address, 'longitude')),
  })
}

const plugs: Readonly<Record<string, string>> = {
  T2: 'Type 2',
  CCS: 'CCS 2',
  C: 'CHAdeMO',
  T1: 'Type 1',
  T1CCS: 'CCS 1',
  D: 'Schuko',
}

export interface StationParts {
  area: Row | undefined
  site: Row | undefined
  prices: readonly Row[]
}

/** A station. It signs in without a password there: what names it is a token in the address to which it connects. */
export function stationOf(
  station: Row,
  { area, site, prices }: StationParts,
): Mapped<NeutralStation | Refused | null> {
  const key = textOf(station._id)
  if (!isOurs(station)) return { record: null, remarks: [] }
  const rows = listOf(station.connectors)
  if (rows.length === 0) return { record: new Refused('takeover.no_connectors', key), remarks: [] }
  const [lng, lat] = listOf(station.coordinates)
  return stationWith({
    key,
    location: site
      ? locationOf(site, undefined)
      : placeOf({
          key: `station:${key}`,
          name: textOf(area?.name) || key,
          lat: numberOf(lat),
          lng: numberOf(lng),
        }),
    vendor: textOf(station.chargePointVendor),
    model: textOf(station.chargePointModel),
    plugs: plugsOf(rows),
    password: null,
    priced: pricesOf(prices),
  })
}

function plugsOf(rows: readonly Json[]): Remarked<{ connectors: NeutralConnector[] }> {
  const connectors = rows.map((row): NeutralConnector | null => {
    const type = plugs[textOf(partOf(row, 'type'))]
    const powerW = numberOf(partOf(row, 'power')) ?? 0
    if (type === undefined || powerW <= 0) return null
    const current = textOf(partOf(row, 'currentType')) === 'DC' ? 'DC' : 'AC'
    return { evse: numberOf(partOf(row, 'connectorId')) ?? 1, number: 1, type, current, powerW }
  })
  return plugsWith(connectors, () => rows.map((row) => numberOf(partOf(row, 'connectorId')) ?? 1))
}

/** Prices of what is active; those that hold only in some cases, and steps, cannot be expressed. */
export function pricesOf(definitions: readonly Row[]): Remarked<{ prices: NeutralPrices | null }> {
  const [definition, another] = definitions
  if (!definition) return { prices: null, remarks: [] }
  const name = textOf(definition.name)
  if (another || !isEmpty(definition.restrictions) || !isEmpty(definition.staticRestrictions))
    return { prices: null, remarks: [{ code: 'takeover.tariff_unplaced', value: name }] }
  const dimension = (of: string): Json => {
    const one = partOf(definition.dimensions, of)
    return truthOf(partOf(one, 'active')) ? one : null
  }
  const price = (of: string) => partOf(dimension(of), 'price')
  const hourly = numberOf(price('chargingTime'))
  const dropped = [
    ...(dimension('parkingTime') === null ? [] : ['parkingTime']),
    ...['energy', 'chargingTime'].filter((of) => (numberOf(partOf(dimension(of), 'stepSize')) ?? 0) > 0),
  ]
  return {
    prices: {
      perKwh: minorOf(price('energy')) ?? 0,
      perMinute: hourly === null ? 0 : (minorOf(hourly / 60) ?? 0),
      startFee: minorOf(price('flatFee')) ?? 0,
    },
    remarks: dropped.length > 0 ? [{ code: 'takeover.tariff_partly', value: dropped.join(', ') }] : [],
  }
}

const isEmpty = (value: Json | undefined): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && Object.values(value).every((one) => one === null))

export function driverOf(user: Row): NeutralDriver | Refused | null {
  if (!isOurs(user)) return null
  return personOf({
    key: textOf(user._id),
    firstName: textOf(user.firstName),
    lastName: textOf(user.name),
    email: textOf(user.email),
    phone: textOf(user.mobile) || textOf(user.phone),
    blocked: ['B', 'L', 'I'].includes(textOf(user.status)),
  })
}

export function tagOf(tag: Row): NeutralTag | Refused | null {
  if (!isOurs(tag)) return null
  const token = textOf(tag._id)
  return {
    key: token,
    token,
    group: null,
    driver: textOf(tag.userID) || null,
    expiresAt: null,
    blocked: tag.active === false,
  }
}

export function sessionOf(transaction: Row, currency: string): Mapped<NeutralSession | Refused> {
  const key = textOf(transaction._id)
  const { stop = null } = transaction
  if (stop === null) return { record: new Refused('takeover.session_runs', key), remarks: [] }
  const part = (name: string) => partOf(stop, name)
  const { amountMinor, remarks } = amountIn(
    minorOf(part('roundedPrice')) ?? minorOf(part('price')),
    textOf(part('priceUnit')).toUpperCase(),
    currency,
  )
  const [begin, end] = [numberOf(transaction.meterStart), numberOf(part('meterStop'))]
  const record = chargedOf({
    key,
    station: textOf(transaction.chargeBoxID),
    connector: { ordinal: numberOf(transaction.connectorId) ?? 1 },
    token: textOf(transaction.tagID) || null,
    driver: textOf(transaction.userID) || null,
    startedAt: instantOf(transaction.timestamp),
    endedAt: instantOf(part('timestamp')),
    energyWh: numberOf(part('totalConsumptionWh')) ?? (begin === null || end === null ? null : end - begin),
    meterStartWh: begin,
    meterStopWh: end,
    amountMinor,
    stopReason: textOf(part('reason')) || null,
  })
  return { record, remarks }
}
