import { any, type Check, classOf, maybe, one, type Shape, some } from './check.ts'
import {
  among,
  atLeast,
  ciString,
  countryAlpha2,
  currency,
  dateTime,
  instantOf,
  number,
  type OcpiVersion,
  partyId,
  price,
  string,
  tokenType,
} from './types.ts'

export const authMethod = among('AUTH_REQUEST', 'COMMAND', 'WHITELIST')

export const cdrToken = (version: OcpiVersion): Check =>
  classOf({
    country_code: one(countryAlpha2),
    party_id: one(partyId),
    uid: one(ciString(36)),
    type: one(tokenType(version)),
    contract_id: one(ciString(36)),
  })

/** What is measured while a session runs, and no part of a CDR. */
const ofSessionsOnly = ['CURRENT', 'ENERGY_EXPORT', 'ENERGY_IMPORT', 'POWER', 'STATE_OF_CHARGE']
const ofBoth = [
  ...['ENERGY', 'MAX_CURRENT', 'MIN_CURRENT', 'MAX_POWER', 'MIN_POWER'],
  ...['PARKING_TIME', 'RESERVATION_TIME', 'TIME'],
]

const periodOf = (dimensions: string[]): Check =>
  classOf({
    start_date_time: one(dateTime),
    dimensions: some(classOf({ type: one(among(...dimensions)), volume: one(number) })),
    tariff_id: maybe(ciString(36)),
  })

/** A charging period of a CDR. */
export const cdrPeriod = periodOf(ofBoth)

/** The properties of a session. */
export const sessionShape = (version: OcpiVersion): Shape => ({
  country_code: one(countryAlpha2),
  party_id: one(partyId),
  id: one(ciString(36)),
  start_date_time: one(dateTime),
  end_date_time: maybe(dateTime),
  kwh: one(atLeast(0)),
  cdr_token: one(cdrToken(version)),
  auth_method: one(authMethod),
  authorization_reference: maybe(ciString(36)),
  location_id: one(ciString(36)),
  evse_uid: one(ciString(36)),
  connector_id: one(ciString(36)),
  meter_id: maybe(string(255)),
  currency: one(currency),
  charging_periods: any(periodOf([...ofBoth, ...ofSessionsOnly])),
  total_cost: maybe(price(version)),
  status: one(among('ACTIVE', 'COMPLETED', 'INVALID', 'PENDING', 'RESERVATION')),
  last_updated: one(dateTime),
})

export const session = (version: OcpiVersion): Check => classOf(sessionShape(version), endsAfterBegin)

/** What has ended did not end before it began. */
export function endsAfterBegin({ start_date_time, end_date_time }: Record<string, unknown>): string[] {
  if (typeof end_date_time !== 'string') return []
  return instantOf(end_date_time) < instantOf(String(start_date_time))
    ? ['.end_date_time is before start_date_time']
    : []
}
