import { any, type Check, classOf, maybe, one, type Shape, some } from './check.ts'
import { energyMix } from './locations.ts'
import {
  among,
  atLeast,
  ciString,
  countryAlpha2,
  currency,
  date,
  dateTime,
  displayText,
  integerFrom,
  number,
  type OcpiVersion,
  partyId,
  priceLimit,
  timeOfDay,
  url,
} from './types.ts'

const priceComponent = classOf({
  type: one(among('ENERGY', 'FLAT', 'PARKING_TIME', 'TIME')),
  price: one(number),
  vat: maybe(atLeast(0)),
  step_size: one(integerFrom(0)),
})

const restrictions = classOf({
  start_time: maybe(timeOfDay),
  end_time: maybe(timeOfDay),
  start_date: maybe(date),
  end_date: maybe(date),
  min_kwh: maybe(atLeast(0)),
  max_kwh: maybe(atLeast(0)),
  min_current: maybe(atLeast(0)),
  max_current: maybe(atLeast(0)),
  min_power: maybe(atLeast(0)),
  max_power: maybe(atLeast(0)),
  min_duration: maybe(integerFrom(0)),
  max_duration: maybe(integerFrom(0)),
  day_of_week: any(among('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY')),
  reservation: maybe(among('RESERVATION', 'RESERVATION_EXPIRES')),
})

/** The properties of a tariff. */
const tariffShape = (version: OcpiVersion): Shape => ({
  country_code: one(countryAlpha2),
  party_id: one(partyId),
  id: one(ciString(36)),
  currency: one(currency),
  type: maybe(among('AD_HOC_PAYMENT', 'PROFILE_CHEAP', 'PROFILE_FAST', 'PROFILE_GREEN', 'REGULAR')),
  tariff_alt_text: any(displayText),
  tariff_alt_url: maybe(url),
  min_price: maybe(priceLimit(version)),
  max_price: maybe(priceLimit(version)),
  elements: some(classOf({ price_components: some(priceComponent), restrictions: maybe(restrictions) })),
  ...(version === '2.3.0' && { tax_included: one(among('YES', 'NO', 'N/A')) }),
  start_date_time: maybe(dateTime),
  end_date_time: maybe(dateTime),
  energy_mix: maybe(energyMix(version)),
  last_updated: one(dateTime),
})

export const tariff = (version: OcpiVersion): Check => classOf(tariffShape(version))
