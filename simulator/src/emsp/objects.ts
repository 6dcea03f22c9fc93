import type { OcpiVersion } from './checks/types.ts'

/** The modules that this eMSP has a part in. */
export type Module =
  | 'versions'
  | 'credentials'
  | 'locations'
  | 'tariffs'
  | 'sessions'
  | 'cdrs'
  | 'tokens'
  | 'commands'
  | 'chargingprofiles'
  | 'hubclientinfo'

/** Any object of OCPI as its JSON says. */
export type OcpiObject = Record<string, unknown>

interface Owned extends OcpiObject {
  country_code: string
  party_id: string
  id: string
  last_updated: string
}

export interface ConnectorObject extends OcpiObject {
  id: string
  last_updated: string
}

export interface EvseObject extends OcpiObject {
  uid: string
  status: string
  connectors: ConnectorObject[]
  last_updated: string
}

export interface LocationObject extends Owned {
  evses?: EvseObject[]
}

export interface TariffObject extends Owned {
  currency: string
  elements: OcpiObject[]
}

export interface SessionObject extends Owned {
  kwh: number
  status: string
  location_id: string
  evse_uid: string
  connector_id: string
}

export interface CdrObject extends Owned {
  session_id?: string
  total_energy: number
  total_cost: OcpiObject
  credit?: boolean
  credit_reference_id?: string
}

export interface TokenObject extends OcpiObject {
  country_code: string
  party_id: string
  uid: string
  type: string
  contract_id: string
  issuer: string
  valid: boolean
  whitelist: string
  last_updated: string
}

export interface ClientInfo extends OcpiObject {
  party_id: string
  country_code: string
  role: string
  status: 'CONNECTED' | 'OFFLINE' | 'PLANNED' | 'SUSPENDED'
  last_updated: string
}

export interface Endpoint {
  identifier: string
  role: 'SENDER' | 'RECEIVER'
  url: string
}

/** A party by which objects are owned and messages are routed. */
export interface Party {
  countryCode: string
  partyId: string
}

export interface CredentialsObject extends OcpiObject {
  token: string
  url: string
  roles: { role: string; country_code: string; party_id: string; business_details: OcpiObject }[]
}

/** What has been agreed with the CPO. */
export interface Connection {
  version: OcpiVersion
  /** the token with which we call it */
  token: string
  versionsUrl: string
  endpoints: Endpoint[]
  roles: CredentialsObject['roles']
}

/** A request that came in, and what it got. */
export interface Arrival {
  at: string
  module: Module
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
  /** HTTP status of the answer; null when there was none */
  http: number | null
  /** status code of OCPI in the answer */
  code: number | null
  /** how many answers had gone out before its own; null while there is none */
  answersBefore: number | null
  /** why it was refused */
  problems: string[]
  /** what the standard asks of requests and this one lacked */
  remarks: string[]
}
