import type { ErrorCode } from '@stationmaster/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'

// A request with a secret that cannot be guessed (a link that was mailed or shown) passes, whatever others behind the same
// address try: the secret is looked up first, and only one that opens nothing meets the bounds of its address.

declare module 'fastify' {
  interface FastifyRequest {
    /** its address has made more calls within the minute than it may; set where a secret is looked up all the same */
    isBeyondRate: boolean
  }
  interface FastifyContextConfig {
    bySecret?: true
  }
}

/** What a route says that is called by who holds a secret. */
export const bySecret = { config: { bySecret: true } } as const

/** Who comes with a secret. */
export type Bearer = Pick<FastifyRequest, 'remoteAddress' | 'isBeyondRate'>

/** What is answered where a secret opens nothing: nobody tries secrets faster than an address may call at all. */
export const missed = ({ isBeyondRate }: Pick<Bearer, 'isBeyondRate'>, code: ErrorCode): Failure =>
  new Failure(isBeyondRate ? 'request.too_many' : code)

const perMinute = 120

/**
 * Limits each call of one link a minute, so that somebody who floods one call blocks neither other links nor the other calls of this one;
 * to be called once the link is known to be valid.
 */
export function limitByLink(
  app: FastifyInstance,
): (request: FastifyRequest<{ Params: { token: string } }>) => Promise<void> {
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: ({ method, routeOptions, params }) =>
      `${method} ${routeOptions.url} ${(params as { token: string }).token}`,
  })
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      throw new Failure('request.too_many', { retry_after_seconds: counted.ttlInSeconds })
  }
}
