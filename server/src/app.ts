import { join } from 'node:path'
import { liveScopes } from '@stationmaster/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { takeUploads } from './platform/files/uploads.ts'
import { liveRoute } from './platform/general/live.ts'
import { serveGraphql } from './platform/graphql/graphql.ts'
import { answerOnce } from './platform/http/answered-requests.ts'
import { hasScope } from './platform/http/caller.ts'
import { driverCalls } from './platform/http/driver-calls.ts'
import { Failure } from './platform/http/failure.ts'
import { answerErrors, errorAnswer, hearChanges, type Rest, takeJson } from './platform/http/http.ts'
import { documentRoutes } from './platform/http/openapi.ts'
import { refuseMalformed, refuseUnparsed } from './platform/http/refusals.ts'
import { limitRate, secure } from './platform/http/security.ts'
import { serveWeb } from './platform/http/web.ts'
import { serveMetrics } from './platform/watching/metrics.ts'
import type { Readiness } from './platform/watching/readiness.ts'
import { fleetRoutes } from './slices/charging/drivers/fleets/routes.ts'
import { tagGroupRoutes } from './slices/charging/drivers/groups/routes.ts'
import { driverRoutes } from './slices/charging/drivers/routes.ts'
import { unknownTagRoutes } from './slices/charging/drivers/unknown/routes.ts'
import { feedbackRoutes } from './slices/charging/feedback/routes.ts'
import { gapRoutes } from './slices/charging/gaps/routes.ts'
import { countRoaming } from './slices/charging/orders/measuring/power-store.ts'
import { countOrdersOf, openOrders } from './slices/charging/orders/messages/open-store.ts'
import { pricedSessions } from './slices/charging/orders/prepaid/priced-store.ts'
import { orderQueries } from './slices/charging/orders/resolvers.ts'
import { orderRoutes } from './slices/charging/orders/routes.ts'
import { bulkRoutes } from './slices/control/bulk/routes.ts'
import { commandRoutes } from './slices/control/commands/routes.ts'
import { taskRoutes } from './slices/control/commands/tasks/task-routes.ts'
import { energyRoutes } from './slices/control/energy/routes.ts'
import { firmwareRoutes } from './slices/control/firmware/routes.ts'
import { maintenanceRoutes } from './slices/control/maintenance/routes.ts'
import { rootRoutes } from './slices/control/plug-and-charge/roots/routes.ts'
import { monthlyRoutes } from './slices/figures/reports/monthly/monthly-routes.ts'
import { reportRoutes } from './slices/figures/reports/routes.ts'
import { scheduleRoutes } from './slices/figures/reports/schedules/schedule-routes.ts'
import { insightRoutes } from './slices/figures/statistics/insight-routes.ts'
import { paymentQueries } from './slices/figures/statistics/resolvers.ts'
import { statisticsRoutes } from './slices/figures/statistics/routes.ts'
import { bankRoutes } from './slices/money/bank/routes.ts'
import { contractRoutes } from './slices/money/contracts/routes.ts'
import { listTerms } from './slices/money/contracts/store.ts'
import { fleetInvoiceRoutes } from './slices/money/invoices/routes.ts'
import type { PaymentParts } from './slices/money/payments/actions.ts'
import { driverBalanceRoutes } from './slices/money/payments/books/driver-balance.ts'
import { recalculate } from './slices/money/payments/books/recalculate.ts'
import { reconciliationRoutes } from './slices/money/payments/books/reconciliation-routes.ts'
import { terminalRoutes } from './slices/money/payments/cards/terminal-routes.ts'
import { paymentRoutes, refundRunRoutes } from './slices/money/payments/routes.ts'
import { savedCardRoutes } from './slices/money/providers/cards/saved-cards.ts'
import { webhookRoutes } from './slices/money/providers/webhook-routes.ts'
import { receiptRoutes } from './slices/money/receipts/routes.ts'
import { serviceRoutes } from './slices/money/services/routes.ts'
import { orderServiceRoutes } from './slices/money/services/sold/order-routes.ts'
import { loadServices } from './slices/money/services/view.ts'
import { alertRoutes } from './slices/operations/alerts/routes.ts'
import { fullExportRoutes } from './slices/operations/full-export/routes.ts'
import { helpRoutes } from './slices/operations/help/routes.ts'
import { inboxRoutes } from './slices/operations/inbox/routes.ts'
import { incidentRoutes } from './slices/operations/incidents/routes.ts'
import { repairRoutes } from './slices/operations/repairs/routes.ts'
import { serverRoutes } from './slices/operations/servers/routes.ts'
import { statusPage, statusRoutes } from './slices/operations/status/routes.ts'
import { versionRoutes } from './slices/operations/versions/routes.ts'
import { wallRoutes } from './slices/operations/wall/routes.ts'
import { findScreen, readerOf } from './slices/operations/wall/screens.ts'
import { documentedWebhooks } from './slices/operations/webhooks/events/documented.ts'
import { webhookEndpointRoutes } from './slices/operations/webhooks/routes.ts'
import { ownerRoutes } from './slices/partners/owners/routes.ts'
import { planRoutes } from './slices/partners/plan/routes.ts'
import { subscriberRoutes } from './slices/partners/plan/subscribers/subscribers-routes.ts'
import { loadBalance } from './slices/partners/settlement/balance.ts'
import { settlementRoutes } from './slices/partners/settlement/routes.ts'
import { apiKeyRoutes } from './slices/people/api-keys/routes.ts'
import { accountRoutes } from './slices/people/managers/account-routes.ts'
import { staffRoutes } from './slices/people/managers/staff/staff-routes.ts'
import { singleSignOnRoutes } from './slices/people/single-sign-on/routes.ts'
import { countLocationsOf } from './slices/places/locations/access/assignment-store.ts'
import { loadVisibleIds } from './slices/places/locations/access/scope-store.ts'
import { locationRoutes } from './slices/places/locations/routes.ts'
import { mapRoutes } from './slices/places/maps/routes.ts'
import { photoRoutes } from './slices/places/photos/routes.ts'
import { tariffRoutes } from './slices/places/tariffs/routes.ts'
import { driverAccountRoutes } from './slices/public/account/routes.ts'
import { driverLive } from './slices/public/charge/live.ts'
import { chargePages } from './slices/public/charge/pages.ts'
import { chargeRoutes } from './slices/public/charge/routes.ts'
import { labelRoutes } from './slices/public/labels/routes.ts'
import { networkPages } from './slices/public/network/pages.ts'
import { networkRoutes } from './slices/public/network/routes.ts'
import { payRoutes } from './slices/public/pay/routes.ts'
import { journalRoutes } from './slices/stations/journal/routes.ts'
import { meterKeyRoutes } from './slices/stations/meters/routes.ts'
import { removeStationsOf } from './slices/stations/stations/change-store.ts'
import { ownerChanged } from './slices/stations/stations/lists/cover.ts'
import { loadLocationStations } from './slices/stations/stations/lists/of-locations.ts'
import { pricedConnectors } from './slices/stations/stations/lists/priced-store.ts'
import { stationRoutes } from './slices/stations/stations/routes.ts'
import { timelineRoutes } from './slices/stations/timeline/routes.ts'
import { listUptimes } from './slices/stations/timeline/view.ts'
import { bindComing } from './wiring/coming-side.ts'
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
      await documentRoutes(scope, config.publicUrl, documentedWebhooks())
      await takeUploads(scope, config.dataDir)
      parts.files.serve(scope)
      hearChanges(scope, (managerId) => parts.reading.changed(managerId))
      const once = answerOnce({ db, clock: parts.clock, secretKey: config.secretKey })
      const driverOf = driverCalls(scope, parts.driverAccounts.access.authenticate)
      const listSeen = seenIn(db)
      const rest = { app: scope, admit, driverOf, answerOnce: once, listSeen, reads: parts.reads }
      bindOffice(rest, parts)
      bindStations(rest, parts)
    })
    await api.register((scope) => serveRoaming(scope, parts), { prefix: '/ocpi' })
  })
  return app
}

/** People, locations and what is reckoned. */
function bindOffice(rest: Rest, parts: Parts): void {
  const { config, db, clock, live, accounts, geocoder } = parts
  const { timeZone, currency, secretKey, publicUrl } = config
  helpRoutes(rest, {
    ...config,
    db,
    clock,
    cardKey: parts.payments.publicKey,
    takesSignUps: () => accounts.takesPassword(null),
    hasLegalDetails: async () => (await listTerms(db, 'legal_details')).length > 0,
  })
  liveRoute(rest, {
    bus: live,
    clock,
    admit: async (request, reply) => {
      const screen = await findScreen(db, request.headers.authorization)
      if (screen) return { id: readerOf(screen), scope: null, hears: () => true, expiresAt: null }
      const { caller, expiresAt } = await rest.admit(request, reply, { scope: 'open', placed: true })
      const scope = await loadVisibleIds(db, caller)
      return { id: caller.id, scope, hears: (topic) => hasScope(caller, liveScopes[topic]), expiresAt }
    },
  })
  accountRoutes(rest, accounts)
  apiKeyRoutes(rest, accounts)
  singleSignOnRoutes(rest, accounts.singleSignOn)
  staffRoutes(rest, { ...accounts, countLocations: countLocationsOf, loadBalance })
  mapRoutes(rest, { geocoder, tilesUrl: config.tilesUrl })
  locationRoutes(rest, {
    db,
    clock,
    live,
    geocoder,
    timeZone,
    selfService: config.selfService,
    loadStations: loadLocationStations,
    loadServices,
    cover: parts.cover,
    countOrders: countOrdersOf,
    countRoaming,
    removeStations: removeStationsOf,
    disconnect: parts.stations.disconnect,
    ownerChanged: async (tx, by, locationId) => {
      await ownerChanged(tx, parts.cover, { ...by, cause: 'owner' }, { locationIds: [locationId] })
    },
  })
  photoRoutes(rest, { db, clock, live })
  driverRoutes(rest, { db, clock })
  tagGroupRoutes(rest, { db, clock, currency })
  unknownTagRoutes(rest, { db, clock })
  fleetRoutes(rest, { db, clock, timeZone })
  versionRoutes(rest, { db, clock })
  alertRoutes(rest, parts.alerting)
  repairRoutes(rest, { db, clock, timeZone })
  statusRoutes(rest, parts)
  serverRoutes(rest, { db, node: config.nodeId })
  tariffRoutes(rest, { db, clock, currency, connectors: pricedConnectors, sessions: pricedSessions })
  stationRoutes(rest, {
    db,
    clock,
    live,
    orders: openOrders,
    cover: parts.cover,
    uptimes: listUptimes,
    secretKey,
    currency,
    publicUrl,
  })
  timelineRoutes(rest, { db, clock })
  meterKeyRoutes(rest, { db, clock })
  bindComing(rest, { ...parts, timeZone, secretKey, currency })
  statisticsRoutes(rest, { db, reading: parts.reading, clock, timeZone })
  wallRoutes(rest, { db, clock, live, timeZone, loadStations: loadLocationStations })
  webhookEndpointRoutes(rest, {
    db,
    clock,
    secretKey,
    reach: { privateNetworks: config.privateNetworks },
    deliveries: parts.deliveries,
    look: () => parts.webhooks.look(),
  })
  insightRoutes(rest, { db, clock, timeZone })
  const { reading, downloads, exports } = parts
  fullExportRoutes(rest, { exports: parts.fullExports, accounts, downloads })
  reportRoutes(rest, { db, reading, clock, timeZone, currency, downloads, exports })
  scheduleRoutes(rest, parts.exporting)
  monthlyRoutes(rest, { db, clock, timeZone, currency, downloads: parts.downloads })
  orderRoutes(rest, { db, clock })
  feedbackRoutes(rest, { db, clock, live })
  gapRoutes(rest, { db, clock })
  const payments = paymentPartsOf(parts)
  paymentRoutes(rest, payments)
  refundRunRoutes(rest, { ...payments, jobs: parts.jobs })
  reconciliationRoutes(rest, payments)
  bankRoutes(rest, { db, clock, timeZone, currency: config.currency })
  receiptRoutes(rest, { db, clock, timeZone, receipts: parts.receipts })
  terminalRoutes(rest, payments)
  contractRoutes(rest, {
    db,
    clock,
    timeZone,
    terms: parts.terms,
    recalculate: (tx, fromDay, now) => recalculate(tx, fromDay, now, timeZone),
  })
  settlementRoutes(rest, {
    db,
    clock,
    timeZone,
    currency,
    downloads: parts.downloads,
    newOwnerHoldDays: config.newOwnerHoldDays,
  })
  webhookRoutes(rest, parts.payments.paymentService)
  networkRoutes(rest, parts.network, parts.datex)
  labelRoutes(rest, {
    db,
    clock,
    secretKey,
    timeZone,
    currency,
    supportPhone: config.supportPhone,
    downloads: parts.downloads,
    linkTo: accounts.mailer.link.bind(accounts.mailer),
  })
  fleetInvoiceRoutes(rest, { db, clock, timeZone, currency, downloads: parts.downloads })
  driverBalanceRoutes(rest, { db, clock, timeZone, receipts: parts.receipts })
  planRoutes(rest, parts.plans)
  ownerRoutes(rest, {
    db,
    clock,
    live,
    timeZone,
    mailer: accounts.mailer,
    newOwnerHoldDays: config.newOwnerHoldDays,
  })
  subscriberRoutes(rest, { db })
  serviceRoutes(rest, { db, clock, live, cover: parts.cover })
  orderServiceRoutes(rest, { ...payments, ...codePartsOf(parts), cover: parts.cover })
  savedCardRoutes(rest, { db, clock, paymentService: parts.payments.paymentService })
}

function paymentPartsOf({
  config,
  db,
  clock,
  live,
  terms,
  receipts,
  payments: { paymentService },
}: Parts): PaymentParts {
  return { db, clock, live, terms, paymentService, receipts, timeZone: config.timeZone }
}

/** What asks drivers for their consent. */
const codePartsOf = ({ config, accounts }: Parts) => ({
  mailer: accounts.mailer,
  secretKey: config.secretKey,
  currency: config.currency,
})

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
