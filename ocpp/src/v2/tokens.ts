import { type EventOf, type HandledAction, only } from '../commands/actions.ts'
import type * as Messages from '../generated/types201.ts'
import { cardNumber, instant, record, text, withoutUndefined } from '../messages/reading.ts'
import { lengthOf } from '../schema-runtime.ts'
import type { Payload } from '../socket/frames.ts'
import type { Authorization, AuthorizationStatus, IdToken, StationReply } from '../station-event.ts'
import { proofOf, questionOf, verdictOf } from './contracts.ts'

/** IdTokenType, valid or not; nothing when it holds no text. */
export function tokenOf(idToken: unknown, remarks: string[]): IdToken | undefined {
  const { idToken: number, type } = record(idToken)
  const token = cardNumber(number, remarks)
  if (token === undefined) return undefined
  return { token, type: typeof type === 'string' ? type : 'ISO14443' }
}

export function idTokenOf({ token, type }: IdToken): Messages.IdTokenType {
  return { idToken: token, type: type as Messages.IdTokenType['type'] }
}

/** A group's id is the network's own, no card's: its type is Central. */
export const groupIdTokenOf = (group: string | undefined): Messages.IdTokenType | undefined =>
  group === undefined ? undefined : { idToken: group, type: 'Central' }

export const idTokenInfoOf = ({ status, expiresAt, group }: Authorization): Messages.IdTokenInfoType =>
  withoutUndefined<Messages.IdTokenInfoType>({
    status,
    cacheExpiryDateTime: expiresAt?.toISOString(),
    groupIdToken: groupIdTokenOf(group),
  })

/** What an answer's idTokenInfo says; statuses that we never give count as Invalid. */
export function authorizationIn(payload: Payload): Authorization | undefined {
  const { status, cacheExpiryDateTime, groupIdToken } = record(payload.idTokenInfo)
  if (typeof status !== 'string') return undefined
  return withoutUndefined<Authorization>({
    status: known.has(status) ? (status as AuthorizationStatus) : 'Invalid',
    expiresAt: instant(cacheExpiryDateTime, []),
    group: text(record(groupIdToken).idToken),
  })
}
const known: ReadonlySet<string> = new Set<AuthorizationStatus>([
  'Accepted',
  'Blocked',
  'ConcurrentTx',
  'Expired',
  'Invalid',
  'NoCredit',
])

/** Authorize, with a card's number of so many characters at the most. */
export const authorizing = (longestToken: number): HandledAction => ({
  treatment: 'handled',
  lenient: true,
  read: ({ idToken, certificate, iso15118CertificateHashData }, remarks) => {
    const token = tokenOf(idToken, remarks)
    const fits = token !== undefined && typeof record(idToken).idToken === 'string'
    if (!fits || lengthOf(token.token) > longestToken) return null
    const proof = proofOf(certificate, iso15118CertificateHashData)
    return withoutUndefined<EventOf<'token.presented'>>({ type: 'token.presented', token, proof })
  },
  answer: (reply): Messages.AuthorizeResponse => {
    const { certificateStatus, ...authorization } = only(reply, 'authorization')
    return withoutUndefined<Messages.AuthorizeResponse>({
      idTokenInfo: idTokenInfoOf(authorization),
      certificateStatus,
    })
  },
  write: (event): Messages.Authorize => {
    const { token, proof } = only(event, 'token.presented')
    return withoutUndefined<Messages.Authorize>({
      idToken: idTokenOf(token),
      certificate: proof?.chain,
      iso15118CertificateHashData: proof?.hashes?.map(questionOf),
    })
  },
  readAnswer: (payload) =>
    withoutUndefined<Extract<StationReply, { type: 'authorization' }>>({
      type: 'authorization',
      ...(authorizationIn(payload) ?? { status: 'Invalid' }),
      certificateStatus: verdictOf(payload.certificateStatus),
    }),
})
