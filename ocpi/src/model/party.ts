import type { BusinessDetails, Open } from './common.ts'

export type Role = 'CPO' | 'EMSP' | 'HUB' | 'NAP' | 'NSP' | 'OTHER' | 'SCSP'

/** How a partner reaches us, or we them. */
export interface Credentials {
  /** the secret that the other side sends with its calls, not encoded */
  token: string
  /** of their versions */
  url: string
  /** country code and party id of the hub that this is, in one */
  hubPartyId?: string
  roles: CredentialsRole[]
}

export interface CredentialsRole {
  role: Role
  businessDetails: BusinessDetails
  partyId: string
  countryCode: string
}

/** What a hub says of a party behind it. */
export interface ClientInfo {
  partyId: string
  countryCode: string
  role: Role
  status: 'CONNECTED' | 'OFFLINE' | 'PLANNED' | 'SUSPENDED'
  lastUpdated: Date
}

/** A version that a partner speaks, with the address of its details. */
export interface VersionListed {
  version: string
  url: string
}

export interface VersionDetails {
  version: string
  endpoints: Endpoint[]
}

export interface Endpoint {
  identifier: ModuleId
  role: InterfaceRole
  url: string
}

/** The owner of a module's data sends, the other side receives. */
export type InterfaceRole = 'SENDER' | 'RECEIVER'

export type ModuleId = Open<(typeof moduleIds)[number]>
export const moduleIds = [
  'cdrs',
  'chargingprofiles',
  'commands',
  'credentials',
  'hubclientinfo',
  'locations',
  'sessions',
  'tariffs',
  'tokens',
] as const
