import { z } from 'zod'
import { type Codec, lost } from '../codec/codec.ts'
import { boolean, hours, thousandths } from '../codec/numbers.ts'
import { listOf, named, objectOf, optional, someOf } from '../codec/objects.ts'
import { dateTime, oneOf, text } from '../codec/texts.ts'
import {
  authMethods,
  type ChargingDimension,
  type ChargingPeriod,
  type ChargingPreferences,
  type ChargingPreferencesResponse,
  chargingPreferencesResponses,
  dimensionTypes,
  profileTypes,
  type Session,
  sessionStatuses,
} from '../model/index.ts'
import { countryCode, currency, id36, partyId, type Words } from './basics.ts'
import { cdrTokenOf } from './token.ts'

const isTime = (type: string) => type.endsWith('TIME')

const rawDimension = z.object({ type: z.enum(dimensionTypes), volume: z.number() })

/** The unit of a volume depends on its type: hours, or thousands of what the model has. */
const dimension: Codec<ChargingDimension> = {
  reading: rawDimension.transform(({ type, volume }) => ({
    type,
    amount: Math.round(volume * (isTime(type) ? 3600 : 1000)),
  })),
  write({ type, amount }, losses) {
    const volume = (isTime(type) ? hours : thousandths).write(amount, losses)
    return volume === undefined ? lost(losses) : { type, volume }
  },
}

export const chargingPeriod = objectOf<ChargingPeriod>({
  startDateTime: dateTime,
  dimensions: someOf(dimension),
  tariffId: optional(id36),
})

export const sessionOf = (words: Words) =>
  objectOf<Session>({
    countryCode,
    partyId,
    id: id36,
    startDateTime: dateTime,
    endDateTime: optional(dateTime),
    energyWh: named('kwh', thousandths),
    cdrToken: cdrTokenOf(words),
    authMethod: oneOf(authMethods),
    authorizationReference: optional(id36),
    locationId: id36,
    evseUid: id36,
    connectorId: id36,
    meterId: optional(text(255)),
    currency,
    chargingPeriods: listOf(chargingPeriod),
    totalCost: optional(words.price),
    status: oneOf(sessionStatuses),
    lastUpdated: dateTime,
  })

export const chargingPreferences = objectOf<ChargingPreferences>({
  profileType: oneOf(profileTypes),
  departureTime: optional(dateTime),
  energyNeedWh: optional(thousandths, 'energy_need'),
  dischargeAllowed: optional(boolean),
})

export const chargingPreferencesResponse: Codec<ChargingPreferencesResponse> = oneOf(
  chargingPreferencesResponses,
)
