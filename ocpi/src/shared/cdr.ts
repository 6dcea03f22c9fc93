import type { Codec } from '../codec/codec.ts'
import { boolean, hours, thousandths, whole } from '../codec/numbers.ts'
import { listOf, named, objectOf, optional, ruled, someOf } from '../codec/objects.ts'
import { ciString, dateTime, exactText, oneOf, text } from '../codec/texts.ts'
import {
  authMethods,
  type Cdr,
  type CdrLocation,
  powerTypes,
  type SignedData,
  type SignedValue,
  type Tariff,
} from '../model/index.ts'
import { country, countryCode, currency, geoPoint, id36, partyId, type Words } from './basics.ts'
import { chargingPeriod } from './session.ts'
import { cdrTokenOf } from './token.ts'

const cdrLocationOf = (words: Words) =>
  objectOf<CdrLocation>({
    id: id36,
    name: optional(text(255)),
    address: text(45),
    city: text(45),
    postalCode: optional(exactText(10)),
    state: optional(text(20)),
    country,
    coordinates: geoPoint,
    evseUid: id36,
    evseId: ciString(48),
    connectorId: id36,
    connectorStandard: words.connectorStandard,
    connectorFormat: oneOf<CdrLocation['connectorFormat']>(['SOCKET', 'CABLE']),
    connectorPowerType: oneOf(powerTypes),
  })

const signedData = objectOf<SignedData>({
  encodingMethod: id36,
  encodingMethodVersion: optional(whole()),
  publicKey: optional(exactText(512)),
  signedValues: someOf(
    objectOf<SignedValue>({
      nature: ciString(32),
      plainData: exactText(5000),
      signedData: exactText(5000),
    }),
  ),
  url: optional(exactText(512)),
})

export const cdrOf = (words: Words, tariff: Codec<Tariff>) =>
  ruled(
    objectOf<Cdr>({
      countryCode,
      partyId,
      id: ciString(39),
      startDateTime: dateTime,
      endDateTime: dateTime,
      sessionId: optional(id36),
      cdrToken: cdrTokenOf(words),
      authMethod: oneOf(authMethods),
      authorizationReference: optional(id36),
      cdrLocation: cdrLocationOf(words),
      meterId: optional(text(255)),
      currency,
      tariffs: listOf(tariff),
      chargingPeriods: someOf(chargingPeriod),
      signedData: optional(signedData),
      totalCost: words.price,
      totalFixedCost: optional(words.price),
      totalEnergyWh: named('total_energy', thousandths),
      totalEnergyCost: optional(words.price),
      totalTimeSeconds: named('total_time', hours),
      totalTimeCost: optional(words.price),
      totalParkingTimeSeconds: optional(hours, 'total_parking_time'),
      totalParkingCost: optional(words.price),
      totalReservationCost: optional(words.price),
      remark: optional(text(255)),
      invoiceReferenceId: optional(ciString(39)),
      credit: optional(boolean),
      creditReferenceId: optional(ciString(39)),
      homeChargingCompensation: optional(boolean),
      lastUpdated: dateTime,
    }),
    (cdr) => {
      if (cdr.credit && cdr.creditReferenceId === undefined) return 'a credit needs its credit_reference_id'
      return !cdr.credit && cdr.id.length > 36
        ? 'only the id of a credit has more than 36 characters'
        : undefined
    },
  )
