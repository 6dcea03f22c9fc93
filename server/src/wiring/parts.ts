import { join } from 'node:path'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { type Database, openPostgres } from '../platform/database/database.ts'
import { logFailure } from '../platform/database/database-fault.ts'
import { primaryOnly, Replica } from '../platform/database/replica/replica.ts'
import { DownloadLinks } from '../platform/downloads/downloads.ts'
import { Files } from '../platform/files/files.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import type { Clock } from '../platform/general/clock.ts'
import { LiveBus } from '../platform/general/live.ts'
import { Reads } from '../platform/general/reads.ts'
import { Deliveries } from '../platform/jobs/deliveries/deliveries.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { DatabasePulse } from '../platform/jobs/pulse.ts'
import { Addresses } from '../platform/listeners/addresses.ts'
import { type Mailer, openMailer } from '../platform/mail/mail.ts'
import { openTexter } from '../platform/mail/texter.ts'
import { type NodeBus, noBus } from '../platform/nodes/bus.ts'
import type { Db } from '../platform/schema/schema.ts'
import { openMetrics } from '../platform/watching/metrics.ts'
import { Readiness } from '../platform/watching/readiness.ts'
import type { Traces } from '../platform/watching/traces.ts'
import { EnergyControl } from '../slices/control/energy/running/controller.ts'
import { FirmwareAddresses } from '../slices/control/firmware/addresses.ts'
import { FirmwareFiles } from '../slices/control/firmware/files.ts'
import { FirmwareRunner } from '../slices/control/firmware/runner.ts'
import { maintenanceJobs } from '../slices/control/maintenance/actions.ts'
import { Contracts } from '../slices/control/plug-and-charge/contracts.ts'
import { CertificateWatch } from '../slices/control/plug-and-charge/expiry/watch.ts'
import { openProvider } from '../slices/control/plug-and-charge/providers/provider.ts'
import { refundJobs } from '../slices/money/payments/refunds/refund-runs.ts'
import type { PaymentService } from '../slices/money/providers/payment-service.ts'
import { nameServicesOf } from '../slices/money/services/view.ts'
import { openTakeovers } from '../slices/operations/takeover/takeover.ts'
import { admittedOnly } from '../slices/partners/owners/cover.ts'
import { PlanCharges } from '../slices/partners/plan/charge.ts'
import { openCover } from '../slices/partners/plan/room/cover.ts'
import type { AccountThrottles } from '../slices/people/managers/signing-in/throttles.ts'
import { openGeocoder } from '../slices/places/maps/routes.ts'
import { openDriverAccess } from '../slices/public/account/sign-in/access.ts'
import { Notices } from '../slices/public/notices/notices.ts'
import { profileJobs } from '../slices/roaming/charging-profiles/follow.ts'
import { RoamingSessions } from '../slices/roaming/roaming-sessions/follow.ts'
import { JournalWatch } from '../slices/stations/journal/watch.ts'
import { SilenceWatch } from '../slices/stations/silences/watch.ts'
import { openAccounts } from './account-side.ts'
import { openAlertSide } from './alert-side.ts'
import { openExports } from './export-side.ts'
import { measure, measurePools, measureReplica } from './measured.ts'
import { openMoneySide } from './money-side.ts'
import { openPublicSide } from './public-side.ts'
import { openRoamingSide } from './roaming-side.ts'
import { openStationSide, type StationSide } from './station-side.ts'
import { openWebhooks } from './webhook-side.ts'

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

/** What all other parts stand on: where it is reached, who hears what, what is watched, and the ways out by mail, file and call. */
async function openBase({ config, log, clock, database, jobs }: Ground) {
  const { db } = database
  const addresses = new Addresses(config)
  const nodes = config.nats ? await openNodes(config.nats, config.nodeId, log) : noBus
  const live = new LiveBus(nodes)
  const metrics = openMetrics()
  const replica = openReplica(config, { primary: db, bus: nodes, log })
  measurePools(metrics, () => [...database.pools(), ...(replica?.pools() ?? [])])
  measureReplica(metrics, replica)
  const traces = config.traces ? await openTraces(config.traces, config.nodeId, log) : null
  const pulse = new DatabasePulse(database, log)
  const fileStore = openFileStore(config.fileStore)
  const files = new Files({ db, clock, log, store: fileStore })
  files.begin(jobs, metrics)
  const report = (error: unknown) =>
    logFailure(log, error, 'what other systems are to be sent could not be sent')
  return {
    db,
    addresses,
    nodes,
    live,
    metrics,
    replica,
    reading: replica ?? primaryOnly(db),
    traces,
    pulse,
    readiness: new Readiness(pulse),
    downloads: new DownloadLinks(config.secretKey, clock, db),
    fileStore,
    files,
    deliveries: new Deliveries({ db, clock, jobs, report }),
    watch: new JournalWatch(clock, live.publish.bind(live), nodes),
    mailer: openMailer({ jobs, clock, config, baseUrl: () => addresses.base }),
  }
}

/** Money, notices to drivers, roaming, and stations: each of them needs others of the four. */
async function openBusiness(shared: Ground & Awaited<ReturnType<typeof openBase>>) {
  const { config, log, clock, jobs, db, mailer } = shared
  const moneySide = await openMoneySide({ ...shared, stations: () => stations, notices: () => notices })
  const { paymentService } = moneySide.payments
  const notices = new Notices({
    db,
    clock,
    jobs,
    secretKey: config.secretKey,
    currency: config.currency,
    services: config.pushServices,
    linkTo: mailer.link.bind(mailer),
  })
  const roaming = openRoamingSide(shared)
  const stations = openStationSide({
    ...shared,
    terms: moneySide.terms,
    paymentService,
    receipts: moneySide.receipts,
    notices,
    contracts: openContracts({ config, db, clock, log }),
    beforeCard: roaming.questions.before.bind(roaming.questions),
    companiesChanged: (orderIds) => roamingSessions.soon(orderIds),
    replaced: () => {
      log.fatal({ node: config.nodeId }, 'another server has begun under this NODE_ID: this one ends')
      process.kill(process.pid, 'SIGTERM')
    },
  })
  const { orderWork } = stations.commands
  const { deliveries } = shared
  const roamingSessions = new RoamingSessions({ ...roaming, log, deliveries, orderWork }, jobs)
  return { moneySide, notices, roaming, stations, roamingSessions }
}

/** Builds the parts of a server, each out of those before it; nothing runs yet, and no query is sent. */
export async function buildParts(ground: Ground) {
  const { config, log, clock, database, jobs } = ground
  const base = await openBase(ground)
  const { db, addresses, nodes, live, metrics, reading, downloads, files, fileStore, deliveries, mailer } =
    base
  const { moneySide, ...business } = await openBusiness({ ...ground, ...base })
  const { stations, notices } = business
  const { terms, receipts, payments } = moneySide
  const { paymentService } = payments
  profileJobs(jobs, { ...stations.commands, deliveries })
  const firmware = openFirmware({ config, db, clock, files, mailer, stations })
  measure(metrics, { ...ground, nodes, pulse: base.pulse, readiness: base.readiness, stations })
  const energy = new EnergyControl({ ...stations.commands, log }, jobs, metrics)
  const { secretKey, timeZone, currency } = config
  const cover = admittedOnly(openCover(config.asksForPlans, timeZone))
  const accounts = openAccounts({ config, db, nodes, live, clock, jobs, mailer, cover, addresses, log })
  const { throttles } = accounts
  const { publicKey } = payments
  const drivers = { config, db, clock, jobs, mailer, paymentService, publicKey, throttles, notices }
  const driverAccounts = openDriverAccounts(drivers)
  refundJobs({ db, clock, live, terms, paymentService, receipts, jobs, timeZone })
  const plans = openPlans({ config, db, log, clock, jobs, live, mailer, downloads, cover, paymentService })
  const exportSide = openExports(
    { db, reading, clock, jobs, mailer, timeZone, currency },
    { currency, files, fileStore, secretKey },
    database.kind,
  )
  maintenanceJobs(jobs, stations.commands)
  const reads = new Reads()
  return {
    ...openPublicSide({ config, db, clock }),
    takeovers: openTakeovers({ ...config, db, clock, jobs, cover }),
    ...ground,
    ...base,
    ...business,
    ...moneySide,
    ...exportSide,
    firmware,
    energy,
    silences: new SilenceWatch({ db, clock, jobs, mailer }),
    certificates: new CertificateWatch({ db, clock, jobs, mailer, timeZone }),
    ...openAlertSide({ ...ground, db, live, deliveries, mailer, stations }),
    accounts,
    driverAccounts,
    geocoder: openGeocoder(config.geocoderUrl, (error) =>
      log.warn({ err: error }, 'the geocoder could not be asked'),
    ),
    plans,
    cover,
    reads,
    webhooks: openWebhooks({ config, db, clock, deliveries, mailer, live, log, reads, addresses }, jobs),
  }
}

/** The replica of the database, where there is one. */
function openReplica(
  { replica, databasePool }: Config,
  shared: { primary: Db; bus: NodeBus; log: FastifyBaseLogger },
): Replica | null {
  if (!replica) return null
  const { url, mostLagMs } = replica
  return new Replica({ ...shared, replica: openPostgres(url, databasePool), mostLagMs })
}

/** The parts that update stations' firmware. */
function openFirmware({
  config,
  db,
  clock,
  files,
  mailer,
  stations,
}: {
  config: Config
  db: Db
  clock: Clock
  files: Files
  mailer: Mailer
  stations: StationSide
}) {
  const addresses = new FirmwareAddresses(config.secretKey)
  const incomingDir = join(config.dataDir, 'incoming-firmware')
  return {
    runner: new FirmwareRunner({ ...stations.commands, mailer, addresses }),
    firmwareFiles: new FirmwareFiles({ db, clock, files, addresses, incomingDir }),
  }
}

/** A server alone does not wait for what several speak through. */
async function openNodes(
  address: NonNullable<Config['nats']>,
  nodeId: string,
  log: FastifyBaseLogger,
): Promise<NodeBus> {
  const { NatsBus } = await import('../platform/nodes/nats-bus.ts')
  return NatsBus.open(address, nodeId, log)
}

/** Nobody who traces nothing waits for what traces. */
async function openTraces(
  settings: NonNullable<Config['traces']>,
  nodeId: string,
  log: FastifyBaseLogger,
): Promise<Traces> {
  const { Traces } = await import('../platform/watching/traces.ts')
  return new Traces(settings, nodeId, log)
}

/** The parts of drivers' own accounts. */
function openDriverAccounts({
  config,
  jobs,
  ...shared
}: {
  config: Config
  db: Db
  clock: Clock
  jobs: Jobs
  mailer: Mailer
  paymentService: PaymentService
  publicKey(): Promise<string | null>
  throttles: AccountThrottles
  notices: Notices
}) {
  const { db, clock } = shared
  const { secretKey, timeZone, currency } = config
  return {
    ...shared,
    secretKey,
    timeZone,
    currency,
    access: openDriverAccess({ db, clock, secretKey }),
    texter: openTexter({ jobs, clock, config }),
    smsPerHour: config.sms.perHour,
  }
}

/** The parts of managers' plans, and what charges them. */
function openPlans({
  config,
  log,
  live,
  ...shared
}: {
  config: Config
  db: Db
  log: FastifyBaseLogger
  clock: Clock
  jobs: Jobs
  live: LiveBus
  mailer: Mailer
  downloads: DownloadLinks
  cover: ReturnType<typeof admittedOnly>
  paymentService: PaymentService
}) {
  const parts = {
    ...shared,
    timeZone: config.timeZone,
    asksForPlans: config.asksForPlans,
    currency: config.currency,
    callMs: config.payment.timeoutSeconds * SECOND_MS,
    servicesOf: nameServicesOf,
    publish: live.publish.bind(live),
    report: (error: unknown, about: object) => log.warn({ err: error, about }, 'a plan could not be charged'),
  }
  return { ...parts, charges: new PlanCharges(parts) }
}

/** What finds out about cars' contracts; responders sign what they say, so they are called without TLS too. */
function openContracts({
  config,
  ...parts
}: {
  config: Pick<Config, 'privateNetworks' | 'contractProvider' | 'responderMs'>
  db: Db
  clock: Clock
  log: FastifyBaseLogger
}): Contracts {
  const { privateNetworks, contractProvider, responderMs } = config
  const provider = contractProvider && openProvider(contractProvider, parts.clock)
  return new Contracts({ ...parts, provider, responderMs, reach: { privateNetworks, plainToPublic: true } })
}
