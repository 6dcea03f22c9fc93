import { join } from 'node:path'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { Gauge } from 'prom-client'
import type { Config } from '../config/config.ts'
import { flow } from '../flow.ts'
import type { Database } from '../platform/database/database.ts'
import { logFailure } from '../platform/database/database-fault.ts'
import { DownloadLinks } from '../platform/downloads/downloads.ts'
import { Files } from '../platform/files/files.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import type { Clock } from '../platform/general/clock.ts'
import { LiveBus } from '../platform/general/live.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { DatabasePulse } from '../platform/jobs/pulse.ts'
import { Addresses } from '../platform/listeners/addresses.ts'
import { openMailer } from '../platform/mail/mail.ts'
import type { Tx } from '../platform/schema/schema.ts'
import { openMetrics } from '../platform/watching/metrics.ts'
import { Readiness } from '../platform/watching/readiness.ts'
import { FirmwareAddresses } from '../slices/control/firmware/addresses.ts'
import { FirmwareFiles } from '../slices/control/firmware/files.ts'
import { FirmwareRunner } from '../slices/control/firmware/runner.ts'
import { maintenanceJobs } from '../slices/control/maintenance/actions.ts'
import { Exports } from '../slices/figures/reports/exports/exports.ts'
import { reportMailings } from '../slices/figures/reports/monthly/mailings.ts'
import { KnownTerms } from '../slices/money/contracts/known-terms.ts'
import { cashbackJobs } from '../slices/money/payments/extras/cashback.ts'
import { IdleCars } from '../slices/money/payments/extras/idle.ts'
import { refundJobs } from '../slices/money/payments/refunds/refund-runs.ts'
import { openPayments, type Payments } from '../slices/money/providers/open.ts'
import { openTill } from '../slices/money/receipts/open.ts'
import { ReceiptService } from '../slices/money/receipts/receipt-service.ts'
import { openSales } from '../slices/money/services/sold/sell.ts'
import { nameServicesOf } from '../slices/money/services/view.ts'
import { admittedOnly } from '../slices/partners/owners/cover.ts'
import { PlanCharges } from '../slices/partners/plan/charge.ts'
import { openCover } from '../slices/partners/plan/room/cover.ts'
import { loadPlanFacts } from '../slices/partners/plan/store.ts'
import { openAccess } from '../slices/people/managers/access.ts'
import { accountJobs } from '../slices/people/managers/accounts.ts'
import { AccountThrottles } from '../slices/people/managers/signing-in/throttles.ts'
import { openGeocoder } from '../slices/places/maps/routes.ts'
import { PublicNetwork } from '../slices/public/network/public-network.ts'
import { JournalWatch } from '../slices/stations/journal/watch.ts'
import { SilenceWatch } from '../slices/stations/silences/watch.ts'
import { type OwnerChange, ownerChanged } from '../slices/stations/stations/lists/cover.ts'
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

/** Builds the parts of a server, each out of those before it; nothing runs yet, and no query is sent. */
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
        paymentService: payments.paymentService,
        receipts,
        // jobs move money, and they do not run before all parts are built
        orderWork: stations.commands.orderWork,
        publish: live.publish.bind(live),
      }),
    notifyUrl: (provider) => `${addresses.local}/api/v1/webhooks/${provider}`,
    report: (error, about) => log.warn({ err: error, about }, 'the payment provider could not be asked'),
  })
  const { paymentService } = payments
  const receipts = new ReceiptService({
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
    paymentService,
    receipts,
    mailer,
    currency: config.currency,
    ...settling(),
    publish: live.publish.bind(live),
    show: (orderId, text) => {
      stations.displays
        .showText(orderId, text)
        .catch((error) => logFailure(log, error, 'a display could not be told', { orderId }))
    },
  })
  const sales = openSales({ db, clock, jobs, live, paymentService, receipts, ...settling() })
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
    paymentService,
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
  const waiting = (name: string, help: string, count: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(count())
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
    passwordMs: config.passwordConfirmMinutes * MINUTE_MS,
    plansOf: (managerIds: readonly number[]) => loadPlanFacts(db, managerIds, config.asksForPlans),
    roleChanged: async (tx: Tx, from: Omit<OwnerChange, 'cause'>, ownerId: number) => {
      await ownerChanged(tx, cover, { ...from, cause: 'role' }, { ownerId })
    },
  }
  accountJobs(accounts)
  refundJobs({ db, clock, live, terms, paymentService, receipts, jobs, timeZone: config.timeZone })
  const planParts = {
    db,
    clock,
    jobs,
    mailer,
    paymentService,
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
