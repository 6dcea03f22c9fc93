export {
  type Codec,
  type Fault,
  Inexpressible,
  type Json,
  lossesOf,
  type Reading,
  read,
  write,
} from './codec/codec.ts'
export type { ObjectCodec, Part } from './codec/objects.ts'
export { sameCi } from './codec/texts.ts'
export * from './envelope.ts'
export * from './model/index.ts'
export { bestOf, codecOf, type OcpiVersion, ocpiVersions, type VersionCodec } from './versions.ts'
