import { any, type Check, classOf, maybe, one } from './check.ts'
import {
  among,
  boolean,
  ciString,
  countryAlpha2,
  dateTime,
  language,
  type OcpiVersion,
  partyId,
  string,
  tokenType,
} from './types.ts'

/** A token of a driver. */
export const token = (version: OcpiVersion): Check =>
  classOf({
    country_code: one(countryAlpha2),
    party_id: one(partyId),
    uid: one(ciString(36)),
    type: one(tokenType(version)),
    contract_id: one(ciString(36)),
    visual_number: maybe(string(64)),
    issuer: one(string(64)),
    group_id: maybe(ciString(36)),
    valid: one(boolean),
    whitelist: one(among('ALWAYS', 'ALLOWED', 'ALLOWED_OFFLINE', 'NEVER')),
    language: maybe(language),
    default_profile_type: maybe(among('CHEAP', 'FAST', 'GREEN', 'REGULAR')),
    energy_contract: maybe(classOf({ supplier_name: one(string(64)), contract_id: maybe(string(64)) })),
    last_updated: one(dateTime),
  })

/** Where a driver is about to charge. */
export const locationReferences: Check = classOf({
  location_id: one(ciString(36)),
  evse_uids: any(ciString(36)),
})
