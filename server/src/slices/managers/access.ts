import { createHash, createHmac, randomBytes } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '@stationmaster/units'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Authenticate, Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { Failure } from '../../platform/failure.ts'
import type { Db } from '../../platform/schema.ts'
import { findManager, type ManagerRow } from './store.ts'

export const accessMs = DAY_MS
export const refreshMs = 30 * DAY_MS
/** for so long a refresh token works on after it was exchanged, so that two tabs do not log each other out */
export const replacedMs = 60 * SECOND_MS
/** for so long a change of role or a block may go unseen by a running server */
const rememberMs = 5 * SECOND_MS
const rememberMost = 10_000

/** Makes and reads access tokens (JWT, HS256, 24 h). Role and scope are read from the database, not from the token. */
export interface Access {
  sign(managerId: number): Promise<string>
  authenticate: Authenticate
}

export function openAccess({ db, clock, secretKey }: { db: Db; clock: Clock; secretKey: string }): Access {
  const key = createHmac('sha256', secretKey).update('access token').digest()
  const known = new Map<number, { manager: ManagerRow | undefined; until: number }>()

  const managerOf = async (id: number): Promise<ManagerRow | undefined> => {
    const now = clock.now().getTime()
    const remembered = known.get(id)
    if (remembered && remembered.until > now) return remembered.manager
    const manager = await findManager(db, id)
    if (known.size >= rememberMost) known.clear()
    known.set(id, { manager, until: now + rememberMs })
    return manager
  }

  return {
    sign: (managerId) => {
      const now = clock.now().getTime()
      return new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(managerId))
        .setIssuedAt(Math.floor(now / SECOND_MS))
        .setExpirationTime(Math.floor((now + accessMs) / SECOND_MS))
        .sign(key)
    },
    authenticate: async (authorization) => {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
      if (!token) throw new Failure('auth.required')
      const { id, expiresAt } = await readToken(token, key, clock.now())
      const manager = await managerOf(id)
      if (!manager) throw new Failure('auth.required')
      if (manager.blocked_at) throw new Failure('auth.blocked')
      return { caller: callerOf(manager), expiresAt }
    },
  }
}

async function readToken(
  token: string,
  key: Uint8Array,
  now: Date,
): Promise<{ id: number; expiresAt: Date }> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['sub', 'exp'],
    })
    return { id: Number(payload.sub), expiresAt: new Date((payload.exp ?? 0) * SECOND_MS) }
  } catch (error) {
    throw new Failure(error instanceof errors.JWTExpired ? 'auth.token_expired' : 'auth.required')
  }
}

export const callerOf = ({ id, role, owner_id, email }: ManagerRow): Caller => ({
  id,
  role,
  ownerId: owner_id,
  email,
})

/** A new refresh token; only its hash is kept. 32 random bytes need no slow hash. */
export const drawRefreshToken = (): string => randomBytes(32).toString('base64url')
export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('hex')
