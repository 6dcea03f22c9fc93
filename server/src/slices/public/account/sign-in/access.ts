import { createHmac } from 'node:crypto'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { AuthenticateDriver, DriverCaller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { findSessionDriver } from './driver-session-store.ts'

const accessMs = 15 * MINUTE_MS
/** unused for so long, a sign-in has ended: many drivers charge some times a year */
export const unusedMs = 180 * DAY_MS
const audience = 'driver'

/** Makes and reads drivers' access tokens (JWT, HS256): their key and audience are not those of the staff's. */
export interface DriverAccess {
  sign(driver: DriverCaller): Promise<string>
  authenticate: AuthenticateDriver
}

export function openDriverAccess(parts: { db: Db; clock: Clock; secretKey: string }): DriverAccess {
  const { db, clock, secretKey } = parts
  const key = createHmac('sha256', secretKey).update('driver access token').digest()
  return {
    sign: ({ id, sessionId }) => {
      const now = clock.now().getTime()
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(id))
        .setAudience(audience)
        .setIssuedAt(Math.floor(now / SECOND_MS))
        .setExpirationTime(Math.floor((now + accessMs) / SECOND_MS))
        .sign(key)
    },
    authenticate: async (authorization) => {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
      if (!token) throw new Failure('auth.required')
      const now = clock.now()
      const driver = await readToken(token, key, now)
      // one row by its key: a sign-in that was ended elsewhere opens nothing from that moment on
      const usedSince = new Date(now.getTime() - unusedMs)
      if ((await findSessionDriver(db, driver.sessionId, usedSince)) !== driver.id)
        throw new Failure('auth.token_expired')
      return driver
    },
  }
}

async function readToken(token: string, key: Uint8Array, now: Date): Promise<DriverCaller> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience,
      currentDate: now,
      requiredClaims: ['sub', 'exp', 'sid'],
    })
    return { id: Number(payload.sub), sessionId: Number(payload.sid) }
  } catch (error) {
    throw new Failure(error instanceof errors.JWTExpired ? 'auth.token_expired' : 'auth.required')
  }
}
