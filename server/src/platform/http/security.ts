import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { networkOf } from '../listeners/proxies.ts'
import { Failure } from './failure.ts'

/** What the web application asks the browser for: nothing but, on the map, where the person is. */
const permissions = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'gyroscope'],
  ...['hid', 'magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
]
const permissionsPolicy = [...permissions.map((name) => `${name}=()`), 'geolocation=(self)'].join(', ')

const originOf = (url: string | null): string[] => (url === null ? [] : [new URL(url).origin])

/** Security headers with a strict content policy, and compressed answers, for everything that is served. */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(config.payment.bluesnap ? [config.payment.bluesnap.libraryUrl] : [])],
        scriptSrcAttr: ["'none'"],
        // the component library writes style tags at run time; style attributes in HTML are refused
        styleSrc: ["'self'", "'unsafe-inline'"],
        styleSrcElem: ["'self'", "'unsafe-inline'"],
        styleSrcAttr: ["'none'"],
        fontSrc: ["'self'"],
        frameSrc: ["'none'"],
        // a station's picture may stand on its maker's site
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...originOf(config.tilesUrl)],
        connectSrc: ["'self'", ...originOf(config.tilesUrl)],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
    // data is kept by nobody on the way; what may be kept says so itself
    if (url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
}

/** Bounds the calls of one address a minute, in the plugin it is called in; where a secret decides, it is only counted. */
export async function limitRate(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: ({ remoteAddress }) => networkOf(remoteAddress),
    errorResponseBuilder: () => new Failure('request.too_many'),
  })
  const bound = app.rateLimit()
  const count = app.createRateLimit()
  app.decorateRequest('isBeyondRate', false)
  // before the routes' own hooks, so that requests without a log-in are counted too
  app.addHook('onRequest', async function (request, reply) {
    if (!request.routeOptions.config.bySecret) return bound.call(this, request, reply)
    const counted = await count(request)
    request.isBeyondRate = !counted.isAllowed && counted.isExceeded
  })
}
