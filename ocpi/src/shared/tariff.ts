import { micro, ppm, thousandths, whole } from '../codec/numbers.ts'
import { listOf, named, objectOf, optional, someOf } from '../codec/objects.ts'
import { dateTime, dayOfYear, oneOf, timeOfDay, url } from '../codec/texts.ts'
import {
  daysOfWeek,
  type PriceComponent,
  type TariffElement,
  type TariffRestrictions,
  tariffDimensions,
  tariffTypes,
} from '../model/index.ts'
import { countryCode, currency, displayText, energyMixOf, id36, partyId, type Words } from './basics.ts'

const restrictions = objectOf<TariffRestrictions>({
  startTime: optional(timeOfDay),
  endTime: optional(timeOfDay),
  startDate: optional(dayOfYear),
  endDate: optional(dayOfYear),
  minEnergyWh: optional(thousandths, 'min_kwh'),
  maxEnergyWh: optional(thousandths, 'max_kwh'),
  minCurrentMilliamps: optional(thousandths, 'min_current'),
  maxCurrentMilliamps: optional(thousandths, 'max_current'),
  minPowerWatts: optional(thousandths, 'min_power'),
  maxPowerWatts: optional(thousandths, 'max_power'),
  minDurationSeconds: optional(whole(0), 'min_duration'),
  maxDurationSeconds: optional(whole(0), 'max_duration'),
  daysOfWeek: named('day_of_week', listOf(oneOf(daysOfWeek))),
  reservation: optional(oneOf(['RESERVATION', 'RESERVATION_EXPIRES'] as const)),
})

const component = objectOf<PriceComponent>({
  type: oneOf(tariffDimensions),
  priceMicro: named('price', micro),
  vatPpm: optional(ppm, 'vat'),
  // a flat fee has no steps, and the standard's examples write 0 for it
  stepSize: whole(0),
})

/** The fields of tariffs that both versions have. */
export const tariffFieldsOf = (words: Words) => ({
  countryCode,
  partyId,
  id: id36,
  currency,
  type: optional(oneOf(tariffTypes)),
  tariffAltText: listOf(displayText),
  tariffAltUrl: optional(url),
  minPrice: optional(words.priceLimit),
  maxPrice: optional(words.priceLimit),
  elements: someOf(
    objectOf<TariffElement>({ priceComponents: someOf(component), restrictions: optional(restrictions) }),
  ),
  startDateTime: optional(dateTime),
  endDateTime: optional(dateTime),
  energyMix: optional(energyMixOf(words)),
  lastUpdated: dateTime,
})
