import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { takeUploads } from './platform/files/uploads.ts'
import { serveGraphql } from './platform/graphql/route.ts'
import { answerOnce } from './platform/http/answered-requests.ts'
import { driverCalls } from './platform/http/driver-calls.ts'
import { Failure } from './platform/http/failure.ts'
import { answerErrors, errorAnswer, hearChanges, type Rest, takeJson } from './platform/http/http.ts'
import { documentRoutes } from './platform/http/openapi.ts'
import { refuseMalformed, refuseUnparsed } from './platform/http/refusals.ts'
import { limitRate, secure } from './platform/http/security.ts'
import { serveWeb } from './platform/http/web.ts'
import { serveMetrics } from './platform/watching/metrics.ts'
import type { Readiness } from './platform/watching/readiness.ts'
import { orderQueries } from './slices/charging/orders/resolvers.ts'
import { bulkRoutes } from './slices/control/bulk/routes.ts'
import { commandRoutes } from './slices/control/commands/routes.ts'
import { taskRoutes } from './slices/control/commands/tasks/task-routes.ts'
import { energyRoutes } from './slices/control/energy/routes.ts'
import { firmwareRoutes } from './slices/control/firmware/routes.ts'
import { maintenanceRoutes } from './slices/control/maintenance/routes.ts'
import { rootRoutes } from './slices/control/plug-and-charge/roots/routes.ts'
import { paymentQueries } from './slices/figures/statistics/resolvers.ts'
import { inboxRoutes } from './slices/operations/inbox/routes.ts'
import { incidentRoutes } from './slices/operations/incidents/routes.ts'
import { statusPage } from './slices/operations/status/routes.ts'
import { documentedWebhooks } from './slices/operations/webhooks/events/documented.ts'
import { driverAccountRoutes } from './slices/public/account/routes.ts'
import { driverLive } from './slices/public/charge/live.ts'
import { chargePages } from './slices/public/charge/pages.ts'
import { chargeRoutes } from './slices/public/charge/routes.ts'
import { networkPages } from './slices/public/network/pages.ts'
import { payRoutes } from './slices/public/pay/routes.ts'
import { journalRoutes } from './slices/stations/journal/routes.ts'
import {
  bindFigures,
  bindMoney,
  bindNetwork,
  bindPartners,
  bindPeople,
  bindPlaces,
  codePartsOf,
  paymentPartsOf,
} from './wiring/office-calls.ts'
import type { Parts } from './wiring/parts.ts'
import { bindRoaming, serveRoaming } from './wiring/roaming-side.ts'
import { seenIn } from './wiring/seen.ts'

/** Binds the parts to HTTP; nothing listens yet. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, db, log, readiness } = parts
  const app = Fastify({
    loggerInstance: log,
    bodyLimit: 1_048_576,
    requestTimeout: 120_000,
    frameworkErrors: refuseMalformed,
    clientErrorHandler: refuseUnparsed,
    routerOptions: { maxParamLength: 500 },
  })
  // Fastify's own `ip` is the socket's
  app.decorateRequest('remoteAddress', {
    getter() {
      return config.proxies.addressOf(this.raw)
    },
  })
  endIdleConnections(app)
  answerErrors(app)
  takeJson(app)
  await secure(app, config)
  serveMetrics(app, parts.metrics)
  parts.traces?.serve(app)
  serveHealth(app, readiness)
  await serveWeb(app, { publicUrl: config.publicUrl, readiness })
  networkPages(app, {
    shown: parts.network,
    publicUrl: config.publicUrl,
    embedOrigins: config.networkEmbedOrigins,
  })
  chargePages(app, chargePartsOf(parts))
  statusPage(app, parts)

  const { admit } = parts.accounts
  const queries = { ...orderQueries(db), ...paymentQueries({ db, timeZone: config.timeZone }) }
  await app.register(async (api) => {
    await limitRate(api, config)
    refuseUnready(api, readiness)
    serveGraphql(api, { admit, queries })
    await api.register(async (scope) => {
      await documentRoutes(scope, config.publicUrl, documentedWebhooks)
      await takeUploads(scope, config.dataDir)
      parts.files.serve(scope)
      hearChanges(scope, (managerId) => parts.reading.changed(managerId))
      const once = answerOnce({ db, clock: parts.clock, secretKey: config.secretKey })
      const driverOf = driverCalls(scope, parts.driverAccounts.access.authenticate)
      const listSeen = seenIn(db)
      const rest = { app: scope, admit, driverOf, answerOnce: once, listSeen, reads: parts.reads }
      bindNetwork(rest, parts)
      bindPeople(rest, parts)
      bindPlaces(rest, parts)
      bindFigures(rest, parts)
      bindMoney(rest, parts)
      bindPartners(rest, parts)
      bindStations(rest, parts)
    })
    await api.register((scope) => serveRoaming(scope, parts), { prefix: '/ocpi' })
  })
  return app
}

/** What begins an order that its driver pays. */
const payPartsOf = (parts: Parts) => ({
  ...paymentPartsOf(parts),
  ...parts.stations.commands,
  ...codePartsOf(parts),
  receipts: parts.receipts,
  cover: parts.cover,
  reservationFreeSeconds: parts.config.payment.reservationFreeSeconds,
  notices: parts.notices,
})

const chargePartsOf = (parts: Parts) => ({
  ...payPartsOf(parts),
  supportPhone: parts.config.supportPhone,
  secure: parts.config.publicUrl?.startsWith('https:') ?? false,
})

/** What is said to stations, and what they said. */
function bindStations(rest: Rest, parts: Parts): void {
  const { config, db, clock, watch, downloads, stations, accounts, payments } = parts
  const { commands, runner } = stations
  journalRoutes(rest, { db, clock, watch, downloads })
  downloads.listen(rest.app)
  commandRoutes(rest, { ...commands, cover: parts.cover })
  maintenanceRoutes(rest, commands)
  payRoutes(rest, { ...payPartsOf(parts), ...payments, throttles: accounts.throttles })
  chargeRoutes(rest, chargePartsOf(parts))
  driverLive(rest, { db, clock, live: parts.live, throttles: accounts.throttles })
  driverAccountRoutes(rest, parts.driverAccounts)
  inboxRoutes(rest, commands, paymentPartsOf(parts))
  taskRoutes(rest, { ...commands, downloads, incomingDir: join(config.dataDir, 'incoming') })
  incidentRoutes(rest, { db, clock, live: parts.live, book: parts.incidentBook })
  energyRoutes(rest, { db, clock, live: parts.live })
  bulkRoutes(rest, { ...commands, runner, downloads })
  firmwareRoutes(rest, { db, clock, ...parts.firmware })
  rootRoutes(rest, { db, clock })
  bindRoaming(rest, parts.roaming, parts)
}

function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (request, reply) => {
    if (readiness.takesTraffic && !readiness.isDraining) return { status: 'ok' }
    const failure = new Failure(readiness.isDraining ? 'server.draining' : 'server.not_ready')
    return reply.code(failure.status).send(errorAnswer(failure, request))
  })
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
