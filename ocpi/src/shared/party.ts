import { objectOf, someOf } from '../codec/objects.ts'
import { ciString, dateTime, exactText, oneOf, openEnum, url } from '../codec/texts.ts'
import type {
  ClientInfo,
  CredentialsRole,
  Endpoint,
  InterfaceRole,
  VersionDetails,
  VersionListed,
} from '../model/index.ts'
import { businessDetailsOf, countryCode, partyId, type Words } from './basics.ts'

/** The fields of credentials that both versions have. */
export const credentialsFieldsOf = (words: Words) => ({
  token: exactText(64, /^[\x21-\x7e]{1,64}$/),
  url,
  roles: someOf(
    objectOf<CredentialsRole>({
      role: words.role,
      businessDetails: businessDetailsOf(words),
      partyId,
      countryCode,
    }),
  ),
})

export const clientInfoOf = (words: Words) =>
  objectOf<ClientInfo>({
    partyId,
    countryCode,
    role: words.role,
    status: oneOf<ClientInfo['status']>(['CONNECTED', 'OFFLINE', 'PLANNED', 'SUSPENDED']),
    lastUpdated: dateTime,
  })

/** A version of the list, which may be one that we have never heard of. */
export const versionListed = objectOf<VersionListed>({ version: ciString(255), url })

export const versionDetails = objectOf<VersionDetails>({
  version: ciString(255),
  endpoints: someOf(
    objectOf<Endpoint>({
      identifier: openEnum,
      role: oneOf<InterfaceRole>(['SENDER', 'RECEIVER']),
      url,
    }),
  ),
})
