import {
  type NeutralConnector,
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
  isDirect,
  type Mapped,
  placeOf,
  plugOf,
  plugsWith,
  type Remarked,
  stationWith,
} from '../shared.ts'
import type { Row } from '../source.ts'

export function locationOf(location: Row): NeutralLocation {
  const [lng, lat] = pointOf(location.coordinates)
  return placeOf({
    key: textOf(location.id),
    name: textOf(location.name),
    street: textOf(location.address),
    city: textOf(location.city),
    postalCode: textOf(location.postalCode),
    country: textOf(location.country),
    lat,
    lng,
    timeZone: textOf(location.timeZone) || null,
  })
}

/** Longitude and latitude of a PostGIS point: as GeoJSON, or as the hexadecimal digits of a dump. */
export function pointOf(value: Json | undefined): [number | null, number | null] {
  const [lng, lat] = listOf(partOf(value, 'coordinates'))
  if (lng !== undefined) return [numberOf(lng), numberOf(lat)]
  const hex = textOf(value)
  if (!/^01[0-9a-f]{40,60}$/i.test(hex)) return [null, null]
  const bytes = Buffer.from(hex, 'hex')
  // a byte of order, four of the type, and four more of the reference system where the type's highest bits say so
  const at = bytes.readUInt32LE(1) & 0x20000000 ? 9 : 5
  return bytes.length >= at + 16 ? [bytes.readDoubleLE(at), bytes.readDoubleLE(at + 8)] : [null, null]
}

export interface StationParts {
  location: Row | undefined
  evses: readonly Row[]
  connectors: readonly Row[]
  tariffs: readonly Row[]
  /** '' where there is none */
  hash: string
}

export function stationOf(
  station: Row,
  { location, evses, connectors, tariffs, hash }: StationParts,
  currency: string,
): Mapped<NeutralStation | Refused> {
  const key = textOf(station.id)
  if (connectors.length === 0) return { record: new Refused('takeover.no_connectors', key), remarks: [] }
  return stationWith({
    key,
    location: location ? locationOf(location) : placeOf({ key: `station:${key}`, name: key }),
    vendor: textOf(station.chargePointVendor),
    model: textOf(station.chargePointModel),
    plugs: plugsOf(evses, connectors),
    password: hash === '' ? null : { hash },
    priced: pricesOf(tariffs, currency),
  })
}

function plugsOf(evses: readonly Row[], rows: readonly Row[]): Remarked<{ connectors: NeutralConnector[] }> {
  const numberOfEvse = new Map(evses.map((one) => [textOf(one.id), numberOf(one.evseTypeId)]))
  const connectors = rows.map((row): NeutralConnector | null => {
    const type = plugOf(textOf(row.type))
    if (!type) return null
    const current = isDirect(type) ? 'DC' : 'AC'
    const phases = textOf(row.powerType) === 'AC3Phase' ? 3 : 1
    const reckoned =
      (numberOf(row.maximumVoltage) ?? 0) *
      (numberOf(row.maximumAmperage) ?? 0) *
      (current === 'AC' ? phases : 1)
    const powerW = numberOf(row.maximumPowerWatts) || reckoned
    if (powerW <= 0) return null
    const { evse, number } = placeIn(row, numberOfEvse)
    return { evse, number, type, current, powerW }
  })
  return plugsWith(connectors, () => [...new Set(rows.map((row) => placeIn(row, numberOfEvse).evse))])
}

/** In OCPP 1.6 a connector is its EVSE. */
function placeIn(
  row: Row,
  numberOfEvse: ReadonlyMap<string, number | null>,
): { evse: number; number: number } {
  const evse = numberOfEvse.get(textOf(row.evseId)) ?? null
  if (evse !== null) return { evse, number: numberOf(row.evseTypeConnectorId) ?? 1 }
  return { evse: numberOf(row.connectorId) ?? 1, number: 1 }
}

/** A station has one price here for a kind of connectors: of tariffs that differ none is taken. */
export function pricesOf(
  tariffs: readonly Row[],
  currency: string,
): Remarked<{ prices: NeutralPrices | null }> {
  const priced = tariffs.map((tariff) => ({
    currency: textOf(tariff.currency).toUpperCase(),
    prices: {
      perKwh: minorOf(tariff.pricePerKwh) ?? 0,
      perMinute: minorOf(tariff.pricePerMin) ?? 0,
      startFee: minorOf(tariff.pricePerSession) ?? 0,
    },
    taxed: (numberOf(tariff.taxRate) ?? 0) > 0,
  }))
  const [first] = priced
  if (!first) return { prices: null, remarks: [] }
  const foreign = priced.find((one) => one.currency !== currency)
  if (foreign) return { prices: null, remarks: [{ code: 'takeover.currency', value: foreign.currency }] }
  const differs = priced.some((one) => JSON.stringify(one.prices) !== JSON.stringify(first.prices))
  if (differs) return { prices: null, remarks: [{ code: 'takeover.tariff_unplaced' }] }
  return {
    prices: first.prices,
    remarks: first.taxed ? [{ code: 'takeover.tariff_partly', value: 'taxRate' }] : [],
  }
}

const invalid = new Set([
  'Blocked',
  'Invalid',
  'Expired',
  'NoCredit',
  'NotAllowedTypeEVSE',
  'NotAtThisLocation',
  'Unknown',
])

export function tagOf(card: Row, group: Row | undefined): NeutralTag | Refused | null {
  // a roaming partner's cards come from the partner
  if (numberOf(card.tenantPartnerId) !== null) return null
  return {
    key: textOf(card.id),
    token: textOf(card.idToken),
    group: textOf(group?.idToken) || null,
    driver: null,
    expiresAt: instantOf(card.cacheExpiryDateTime),
    blocked: invalid.has(textOf(card.status)),
  }
}

export interface SessionParts {
  evse: Row | undefined
  connector: Row | undefined
  card: Row | undefined
  tariff: Row | undefined
}

/** Energy is in kWh there, the meter in Wh, and the cost in the currency of the session's tariff. */
export function sessionOf(
  transaction: Row,
  { evse, connector, card, tariff }: SessionParts,
  currency: string,
): Mapped<NeutralSession | Refused> {
  const key = textOf(transaction.id)
  if (truthOf(transaction.isActive) || !instantOf(transaction.endTime))
    return { record: new Refused('takeover.session_runs', key), remarks: [] }
  const kWh = numberOf(transaction.totalKwh)
  const { amountMinor, remarks } = amountIn(
    minorOf(transaction.totalCost),
    textOf(tariff?.currency).toUpperCase(),
    currency,
  )
  const begin = numberOf(transaction.meterStart)
  const energyWh = kWh === null ? null : kWh * 1000
  const evseNumber = numberOf(evse?.evseTypeId)
  const record = chargedOf({
    key,
    station: textOf(transaction.stationId),
    connector:
      evseNumber === null
        ? { ordinal: numberOf(connector?.connectorId) ?? 1 }
        : { evse: evseNumber, number: numberOf(connector?.evseTypeConnectorId) ?? 1 },
    token: textOf(card?.idToken) || null,
    driver: null,
    startedAt: instantOf(transaction.startTime),
    endedAt: instantOf(transaction.endTime),
    energyWh,
    meterStartWh: begin,
    meterStopWh: begin === null || energyWh === null ? null : begin + energyWh,
    amountMinor,
    stopReason: textOf(transaction.stoppedReason) || null,
  })
  return { record, remarks }
}
