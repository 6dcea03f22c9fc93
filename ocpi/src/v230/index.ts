import { boolean, number } from '../codec/numbers.ts'
import { listOf, objectOf, optional, someOf } from '../codec/objects.ts'
import { ciString, exactText, oneOf, openEnum, text } from '../codec/texts.ts'
import type { Connector, Credentials, Evse, Location, Parking, Tariff, TaxIncluded } from '../model/index.ts'
import { id36, imageOf } from '../shared/basics.ts'
import { connectorFieldsOf, connectorsOf, evseFieldsOf, locationFieldsOf } from '../shared/location.ts'
import type { Own } from '../shared/own.ts'
import { credentialsFieldsOf } from '../shared/party.ts'
import { tariffFieldsOf } from '../shared/tariff.ts'
import { words } from './words.ts'

const connector = objectOf<Connector>({ ...connectorFieldsOf(words), capabilities: listOf(openEnum) })

const evse = objectOf<Evse>({
  ...evseFieldsOf(words),
  connectors: connectorsOf(connector),
  parking: listOf(
    objectOf<Evse['parking'][number]>({
      parkingId: id36,
      evsePosition: optional(oneOf(['LEFT', 'RIGHT', 'CENTER'] as const)),
    }),
  ),
  acceptedServiceProviders: listOf(text(50)),
})

const parking = objectOf<Parking>({
  id: id36,
  physicalReference: optional(exactText(12)),
  vehicleTypes: someOf(openEnum),
  maxVehicleWeight: optional(number),
  maxVehicleHeight: optional(number),
  maxVehicleLength: optional(number),
  maxVehicleWidth: optional(number),
  parkingSpaceLength: optional(number),
  parkingSpaceWidth: optional(number),
  dangerousGoodsAllowed: optional(boolean),
  direction: optional(oneOf(['PARALLEL', 'PERPENDICULAR', 'ANGLE'] as const)),
  driveThrough: optional(boolean),
  restrictedToType: boolean,
  reservationRequired: boolean,
  timeLimit: optional(number),
  roofed: optional(boolean),
  images: listOf(imageOf(words)),
  lighting: optional(boolean),
  refrigerationOutlet: optional(boolean),
  standards: listOf(id36),
  apdsReference: optional(ciString(255)),
})

const location = objectOf<Location>({
  ...locationFieldsOf(words),
  evses: listOf(evse),
  parkingPlaces: listOf(parking),
  helpPhone: optional(ciString(25)),
})

const tariff = objectOf<Tariff>({
  ...tariffFieldsOf(words),
  taxIncluded: oneOf<TaxIncluded>(['YES', 'NO', 'N/A']),
})

const credentials = objectOf<Credentials>({
  ...credentialsFieldsOf(words),
  hubPartyId: optional(ciString(5)),
})

export const v230: Own = { words, connector, evse, location, tariff, credentials }
