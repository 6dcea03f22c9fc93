import { boolean } from '../codec/numbers.ts'
import { listOf, objectOf, optional } from '../codec/objects.ts'
import { dateTime, exactText, oneOf, text } from '../codec/texts.ts'
import {
  type AuthorizationInfo,
  alloweds,
  type CdrToken,
  type LocationReferences,
  profileTypes,
  type Token,
  whitelists,
} from '../model/index.ts'
import { countryCode, displayText, id36, partyId, type Words } from './basics.ts'

export const cdrTokenOf = (words: Words) =>
  objectOf<CdrToken>({ countryCode, partyId, uid: id36, type: words.tokenType, contractId: id36 })

export const tokenOf = (words: Words) =>
  objectOf<Token>({
    countryCode,
    partyId,
    uid: id36,
    type: words.tokenType,
    contractId: id36,
    visualNumber: optional(text(64)),
    issuer: text(64),
    groupId: optional(id36),
    valid: boolean,
    whitelist: oneOf(whitelists),
    language: optional(exactText(2)),
    defaultProfileType: optional(oneOf(profileTypes)),
    energyContract: optional(
      objectOf<NonNullable<Token['energyContract']>>({
        supplierName: text(64),
        contractId: optional(text(64)),
      }),
    ),
    lastUpdated: dateTime,
  })

export const locationReferences = objectOf<LocationReferences>({ locationId: id36, evseUids: listOf(id36) })

export const authorizationInfoOf = (words: Words) =>
  objectOf<AuthorizationInfo>({
    allowed: oneOf(alloweds),
    token: tokenOf(words),
    location: optional(locationReferences),
    authorizationReference: optional(id36),
    info: optional(displayText),
  })
