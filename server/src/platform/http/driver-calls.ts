import { MINUTE_MS } from '@stationmaster/units'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthenticateDriver, DriverCaller } from './caller.ts'
import { Failure } from './failure.ts'

/**
 * The driver of a request; null: a stranger, who sends no Authorization header. A header that is wrong or too old is refused
 * (auth.required, auth.token_expired), so that an app exchanges its token instead of becoming a stranger unseen.
 */
export type DriverOf = (request: FastifyRequest) => Promise<DriverCaller | null>

const perMinute = 240

/** Reads the drivers of requests, and limits how many calls one account makes in a minute from whatever addresses. */
export function driverCalls(app: FastifyInstance, authenticate: AuthenticateDriver): DriverOf {
  const read = new WeakMap<FastifyRequest, DriverCaller>()
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `driver ${read.get(request)?.id}`,
  })
  return async (request) => {
    const { authorization } = request.headers
    if (authorization === undefined) return null
    const known = read.get(request)
    if (known) return known
    const driver = await authenticate(authorization)
    read.set(request, driver)
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      throw new Failure('request.too_many', { retry_after_seconds: counted.ttlInSeconds })
    return driver
  }
}
