import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Role, SecondFactorState } from '@stationmaster/contract'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Authenticate, Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { NodeBus } from '../../../platform/nodes/bus.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findLiveSession, type LiveSession, updateLastUsed } from './signing-in/session-store.ts'
import type { ManagerRow } from './store.ts'

export const accessMs = DAY_MS
/** a refresh token works for so long after it was exchanged, so that two tabs do not log each other out */
export const replacedMs = 60 * SECOND_MS
/** a server that another one cannot tell may see a changed role, a block or the end of a session so much later */
const rememberMs = 5 * SECOND_MS
const rememberMost = 10_000
/** how exact "last used" of a session is */
const lastUsedMs = 5 * MINUTE_MS

/**
 * Makes and reads access tokens (JWT, HS256, 24 h) that name a manager and a session. Role, scope and whether the session
 * lives are read from the database, not from the token.
 */
export interface Access {
  sign(managerId: number, sessionId: number): Promise<string>
  authenticate: Authenticate
  /** Reads a manager and their sessions again at their next call, on all servers, and ends what they read live. Call it after each change to them. */
  forget(managerId: number): void
  /** Calls back, on each server, when a manager is to be read again. */
  onForget(handle: (managerId: number) => void): void
}

interface AccessParts {
  db: Db
  nodes: NodeBus
  live: LiveBus
  clock: Clock
  secretKey: string
  /** a session ends when it was unused for so long */
  idleMs: number
  administratorsNeedSecondFactor: boolean
}

type Remembered = Pick<LiveSession, 'manager' | 'endsAt'>

/** The live sessions, remembered for some seconds. */
function rememberSessions({ db, nodes, clock, idleMs }: AccessParts, checkDue: (sessionId: number) => void) {
  const known = new Map<number, { session: Remembered | undefined; until: number }>()
  /** counts calls of `forget`: a row that was read before such a call must not be kept after it */
  let forgotten = 0

  const find = async (sessionId: number): Promise<Remembered | undefined> => {
    const now = clock.now()
    const remembered = known.get(sessionId)
    if (remembered && remembered.until > now.getTime()) return remembered.session
    const before = forgotten
    const usedSince = new Date(now.getTime() - idleMs)
    const found = await findLiveSession(db, sessionId, { usedSince, now })
    if (found?.checkDueAt && found.checkDueAt <= now) checkDue(sessionId)
    if (found && now.getTime() - found.lastUsedAt.getTime() > lastUsedMs)
      await updateLastUsed(db, sessionId, now)
    if (before !== forgotten) return found
    if (known.size >= rememberMost) known.clear()
    known.set(sessionId, { session: found, until: now.getTime() + rememberMs })
    return found
  }

  const handlers: ((managerId: number) => void)[] = []
  const forget = (managerId: number) => {
    forgotten++
    for (const handle of handlers) handle(managerId)
    for (const [id, { session }] of known) if (session?.manager.id === managerId) known.delete(id)
  }
  nodes.hear('forget', forget)
  return { find, forget, onForget: (handle: (managerId: number) => void) => void handlers.push(handle) }
}

/** `checkDue` is called when the provider of a session's log-in has to confirm it; nobody waits for it. */
export function openAccess(parts: AccessParts, checkDue: (sessionId: number) => void): Access {
  const { nodes, live, clock, secretKey, administratorsNeedSecondFactor } = parts
  const key = createHmac('sha256', secretKey).update('access token').digest()
  const { find, forget: forgetHere, onForget } = rememberSessions(parts, checkDue)

  return {
    sign: (managerId, sessionId) => {
      const now = clock.now().getTime()
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(managerId))
        .setIssuedAt(Math.floor(now / SECOND_MS))
        .setExpirationTime(Math.floor((now + accessMs) / SECOND_MS))
        .sign(key)
    },
    authenticate: async (authorization, { settingUp } = { settingUp: false }) => {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
      if (!token) throw new Failure('auth.required')
      const { id, sessionId, expiresAt } = await readToken(token, key, clock.now())
      const session = await find(sessionId)
      const { manager, endsAt = null } = session ?? {}
      if (manager?.id !== id) throw new Failure('auth.token_expired')
      if (manager.blocked_at) throw new Failure('auth.blocked')
      const { role, has_second_factor } = manager
      const state = secondFactorState(role, has_second_factor, administratorsNeedSecondFactor)
      if (state === 'needed' && !settingUp) throw new Failure('auth.second_factor_needed')
      const until = endsAt && endsAt < expiresAt ? endsAt : expiresAt
      return { caller: callerOf(manager, sessionId), expiresAt: until }
    },
    forget: (managerId) => {
      forgetHere(managerId)
      nodes.broadcast('forget', managerId)
      // screens come back at once, if they may
      live.dismiss(managerId)
    },
    onForget,
  }
}

async function readToken(
  token: string,
  key: Uint8Array,
  now: Date,
): Promise<{ id: number; sessionId: number; expiresAt: Date }> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['sub', 'exp'],
    })
    const sessionId = payload.sid
    // tokens from the time before sessions existed
    if (!Number.isSafeInteger(sessionId)) throw new Failure('auth.token_expired')
    return {
      id: Number(payload.sub),
      sessionId: sessionId as number,
      expiresAt: new Date((payload.exp ?? 0) * SECOND_MS),
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(error instanceof errors.JWTExpired ? 'auth.token_expired' : 'auth.required')
  }
}

const callerOf = ({ id, role, owner_id, email }: ManagerRow, sessionId: number): Caller => ({
  id,
  role,
  ownerId: owner_id,
  email,
  sessionId,
})

/** A new refresh token; only its hash is stored. 32 random bytes need no slow hash. */
export const drawRefreshToken = (): string => randomBytes(32).toString('base64url')
export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Whether an account has a second factor, and whether it must have one. */
export const secondFactorState = (
  role: Role,
  confirmed: boolean,
  administratorsNeedIt: boolean,
): SecondFactorState => {
  if (confirmed) return 'on'
  return administratorsNeedIt && role === 'administrator' ? 'needed' : 'off'
}
