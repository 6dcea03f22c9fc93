import { createPublicKey, verify } from 'node:crypto'
import { any, type Check, classOf, isRecord, maybe, one, some } from './check.ts'
import { connectorFormat, connectorTypes, geoLocation, powerType } from './locations.ts'
import { authMethod, cdrPeriod, cdrToken, endsAfterBegin } from './sessions.ts'
import { tariff } from './tariffs.ts'
import {
  atLeast,
  boolean,
  ciString,
  countryAlpha2,
  countryAlpha3,
  currency,
  dateTime,
  integer,
  type OcpiVersion,
  openList,
  partyId,
  price,
  string,
} from './types.ts'

const cdrLocation = (version: OcpiVersion) =>
  classOf({
    id: one(ciString(36)),
    name: maybe(string(255)),
    address: one(string(45)),
    city: one(string(45)),
    postal_code: maybe(string(10)),
    state: maybe(string(20)),
    country: one(countryAlpha3),
    coordinates: one(geoLocation),
    evse_uid: one(ciString(36)),
    evse_id: one(ciString(48)),
    connector_id: one(ciString(36)),
    connector_standard: one(openList(version, ...connectorTypes)),
    connector_format: one(connectorFormat),
    connector_power_type: one(powerType),
  })

const signedData = classOf(
  {
    encoding_method: one(ciString(36)),
    encoding_method_version: maybe(integer),
    public_key: maybe(string(512)),
    signed_values: some(
      classOf({ nature: one(ciString(32)), plain_data: one(string(5000)), signed_data: one(string(5000)) }),
    ),
    url: maybe(string(512)),
  },
  signaturesHold,
)

/** A CDR, which is final: its credit names what it credits, and its periods lie within it, in order. */
export const cdr = (version: OcpiVersion): Check =>
  classOf(
    {
      country_code: one(countryAlpha2),
      party_id: one(partyId),
      id: one(ciString(39)),
      start_date_time: one(dateTime),
      end_date_time: one(dateTime),
      session_id: maybe(ciString(36)),
      cdr_token: one(cdrToken(version)),
      auth_method: one(authMethod),
      authorization_reference: maybe(ciString(36)),
      cdr_location: one(cdrLocation(version)),
      meter_id: maybe(string(255)),
      currency: one(currency),
      tariffs: any(tariff(version)),
      charging_periods: some(cdrPeriod),
      signed_data: maybe(signedData),
      total_cost: one(price(version)),
      total_fixed_cost: maybe(price(version)),
      total_energy: one(atLeast(0)),
      total_energy_cost: maybe(price(version)),
      total_time: one(atLeast(0)),
      total_time_cost: maybe(price(version)),
      total_parking_time: maybe(atLeast(0)),
      total_parking_cost: maybe(price(version)),
      total_reservation_cost: maybe(price(version)),
      remark: maybe(string(255)),
      invoice_reference_id: maybe(ciString(39)),
      credit: maybe(boolean),
      credit_reference_id: maybe(ciString(39)),
      home_charging_compensation: maybe(boolean),
      last_updated: one(dateTime),
    },
    endsAfterBegin,
    creditNamesCdr,
    periodsInOrder,
    tariffsOfPeriods,
  )

/** Values in OCMF are what the meter with that key has signed, and their plain text is the signed one. */
function signaturesHold({ encoding_method, public_key, signed_values }: Record<string, unknown>): string[] {
  if (encoding_method !== 'OCMF' || typeof public_key !== 'string') return []
  return recordsIn(signed_values).flatMap(({ nature, plain_data, signed_data }) => {
    const [, payload, signed = ''] = Buffer.from(String(signed_data), 'base64').toString('utf8').split('|')
    const name = `.signed_values of ${String(nature)}`
    if (payload === undefined) return [`${name} is no OCMF`]
    if (payload !== plain_data) return [`${name} has another plain_data than was signed`]
    return isSigned(payload, signed, public_key) ? [] : [`${name} is not signed with public_key`]
  })
}

function isSigned(payload: string, signed: string, publicKey: string): boolean {
  try {
    const { SD } = JSON.parse(signed) as { SD: string }
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify('sha256', Buffer.from(payload), key, Buffer.from(SD, 'hex'))
  } catch {
    return false
  }
}

function creditNamesCdr({ credit, credit_reference_id }: Record<string, unknown>): string[] {
  if (credit === true && !credit_reference_id) return ['.credit_reference_id is missing beside credit']
  return credit !== true && credit_reference_id ? ['.credit is missing beside credit_reference_id'] : []
}

function periodsInOrder({ charging_periods, start_date_time, end_date_time }: Record<string, unknown>) {
  const begins = recordsIn(charging_periods).map((period) => instant(period.start_date_time))
  const inOrder = begins.every((begin, index) => index === 0 || (begins[index - 1] ?? begin) <= begin)
  const within = begins.every((begin) => begin >= instant(start_date_time) && begin <= instant(end_date_time))
  return [
    ...(inOrder ? [] : ['.charging_periods are out of order']),
    ...(within ? [] : ['.charging_periods begin outside of the session']),
  ]
}

function tariffsOfPeriods({ charging_periods, tariffs }: Record<string, unknown>): string[] {
  const known = recordsIn(tariffs).map(({ id }) => id)
  return recordsIn(charging_periods)
    .filter(({ tariff_id }) => typeof tariff_id === 'string' && !known.includes(tariff_id))
    .map(({ tariff_id }) => `.charging_periods name the tariff ${String(tariff_id)}, which is not in tariffs`)
}

const instant = (text: unknown) => Date.parse(`${String(text).replace(/Z$/, '')}Z`)

const recordsIn = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter(isRecord) : []
