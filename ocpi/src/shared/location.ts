import { boolean, whole } from '../codec/numbers.ts'
import { listOf, objectOf, optional, ruled, someOf } from '../codec/objects.ts'
import { ciString, dateTime, exactText, oneOf, text, timeOfDay, url } from '../codec/texts.ts'
import {
  type Connector,
  type Evse,
  type ExceptionalPeriod,
  evseStatuses,
  type Hours,
  type Location,
  type PublishTokenType,
  powerTypes,
} from '../model/index.ts'
import {
  businessDetailsOf,
  country,
  countryCode,
  displayText,
  energyMixOf,
  geoPoint,
  id36,
  imageOf,
  partyId,
  pointFields,
  type Words,
} from './basics.ts'

const period = objectOf<ExceptionalPeriod>({ periodBegin: dateTime, periodEnd: dateTime })

export const hours = ruled(
  objectOf<Hours>({
    twentyfourseven: boolean,
    regularHours: listOf(
      objectOf<Hours['regularHours'][number]>({
        weekday: whole(1, 7),
        periodBegin: timeOfDay,
        periodEnd: timeOfDay,
      }),
    ),
    exceptionalOpenings: listOf(period),
    exceptionalClosings: listOf(period),
  }),
  ({ twentyfourseven, regularHours }) =>
    twentyfourseven && regularHours.length > 0
      ? 'regular_hours have no place beside twentyfourseven'
      : undefined,
)

const statusSchedule = objectOf<Evse['statusSchedule'][number]>({
  periodBegin: dateTime,
  periodEnd: optional(dateTime),
  status: oneOf(evseStatuses),
})

/** The fields of connectors that both versions have. */
export const connectorFieldsOf = (words: Words) => ({
  id: id36,
  standard: words.connectorStandard,
  format: oneOf<Connector['format']>(['SOCKET', 'CABLE']),
  powerType: oneOf(powerTypes),
  maxVoltage: whole(0),
  maxAmperage: whole(0),
  maxElectricPower: optional(whole(0)),
  tariffIds: listOf(id36),
  termsAndConditions: optional(url),
  lastUpdated: dateTime,
})

/** The fields of EVSEs that both versions have, without the connectors. */
export const evseFieldsOf = (words: Words) => ({
  uid: id36,
  evseId: optional(ciString(48)),
  status: oneOf(evseStatuses),
  statusSchedule: listOf(statusSchedule),
  capabilities: listOf(words.capability),
  floorLevel: optional(exactText(4)),
  coordinates: optional(geoPoint),
  physicalReference: optional(exactText(16)),
  directions: listOf(displayText),
  parkingRestrictions: listOf(words.parkingRestriction),
  images: listOf(imageOf(words)),
  lastUpdated: dateTime,
})

/** The fields of locations that both versions have, without the EVSEs. */
export const locationFieldsOf = (words: Words) => ({
  countryCode,
  partyId,
  id: id36,
  publish: boolean,
  publishAllowedTo: listOf(
    objectOf<PublishTokenType>({
      uid: optional(id36),
      type: optional(words.tokenType),
      visualNumber: optional(text(64)),
      issuer: optional(text(64)),
      groupId: optional(id36),
    }),
  ),
  name: optional(text(255)),
  address: text(255),
  city: text(45),
  postalCode: optional(exactText(10)),
  state: optional(text(45)),
  country,
  coordinates: geoPoint,
  relatedLocations: listOf(
    objectOf<Location['relatedLocations'][number]>({
      latitude: pointFields.latitude,
      longitude: pointFields.longitude,
      name: optional(displayText),
    }),
  ),
  parkingType: optional(words.parkingType),
  directions: listOf(displayText),
  operator: optional(businessDetailsOf(words)),
  suboperator: optional(businessDetailsOf(words)),
  owner: optional(businessDetailsOf(words)),
  facilities: listOf(words.facility),
  timeZone: exactText(255),
  openingTimes: optional(hours),
  chargingWhenClosed: optional(boolean),
  images: listOf(imageOf(words)),
  energyMix: optional(energyMixOf(words)),
  lastUpdated: dateTime,
})

/** The connectors of an EVSE: there is no EVSE without one. */
export const connectorsOf = someOf<Connector>
