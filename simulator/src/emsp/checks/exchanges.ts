import { any, type Check, classOf, listOf, maybe, one, some } from './check.ts'
import { businessDetails } from './locations.ts'
import {
  among,
  ciString,
  countryAlpha2,
  dateTime,
  displayText,
  integerFrom,
  number,
  type OcpiVersion,
  partyId,
  role,
  string,
  url,
} from './types.ts'

/** The envelope around every answer. */
export const envelope: Check = classOf({
  status_code: one(integerFrom(1000, 4999)),
  status_message: maybe(string()),
  timestamp: one(dateTime),
})

export const versions: Check = listOf(classOf({ version: one(string(10)), url: one(url) }), 1)

export const versionDetails: Check = classOf({
  version: one(string(10)),
  endpoints: some(
    classOf({ identifier: one(string(255)), role: one(among('SENDER', 'RECEIVER')), url: one(url) }),
  ),
})

const credentialsToken: Check = (value) => {
  const problems = string(64)(value)
  if (problems.length > 0) return problems
  return /^[\x21-\x7e]+$/.test(value as string) ? [] : ['is empty, or has blanks or letters outside of ASCII']
}

export const credentials = (version: OcpiVersion): Check =>
  classOf({
    token: one(credentialsToken),
    url: one(url),
    ...(version === '2.3.0' && { hub_party_id: maybe(ciString(5)) }),
    roles: some(
      classOf({
        role: one(role(version)),
        business_details: one(businessDetails(version)),
        party_id: one(partyId),
        country_code: one(countryAlpha2),
      }),
    ),
  })

export const commandResponse: Check = classOf({
  result: one(among('NOT_SUPPORTED', 'REJECTED', 'ACCEPTED', 'UNKNOWN_SESSION')),
  timeout: one(integerFrom(0)),
  message: any(displayText),
})

export const commandResult: Check = classOf({
  result: one(
    among(
      ...['ACCEPTED', 'CANCELED_RESERVATION', 'EVSE_OCCUPIED', 'EVSE_INOPERATIVE', 'FAILED'],
      ...['NOT_SUPPORTED', 'REJECTED', 'TIMEOUT', 'UNKNOWN_RESERVATION'],
    ),
  ),
  message: any(displayText),
})

export const chargingPreferencesResponse: Check = among(
  ...['ACCEPTED', 'DEPARTURE_REQUIRED', 'ENERGY_NEED_REQUIRED'],
  ...['NOT_POSSIBLE', 'PROFILE_TYPE_NOT_SUPPORTED'],
)

export const profileResponse: Check = classOf({
  result: one(among('ACCEPTED', 'NOT_SUPPORTED', 'REJECTED', 'TOO_OFTEN', 'UNKNOWN_SESSION')),
  timeout: one(integerFrom(0)),
})

const chargingProfile = classOf({
  start_date_time: maybe(dateTime),
  duration: maybe(integerFrom(0)),
  charging_rate_unit: one(among('W', 'A')),
  min_charging_rate: maybe(number),
  charging_profile_period: any(classOf({ start_period: one(integerFrom(0)), limit: one(number) })),
})

/** The profile that a station follows, as the CPO tells it when it changes. */
export const activeProfile: Check = classOf({
  start_date_time: one(dateTime),
  charging_profile: one(chargingProfile),
})

/** What comes to the response URL of a request about charging profiles. */
export const profileResult: Check = classOf({
  result: one(among('ACCEPTED', 'REJECTED', 'UNKNOWN')),
  profile: maybe(activeProfile),
})
