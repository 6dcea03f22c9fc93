import { liveScopes } from '@stationmaster/contract'
import { liveRoute } from '../platform/general/live.ts'
import { hasScope } from '../platform/http/caller.ts'
import type { Rest } from '../platform/http/http.ts'
import { fleetRoutes } from '../slices/charging/drivers/fleets/routes.ts'
import { tagGroupRoutes } from '../slices/charging/drivers/groups/routes.ts'
import { driverRoutes } from '../slices/charging/drivers/routes.ts'
import { unknownTagRoutes } from '../slices/charging/drivers/unknown/routes.ts'
import { feedbackRoutes } from '../slices/charging/feedback/routes.ts'
import { gapRoutes } from '../slices/charging/gaps/routes.ts'
import { countRoaming } from '../slices/charging/orders/measuring/power-store.ts'
import { countOrdersOf, openOrders } from '../slices/charging/orders/messages/open-store.ts'
import { pricedSessions } from '../slices/charging/orders/prepaid/priced-store.ts'
import { orderRoutes } from '../slices/charging/orders/routes.ts'
import { monthlyRoutes } from '../slices/figures/reports/monthly/monthly-routes.ts'
import { reportRoutes } from '../slices/figures/reports/routes.ts'
import { scheduleRoutes } from '../slices/figures/reports/schedules/schedule-routes.ts'
import { insightRoutes } from '../slices/figures/statistics/insight-routes.ts'
import { statisticsRoutes } from '../slices/figures/statistics/routes.ts'
import { bankRoutes } from '../slices/money/bank/routes.ts'
import { contractRoutes } from '../slices/money/contracts/routes.ts'
import { listTerms } from '../slices/money/contracts/store.ts'
import { fleetInvoiceRoutes } from '../slices/money/invoices/routes.ts'
import type { PaymentParts } from '../slices/money/payments/actions.ts'
import { driverBalanceRoutes } from '../slices/money/payments/books/driver-balance.ts'
import { recalculate } from '../slices/money/payments/books/recalculate.ts'
import { reconciliationRoutes } from '../slices/money/payments/books/reconciliation-routes.ts'
import { terminalRoutes } from '../slices/money/payments/cards/terminal-routes.ts'
import { paymentRoutes, refundRunRoutes } from '../slices/money/payments/routes.ts'
import { savedCardRoutes } from '../slices/money/providers/cards/saved-cards.ts'
import { webhookRoutes } from '../slices/money/providers/webhook-routes.ts'
import { receiptRoutes } from '../slices/money/receipts/routes.ts'
import { serviceRoutes } from '../slices/money/services/routes.ts'
import { orderServiceRoutes } from '../slices/money/services/sold/order-routes.ts'
import { loadServices } from '../slices/money/services/view.ts'
import { alertRoutes } from '../slices/operations/alerts/routes.ts'
import { fullExportRoutes } from '../slices/operations/full-export/routes.ts'
import { helpRoutes } from '../slices/operations/help/routes.ts'
import { repairRoutes } from '../slices/operations/repairs/routes.ts'
import { serverRoutes } from '../slices/operations/servers/routes.ts'
import { statusRoutes } from '../slices/operations/status/routes.ts'
import { versionRoutes } from '../slices/operations/versions/routes.ts'
import { wallRoutes } from '../slices/operations/wall/routes.ts'
import { findScreen, readerOf } from '../slices/operations/wall/screens.ts'
import { webhookEndpointRoutes } from '../slices/operations/webhooks/routes.ts'
import { ownerRoutes } from '../slices/partners/owners/routes.ts'
import { planRoutes } from '../slices/partners/plan/routes.ts'
import { subscriberRoutes } from '../slices/partners/plan/subscribers/subscribers-routes.ts'
import { loadBalance } from '../slices/partners/settlement/balance.ts'
import { settlementRoutes } from '../slices/partners/settlement/routes.ts'
import { apiKeyRoutes } from '../slices/people/api-keys/routes.ts'
import { accountRoutes } from '../slices/people/managers/account-routes.ts'
import { staffRoutes } from '../slices/people/managers/staff/staff-routes.ts'
import { singleSignOnRoutes } from '../slices/people/single-sign-on/routes.ts'
import { countLocationsOf } from '../slices/places/locations/access/assignment-store.ts'
import { loadVisibleIds } from '../slices/places/locations/access/scope-store.ts'
import { locationRoutes } from '../slices/places/locations/routes.ts'
import { mapRoutes } from '../slices/places/maps/routes.ts'
import { photoRoutes } from '../slices/places/photos/routes.ts'
import { tariffRoutes } from '../slices/places/tariffs/routes.ts'
import { labelRoutes } from '../slices/public/labels/routes.ts'
import { networkRoutes } from '../slices/public/network/routes.ts'
import { meterKeyRoutes } from '../slices/stations/meters/routes.ts'
import { removeStationsOf } from '../slices/stations/stations/change-store.ts'
import { ownerChanged } from '../slices/stations/stations/lists/cover.ts'
import { loadLocationStations } from '../slices/stations/stations/lists/of-locations.ts'
import { pricedConnectors } from '../slices/stations/stations/lists/priced-store.ts'
import { stationRoutes } from '../slices/stations/stations/routes.ts'
import { timelineRoutes } from '../slices/stations/timeline/routes.ts'
import { listUptimes } from '../slices/stations/timeline/view.ts'
import { bindComing } from './coming-side.ts'
import type { Parts } from './parts.ts'

/** The network itself: what everybody may know, live signals, other programs. */
export function bindNetwork(rest: Rest, parts: Parts): void {
  const { config, db, clock, live, accounts, downloads } = parts
  const { timeZone, secretKey } = config
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
  networkRoutes(rest, parts.network, parts.datex)
  versionRoutes(rest, { db, clock })
  serverRoutes(rest, { db, node: config.nodeId })
  statusRoutes(rest, parts)
  alertRoutes(rest, parts.alerting)
  repairRoutes(rest, { db, clock, timeZone })
  wallRoutes(rest, { db, clock, live, timeZone, loadStations: loadLocationStations })
  webhookEndpointRoutes(rest, {
    db,
    clock,
    secretKey,
    reach: { privateNetworks: config.privateNetworks },
    deliveries: parts.deliveries,
    look: () => parts.webhooks.look(),
  })
  fullExportRoutes(rest, { exports: parts.fullExports, accounts, downloads })
}

/** The staff, and drivers with their cards and fleets. */
export function bindPeople(rest: Rest, parts: Parts): void {
  const { config, db, clock, accounts } = parts
  const { timeZone, currency } = config
  accountRoutes(rest, accounts)
  apiKeyRoutes(rest, accounts)
  singleSignOnRoutes(rest, accounts.singleSignOn)
  staffRoutes(rest, { ...accounts, countLocations: countLocationsOf, loadBalance })
  driverRoutes(rest, { db, clock })
  tagGroupRoutes(rest, { db, clock, currency })
  unknownTagRoutes(rest, { db, clock })
  fleetRoutes(rest, { db, clock, timeZone })
}

/** Locations and stations, with what they cost. */
export function bindPlaces(rest: Rest, parts: Parts): void {
  const { config, db, clock, live, accounts, geocoder } = parts
  const { timeZone, currency, secretKey, publicUrl } = config
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
  serviceRoutes(rest, { db, clock, live, cover: parts.cover })
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
  feedbackRoutes(rest, { db, clock, live })
  gapRoutes(rest, { db, clock })
}

/** Sessions, and what is reckoned of them. */
export function bindFigures(rest: Rest, parts: Parts): void {
  const { config, db, clock, reading, downloads, exports } = parts
  const { timeZone, currency } = config
  statisticsRoutes(rest, { db, reading: parts.reading, clock, timeZone })
  insightRoutes(rest, { db, clock, timeZone })
  reportRoutes(rest, { db, reading, clock, timeZone, currency, downloads, exports })
  scheduleRoutes(rest, parts.exporting)
  monthlyRoutes(rest, { db, clock, timeZone, currency, downloads: parts.downloads })
  orderRoutes(rest, { db, clock })
}

/** Payments, and the books. */
export function bindMoney(rest: Rest, parts: Parts): void {
  const { config, db, clock } = parts
  const { timeZone, currency } = config
  const payments = paymentPartsOf(parts)
  paymentRoutes(rest, payments)
  refundRunRoutes(rest, { ...payments, jobs: parts.jobs })
  reconciliationRoutes(rest, payments)
  bankRoutes(rest, { db, clock, timeZone, currency: config.currency })
  receiptRoutes(rest, { db, clock, timeZone, receipts: parts.receipts })
  terminalRoutes(rest, payments)
  webhookRoutes(rest, parts.payments.paymentService)
  fleetInvoiceRoutes(rest, { db, clock, timeZone, currency, downloads: parts.downloads })
  driverBalanceRoutes(rest, { db, clock, timeZone, receipts: parts.receipts })
  orderServiceRoutes(rest, { ...payments, ...codePartsOf(parts), cover: parts.cover })
  savedCardRoutes(rest, { db, clock, paymentService: parts.payments.paymentService })
}

/** Owners of locations: their terms, statements and plans. */
export function bindPartners(rest: Rest, parts: Parts): void {
  const { config, db, clock, live, accounts } = parts
  const { timeZone, currency } = config
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
}

export function paymentPartsOf({
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
export const codePartsOf = ({ config, accounts }: Parts) => ({
  mailer: accounts.mailer,
  secretKey: config.secretKey,
  currency: config.currency,
})
