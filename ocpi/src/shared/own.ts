import type { Codec } from '../codec/codec.ts'
import type { ObjectCodec } from '../codec/objects.ts'
import type { Connector, Credentials, Evse, Location, Tariff } from '../model/index.ts'
import type { Words } from './basics.ts'

/** What a version writes in its own way. */
export interface Own {
  words: Words
  connector: ObjectCodec<Connector>
  evse: ObjectCodec<Evse>
  location: ObjectCodec<Location>
  tariff: ObjectCodec<Tariff>
  credentials: Codec<Credentials>
}
