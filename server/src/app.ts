import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import { Failure } from './platform/failure.ts'
import { serveFiles } from './platform/files.ts'
import { type Queries, serveGraphql } from './platform/graphql.ts'
import { answerErrors, errorAnswer, type Rest, takeJson } from './platform/http.ts'
import type { Jobs } from './platform/jobs.ts'
import { type LiveBus, liveRoute } from './platform/live.ts'
import { loggedRequest } from './platform/logged-request.ts'
import { openMailer } from './platform/mail.ts'
import { serveMetrics } from './platform/metrics.ts'
import { documentRoutes } from './platform/openapi.ts'
import type { Readiness } from './platform/readiness.ts'
import { refuseMalformed, refuseUnparsed } from './platform/refusals.ts'
import { limitRate, secure } from './platform/security.ts'
import { takeUploads } from './platform/uploads.ts'
import { serveWeb } from './platform/web.ts'
import { driverRoutes } from './slices/drivers/routes.ts'
import { helpRoutes } from './slices/help/routes.ts'
import { importRoutes } from './slices/imports/routes.ts'
import { locationRoutes } from './slices/locations/routes.ts'
import { type Access, openAccess } from './slices/managers/access.ts'
import { accountRoutes } from './slices/managers/account-routes.ts'
import { accountJobs } from './slices/managers/accounts.ts'
import { loadVisibleIds } from './slices/managers/scope.ts'
import { secondFactorRoutes } from './slices/managers/second-factor-routes.ts'
import { staffRoutes } from './slices/managers/staff-routes.ts'
import { AccountThrottles } from './slices/managers/throttles.ts'
import { mapRoutes, openGeocoder } from './slices/maps/routes.ts'
import { countOrdersOf } from './slices/orders/of-locations.ts'
import { loadLocationStations, removeStationsOf } from './slices/stations/of-locations.ts'
import { stationRoutes } from './slices/stations/routes.ts'
import { statisticsRoutes } from './slices/statistics/routes.ts'
import { sumRevenue } from './slices/statistics/store.ts'
import { tariffRoutes } from './slices/tariffs/routes.ts'
import { timelineRoutes } from './slices/timeline/routes.ts'
import { versionRoutes } from './slices/versions/routes.ts'

/** What the HTTP side of the server is made of. */
export interface AppParts {
  config: Config
  database: Database
  clock: Clock
  /** not started yet: what the slices do is named to it here */
  jobs: Jobs
  live: LiveBus
  metrics: Registry
  readiness: Readiness
  /** routes of the slices that need the wire */
  routes?: ((rest: Rest, app: FastifyInstance) => void)[]
  /** Closes the sockets of stations that are let in no more; without a wire there are none. */
  disconnect?(stationIds: readonly string[]): void
  queries?: Queries
}

/** Composes the HTTP server; nothing listens yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, clock, readiness } = parts
  const app = Fastify({
    logger:
      config.logLevel === 'silent' ? false : { level: config.logLevel, serializers: { req: loggedRequest } },
    trustProxy: config.trustProxy,
    bodyLimit: 1_048_576,
    requestTimeout: 120_000,
    frameworkErrors: refuseMalformed,
    clientErrorHandler: refuseUnparsed,
    routerOptions: { maxParamLength: 500 },
  })
  endIdleConnections(app)
  answerErrors(app)
  takeJson(app)
  await secure(app, config)
  serveMetrics(app, parts.metrics)
  serveHealth(app, readiness)
  await serveWeb(app)

  const access = openAccess({
    db: database.db,
    clock,
    secretKey: config.secretKey,
    idleMs: config.sessionIdleDays * DAY_MS,
    administratorsNeedSecondFactor: config.administratorsNeedSecondFactor,
  })
  await app.register(async (api) => {
    await limitRate(api, config)
    refuseUnready(api, readiness)
    serveGraphql(api, { ...access, queries: parts.queries ?? {} })
    await api.register(async (scope) => {
      await documentRoutes(scope, config.publicUrl)
      await takeUploads(scope)
      serveFiles(scope, database.db)
      serveCalls({ app: scope, authenticate: access.authenticate }, parts, access)
    })
  })
  return app
}

function serveCalls(rest: Rest, parts: AppParts, access: Access): void {
  const { clock, jobs, live } = parts
  const { db } = parts.database
  const { timeZone, currency, secretKey, publicUrl, sessionIdleDays, passwordAskedMinutes } = parts.config
  helpRoutes(rest, parts.config)
  liveRoute(rest, { bus: live, clock, scopeOf: (caller) => loadVisibleIds(db, caller) })
  const throttles = new AccountThrottles(db, parts.config.attempts)
  const mailer = openMailer({
    jobs,
    clock,
    config: parts.config,
    baseUrl: () => baseUrl(rest.app, parts.config),
  })
  const accounts = {
    ...{ db, clock, access, throttles, jobs, mailer },
    sealingKey: secretKey,
    idleMs: sessionIdleDays * DAY_MS,
    passwordMs: passwordAskedMinutes * MINUTE_MS,
    administratorsNeedSecondFactor: parts.config.administratorsNeedSecondFactor,
  }
  accountJobs(accounts)
  accountRoutes(rest, accounts)
  secondFactorRoutes(rest, accounts)
  staffRoutes(rest, { ...accounts, live, loadRevenue: sumRevenue })
  locationCalls(rest, parts)
  driverRoutes(rest, { db, clock })
  versionRoutes(rest, { db, clock })
  tariffRoutes(rest, { db, clock, currency })
  stationRoutes(rest, { db, clock, live, secretKey, publicUrl })
  timelineRoutes(rest, { db, clock })
  importRoutes(rest, { db, clock, live, timeZone, secretKey })
  statisticsRoutes(rest, { db, clock, timeZone })
  for (const add of parts.routes ?? []) add(rest, rest.app)
}

function locationCalls(rest: Rest, { config, database, clock, live, disconnect }: AppParts): void {
  const geocoder = openGeocoder(config.geocoderUrl, (error) =>
    rest.app.log.warn({ err: error }, 'the geocoder could not be asked'),
  )
  mapRoutes(rest, { geocoder, tilesUrl: config.tilesUrl })
  locationRoutes(rest, {
    db: database.db,
    clock,
    live,
    geocoder,
    timeZone: config.timeZone,
    selfService: config.selfService,
    loadStations: loadLocationStations,
    countOrders: countOrdersOf,
    removeStations: removeStationsOf,
    disconnect: disconnect ?? (() => undefined),
  })
}

function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (request, reply) => {
    if (readiness.takesTraffic) return { status: 'ok' }
    return reply.code(503).send(errorAnswer(new Failure('server.not_ready'), request))
  })
}

/** PUBLIC_URL, or where the server listens when it is not set; what a request says of its host is not believed. */
export function baseUrl(app: FastifyInstance, { publicUrl, host, port }: Config): string {
  if (publicUrl) return publicUrl
  const address = app.server.address()
  const listening = typeof address === 'object' && address ? address.port : port
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${listening}`
}

/**
 * Ends what connections are left once every call under way has its answer: browsers open some in advance, and one without
 * a request would hold the closing server up for a minute.
 */
function endIdleConnections(app: FastifyInstance): void {
  const { server } = app
  let underWay = 0
  server.on('request', (_request, response) => {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
    })
  })
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => {
      if (underWay === 0) server.closeAllConnections()
    }, 50).unref()
    server.once('close', () => clearInterval(sweep))
  })
}

/** Before it is migrated and seeded, and while it drains, the server asks to be tried again. */
function refuseUnready(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (readiness.takesTraffic) return
    reply.header('retry-after', '1')
    throw new Failure('server.not_ready')
  })
}
