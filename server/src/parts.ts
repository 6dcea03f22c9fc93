import { join } from 'node:path'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { Gauge } from 'prom-client'
import type { Config } from './config.ts'
import { flow } from './flow.ts'
import { Addresses } from './platform/addresses.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import { logFailure } from './platform/database-fault.ts'
import { DownloadLinks } from './platform/downloads.ts'
import { Files } from './platform/files.ts'
import type { Jobs } from './platform/jobs.ts'
import { LiveBus } from './platform/live.ts'
import { openMailer } from './platform/mail.ts'
import { openMetrics } from './platform/metrics.ts'
import { openFileStore } from './platform/open-file-store.ts'
import { DatabasePulse } from './platform/pulse.ts'
import { Readiness } from './platform/readiness.ts'
import type { Tx } from './platform/schema.ts'
import { KnownTerms } from './slices/contracts/known-terms.ts'
import { FirmwareAddresses } from './slices/firmware/addresses.ts'
import { FirmwareFiles } from './slices/firmware/files.ts'
import { FirmwareRunner } from './slices/firmware/runner.ts'
import { JournalWatch } from './slices/journal/watch.ts'
import { maintenanceJobs } from './slices/maintenance/actions.ts'
import { openAccess } from './slices/managers/access.ts'
import { accountJobs } from './slices/managers/accounts.ts'
import { AccountThrottles } from './slices/managers/throttles.ts'
import { openGeocoder } from './slices/maps/routes.ts'
import { PublicNetwork } from './slices/network/public-network.ts'
import { admittedOnly } from './slices/owners/cover.ts'
import { cashbackJobs } from './slices/payments/cashback.ts'
import { IdleCars } from './slices/payments/idle.ts'
import { refundJobs } from './slices/payments/refund-runs.ts'
import { PlanCharges } from './slices/plan/charge.ts'
import { openCover } from './slices/plan/cover.ts'
import { loadPlanFacts } from './slices/plan/store.ts'
import { openPayments, type Payments } from './slices/providers/open.ts'
import { ReceiptDesk } from './slices/receipts/desk.ts'
import { openTill } from './slices/receipts/open.ts'
import { Exports } from './slices/reports/exports.ts'
import { reportMailings } from './slices/reports/mailings.ts'
import { openSales } from './slices/services/sell.ts'
import { nameServicesOf } from './slices/services/view.ts'
import { SilenceWatch } from './slices/silences/watch.ts'
import { type OwnerChange, ownerChanged } from './slices/stations/cover.ts'
import { openStationSide } from './station-side.ts'

/** What everything else is built on. */
interface Ground {
  config: Config
  log: FastifyBaseLogger
  clock: Clock
  database: Database
  /** not started yet: what is to be done is named to it while the parts are built */
  jobs: Jobs
}

export type Parts = Awaited<ReturnType<typeof buildParts>>

/** Builds the parts of a server, each out of those before it; nothing runs, and nothing is asked of the database yet. */
export async function buildParts(ground: Ground) {
  const { config, log, clock, database, jobs } = ground
  const { db } = database
  const addresses = new Addresses(config)
  const live = new LiveBus()
  const metrics = openMetrics()
  const pulse = new DatabasePulse(database, log)
  const readiness = new Readiness(pulse)
  const downloads = new DownloadLinks(config.secretKey, clock, db)
  const files = new Files({ db, clock, log, store: openFileStore(config.fileStore) })
  files.begin(jobs, metrics)
  const watch = new JournalWatch(clock, live.publish.bind(live))

  const mailer = openMailer({ jobs, clock, config, baseUrl: () => addresses.base })

  const terms = new KnownTerms()
  const settling = () => ({ timeZone: config.timeZone, terms })
  const payments: Payments = await openPayments(config.payment, {
    db,
    clock,
    jobs,
    timeZone: config.timeZone,
    currency: config.currency,
    moved: (tx, payment, before, ended) =>
      flow.paymentMoved(tx, payment, before, ended, {
        now: clock.now(),
        ...settling(),
        desk: payments.desk,
        receipts,
        // jobs move money, and they do not run before all parts are built
        orderWork: stations.commands.orderWork,
        publish: live.publish.bind(live),
      }),
    notifyUrl: (provider) => `${addresses.local}/api/v1/webhooks/${provider}`,
    report: (error, about) => log.warn({ err: error, about }, 'the payment provider could not be asked'),
  })
  const { desk } = payments
  const receipts = new ReceiptDesk({
    db,
    clock,
    jobs,
    timeZone: config.timeZone,
    publish: live.publish.bind(live),
    till: openTill(config.payment, payments.sandbox, config.currency),
    callMs: config.payment.timeoutSeconds * SECOND_MS,
    report: (error, about) => log.warn({ err: error, about }, 'the till could not be asked'),
  })
  const idleCars = new IdleCars({
    db,
    clock,
    jobs,
    desk,
    receipts,
    mailer,
    currency: config.currency,
    ...settling(),
    publish: live.publish.bind(live),
    show: (orderId, told) => {
      stations.displays
        .showText(orderId, told)
        .catch((error) => logFailure(log, error, 'a display could not be told', { orderId }))
    },
  })
  const sales = openSales({ db, clock, jobs, live, desk, receipts, ...settling() })
  cashbackJobs({ db, clock, jobs, timeZone: config.timeZone })
  const stations = openStationSide({
    config,
    database,
    pulse,
    clock,
    log,
    live,
    watch,
    addresses,
    terms,
    desk,
    receipts,
    mailer,
  })
  const firmwareAddresses = new FirmwareAddresses(config.secretKey)
  const firmware = {
    runner: new FirmwareRunner({ ...stations.commands, mailer, addresses: firmwareAddresses }),
    firmwareFiles: new FirmwareFiles({
      db,
      clock,
      files,
      addresses: firmwareAddresses,
      incomingDir: join(config.dataDir, 'incoming-firmware'),
    }),
  }
  new Gauge({
    name: 'ocpp_connections',
    help: 'Stations with a socket here',
    registers: [metrics],
    collect() {
      this.set(stations.commands.links.size)
    },
  })
  const waiting = (name: string, help: string, told: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(told())
      },
    })
  const { backlog } = stations
  waiting('ocpp_waiting_calls', 'Calls of stations behind those that are being answered', () => backlog.calls)
  waiting('ocpp_waiting_characters', 'Length of the frames of these calls', () => backlog.size)
  waiting(
    'ocpp_unread_sockets',
    'Stations that are read slower, as enough of their calls wait',
    () => backlog.unread,
  )

  const idleMs = config.sessionIdleDays * DAY_MS
  const { secretKey, administratorsNeedSecondFactor } = config
  const access = openAccess({ db, clock, secretKey, idleMs, administratorsNeedSecondFactor })
  const throttles = new AccountThrottles(db, config.attempts)
  const cover = admittedOnly(openCover(config.asksForPlans, config.timeZone))
  const accounts = {
    db,
    clock,
    access,
    throttles,
    jobs,
    mailer,
    idleMs,
    administratorsNeedSecondFactor,
    sealingKey: secretKey,
    passwordMs: config.passwordAskedMinutes * MINUTE_MS,
    plansOf: (managerIds: readonly number[]) => loadPlanFacts(db, managerIds, config.asksForPlans),
    roleChanged: async (tx: Tx, from: Omit<OwnerChange, 'cause'>, ownerId: number) => {
      await ownerChanged(tx, cover, { ...from, cause: 'role' }, { ownerId })
    },
  }
  accountJobs(accounts)
  refundJobs({ db, clock, live, terms, desk, receipts, jobs, timeZone: config.timeZone })
  const planParts = {
    db,
    clock,
    jobs,
    mailer,
    desk,
    timeZone: config.timeZone,
    asksForPlans: config.asksForPlans,
    currency: config.currency,
    downloads,
    cover,
    callMs: config.payment.timeoutSeconds * SECOND_MS,
    servicesOf: nameServicesOf,
    publish: live.publish.bind(live),
    report: (error: unknown, about: object) => log.warn({ err: error, about }, 'a plan could not be charged'),
  }
  const plans = { ...planParts, charges: new PlanCharges(planParts) }
  const exporting = { db, clock, jobs, mailer, timeZone: config.timeZone, currency: config.currency }
  const exports = new Exports(exporting)
  reportMailings(exporting)
  maintenanceJobs(jobs, stations.commands)
  const silences = new SilenceWatch({ db, clock, jobs, mailer })
  const geocoder = openGeocoder(config.geocoderUrl, (error) =>
    log.warn({ err: error }, 'the geocoder could not be asked'),
  )
  const { timeZone, currency, supportPhone } = config
  const network = config.publicNetwork
    ? new PublicNetwork({ db, clock, timeZone, currency, supportPhone })
    : null
  return {
    network,
    ...ground,
    db,
    addresses,
    live,
    metrics,
    pulse,
    readiness,
    downloads,
    files,
    watch,
    exports,
    exporting,
    firmware,
    silences,
    stations,
    accounts,
    geocoder,
    terms,
    payments,
    receipts,
    idleCars,
    sales,
    plans,
    cover,
  }
}
