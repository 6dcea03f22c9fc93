import { type HandledAction, only } from '../actions.ts'
import type { Payload } from '../frames.ts'
import type * as Wire from '../generated/types201.ts'
import { record } from '../reading.ts'
import type { AuthorizationStatus, IdToken } from '../station-event.ts'

/** IdTokenType, valid or not; nothing when it holds no text. */
export function tokenOf(idToken: unknown): IdToken | undefined {
  const { idToken: token, type } = record(idToken)
  if (typeof token !== 'string') return undefined
  return { token, type: typeof type === 'string' ? type : 'ISO14443' }
}

export function idTokenOf({ token, type }: IdToken): Wire.IdTokenType {
  return { idToken: token, type: type as Wire.IdTokenType['type'] }
}

/** The status in an answer's idTokenInfo; those that we never give count as Invalid. */
export function statusIn(payload: Payload): AuthorizationStatus | undefined {
  const { status } = record(payload.idTokenInfo)
  if (typeof status !== 'string') return undefined
  return known.has(status) ? (status as AuthorizationStatus) : 'Invalid'
}
const known: ReadonlySet<string> = new Set<AuthorizationStatus>([
  'Accepted',
  'Blocked',
  'ConcurrentTx',
  'Expired',
  'Invalid',
])

export const authorize: HandledAction = {
  treatment: 'handled',
  read: (payload) => {
    const { idToken, type } = (payload as unknown as Wire.Authorize).idToken
    return { type: 'token.presented', token: { token: idToken, type } }
  },
  answer: (reply): Wire.AuthorizeResponse => ({
    idTokenInfo: { status: only(reply, 'authorization').status },
  }),
  write: (event): Wire.Authorize => ({ idToken: idTokenOf(only(event, 'token.presented').token) }),
  readAnswer: (payload) => ({ type: 'authorization', status: statusIn(payload) ?? 'Invalid' }),
}
