import type { DisplayText, Open } from './common.ts'

export type TokenType = Open<'AD_HOC_USER' | 'APP_USER' | 'EMAID' | 'OTHER' | 'RFID'>

/** What a partner's driver shows to charge: a card, a car's certificate, an app. Its uid and type together name it. */
export interface Token {
  countryCode: string
  partyId: string
  uid: string
  type: TokenType
  contractId: string
  visualNumber?: string
  issuer: string
  /** tokens of a group end each other's sessions */
  groupId?: string
  valid: boolean
  whitelist: Whitelist
  language?: string
  defaultProfileType?: ProfileType
  energyContract?: { supplierName: string; contractId?: string }
  lastUpdated: Date
}

/** What a session and a bill say of the token. */
export type CdrToken = Pick<Token, 'countryCode' | 'partyId' | 'uid' | 'type' | 'contractId'>

/** What a driver wants of smart charging. */
export type ProfileType = (typeof profileTypes)[number]
export const profileTypes = ['CHEAP', 'FAST', 'GREEN', 'REGULAR'] as const

/** Whether a token may charge without a question to its partner. */
export type Whitelist = (typeof whitelists)[number]
export const whitelists = ['ALWAYS', 'ALLOWED', 'ALLOWED_OFFLINE', 'NEVER'] as const

/** Where a token is about to charge. */
export interface LocationReferences {
  locationId: string
  evseUids: string[]
}

/** A partner's answer to whether a token may charge. */
export interface AuthorizationInfo {
  allowed: Allowed
  token: Token
  location?: LocationReferences
  authorizationReference?: string
  info?: DisplayText
}

export type Allowed = (typeof alloweds)[number]
export const alloweds = ['ALLOWED', 'BLOCKED', 'EXPIRED', 'NO_CREDIT', 'NOT_ALLOWED'] as const
