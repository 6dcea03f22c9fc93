import { type HandledAction, only } from '../commands/actions.ts'
import type * as Messages from '../generated/types201.ts'
import { cardNumber, instant, record, text, withoutUndefined } from '../messages/reading.ts'
import { lengthOf } from '../schema-runtime.ts'
import type { Payload } from '../socket/frames.ts'
import type { Authorization, AuthorizationStatus, IdToken } from '../station-event.ts'

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

const longestToken = 36

export const authorize: HandledAction = {
  treatment: 'handled',
  lenient: true,
  read: ({ idToken }, remarks) => {
    const token = tokenOf(idToken, remarks)
    const fits = token !== undefined && typeof record(idToken).idToken === 'string'
    return fits && lengthOf(token.token) <= longestToken ? { type: 'token.presented', token } : null
  },
  answer: (reply): Messages.AuthorizeResponse => ({
    idTokenInfo: idTokenInfoOf(only(reply, 'authorization')),
  }),
  write: (event): Messages.Authorize => ({ idToken: idTokenOf(only(event, 'token.presented').token) }),
  readAnswer: (payload) => ({
    type: 'authorization',
    ...(authorizationIn(payload) ?? { status: 'Invalid' }),
  }),
}
