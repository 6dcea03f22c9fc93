import { listOf, noList, notHere, objectOf } from '../codec/objects.ts'
import type { Connector, Credentials, Evse, Location } from '../model/index.ts'
import { connectorFieldsOf, connectorsOf, evseFieldsOf, locationFieldsOf } from '../shared/location.ts'
import type { Own } from '../shared/own.ts'
import { credentialsFieldsOf } from '../shared/party.ts'
import { tariff } from './tariff.ts'
import { words } from './words.ts'

const connector = objectOf<Connector>({ ...connectorFieldsOf(words), capabilities: noList })

const evse = objectOf<Evse>({
  ...evseFieldsOf(words),
  connectors: connectorsOf(connector),
  parking: noList,
  acceptedServiceProviders: noList,
})

const location = objectOf<Location>({
  ...locationFieldsOf(words),
  evses: listOf(evse),
  parkingPlaces: noList,
  helpPhone: notHere,
})

const credentials = objectOf<Credentials>({ ...credentialsFieldsOf(words), hubPartyId: notHere })

export const v221: Own = { words, connector, evse, location, tariff, credentials }
