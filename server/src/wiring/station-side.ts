import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Backlog, maxFrameBytes, openCentral, type StationEvent } from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { flow } from '../flow.ts'
import type { Database } from '../platform/database/database.ts'
import { logFailure } from '../platform/database/database-fault.ts'
import type { Clock } from '../platform/general/clock.ts'
import type { LiveBus } from '../platform/general/live.ts'
import { productVersion } from '../platform/general/version.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { DatabasePulse } from '../platform/jobs/pulse.ts'
import type { Addresses } from '../platform/listeners/addresses.ts'
import type { Mailer } from '../platform/mail/mail.ts'
import type { NodeBus } from '../platform/nodes/bus.ts'
import { Membership } from '../platform/nodes/membership.ts'
import { openStationMetrics } from '../platform/watching/station-metrics.ts'
import type { Traces } from '../platform/watching/traces.ts'
import { updateDueOfLost } from '../slices/charging/orders/messages/open-store.ts'
import { OrderWork } from '../slices/charging/orders/messages/unit-of-work.ts'
import { BulkRunner, type RunnerParts } from '../slices/control/bulk/runner.ts'
import { sendAfterBoot } from '../slices/control/commands/each/after-boot.ts'
import { Displays } from '../slices/control/commands/each/displays.ts'
import { sendReservation, sendReservationEnd } from '../slices/control/commands/each/reservation.ts'
import { ListKeeper } from '../slices/control/commands/following/list-keeper.ts'
import { TariffKeeper } from '../slices/control/commands/following/tariff-keeper.ts'
import { UnansweredCommands } from '../slices/control/commands/outcome/unanswered.ts'
import { sendPrice } from '../slices/control/commands/sessions/price.ts'
import { sendPaidStart } from '../slices/control/commands/sessions/start.ts'
import { sendStop } from '../slices/control/commands/sessions/stop.ts'
import { OrderTimers } from '../slices/control/commands/timers.ts'
import { openEndpoint } from '../slices/control/intake/connecting/endpoint.ts'
import { Links } from '../slices/control/intake/connecting/links.ts'
import { PresenceBook } from '../slices/control/intake/connecting/presence.ts'
import { openAuthority, Signing } from '../slices/control/intake/connecting/signing.ts'
import { Intake } from '../slices/control/intake/intake.ts'
import type { RemoteParts } from '../slices/control/intake/reaching/remote-link.ts'
import { Requests } from '../slices/control/intake/reaching/requests.ts'
import { Stations } from '../slices/control/intake/reaching/stations.ts'
import { StationTraffic } from '../slices/control/intake/station-traffic.ts'
import type { Contracts } from '../slices/control/plug-and-charge/contracts.ts'
import type { KnownTerms } from '../slices/money/contracts/known-terms.ts'
import type { PaymentService } from '../slices/money/providers/payment-service.ts'
import type { ReceiptService } from '../slices/money/receipts/receipt-service.ts'
import type { Notices } from '../slices/public/notices/notices.ts'
import { JournalBuffer } from '../slices/stations/journal/buffer.ts'
import type { JournalWatch } from '../slices/stations/journal/watch.ts'
import { MeasurementBuffer } from '../slices/stations/stations/measuring/measurement-buffer.ts'
import { StatusKeeper } from '../slices/stations/stations/status/status-keeper.ts'

/** The part of the server that stations are connected to. */
export interface StationSide {
  commands: RunnerParts
  runner: BulkRunner
  intake: Intake
  timers: OrderTimers
  displays: Displays
  lists: ListKeeper
  tariffs: TariffKeeper
  /** what stations' calls wait here behind the ones that are being answered */
  backlog: Readonly<Backlog>
  /** this server among those on the database */
  membership: Membership
  /** Accepts stations at the HTTP server's /ocpp/{stationId}. */
  listen(server: Server): void
  /** Closes the sockets of stations that are no longer accepted. */
  disconnect(stationIds: readonly string[]): Promise<void>
  start(): Promise<void>
  /** Accepts no station from now on. */
  refuse(): void
  /**
   * Lets what is under way end, then writes what is left; stations come back to another node, or later. Their sockets close over
   * `spreadMs`.
   */
  close(spreadMs: number): Promise<void>
}

const goneMs = 3000
/** how long a call or a command may still take whose station is to go */
const graceMs = 1000
/** how long another server may take to close a socket that is over */
const takenMs = 2000
/** a station that has just booted gets its answer before any command (OCPP 1.6 clause 4.2) */
const afterBootMs = 1000
/** a station that only comes back does not boot; one that will has done so by then */
const afterOpenMs = 4000

/** Resolves when every socket has closed; the layer below cuts those that do not answer within 2 s. */
async function allGone(links: Links): Promise<void> {
  for (let waited = 0; links.size > 0 && waited < goneMs; waited += 50) await delay(50)
}

interface StationOptions {
  config: Pick<
    Config,
    'timeZone' | 'currency' | 'payment' | 'secretKey' | 'ocpp' | 'nodeId' | 'proxies' | 'gapAlertWh'
  >
  database: Database
  pulse: DatabasePulse
  jobs: Jobs
  clock: Clock
  log: FastifyBaseLogger
  live: LiveBus
  nodes: NodeBus
  watch: JournalWatch
  metrics: Registry
  /** null: nothing is traced */
  traces: Traces | null
  addresses: Addresses
  terms: KnownTerms
  paymentService: PaymentService
  receipts: ReceiptService
  notices: Pick<Notices, 'closed' | 'owing'>
  mailer: Mailer
  beforeCard(stationId: string, event: StationEvent): Promise<void> | null
  contracts: Contracts
  companiesChanged(orderIds: number[]): void
  /** another server has begun under this one's name: this one has to end */
  replaced(): void
}

/** The work on orders, with what must follow it. */
function openOrderWork(options: StationOptions, measurements: MeasurementBuffer): OrderWork {
  const { config, database, clock, live, terms, paymentService, receipts, notices, mailer } = options
  return new OrderWork({
    db: database.db,
    clock,
    measurements,
    publish: live.publish.bind(live),
    companiesChanged: options.companiesChanged,
    afterClose: (tx, closed, now, timeZone) =>
      flow.closed(tx, closed, {
        now,
        timeZone,
        terms,
        paymentService,
        receipts,
        notices,
        leastGapWh: config.gapAlertWh,
        mailer,
        currency: config.currency,
      }),
    afterRelease: (tx, orderIds) => flow.releaseHolds(tx, orderIds, paymentService),
    afterHold: (tx, orders) => flow.held(tx, orders, { ...options, currency: config.currency }),
    afterSettlement: (tx, orders, now, timeZone) =>
      flow.settled(tx, orders, { now, timeZone, terms, paymentService, receipts }),
    paymentProvider: paymentService.connected,
    networkTimeZone: config.timeZone,
    heartbeatSeconds: config.ocpp.heartbeatSeconds,
    masterPassGroup: config.ocpp.masterPassGroup,
    cardSessionMostMinor: config.payment.cardSessionMostMinor,
  })
}

/** What commands to stations need. */
function commandParts(
  { config, database, clock, log, live, addresses, paymentService, contracts }: StationOptions,
  {
    statuses,
    ...own
  }: Pick<RunnerParts, 'links' | 'stations' | 'orderWork' | 'node'> & { statuses: StatusKeeper },
): RunnerParts {
  const { tls } = config.ocpp
  return {
    db: database.db,
    clock,
    log,
    live,
    ...own,
    answerMs: config.ocpp.callTimeoutSeconds * 1000,
    readPayment: (orderId) => paymentService.readUndecided(orderId, 'charging'),
    statusChanged: ({ id, locationId }) => {
      statuses.queue([id])
      live.publish({ topic: 'station', id, locationId })
    },
    secretKey: config.secretKey,
    baseUrl: () => addresses.base,
    secureUrl: () => addresses.secure,
    certificates: tls !== null && tls.files.clientCa !== null,
    masterPassGroup: config.ocpp.masterPassGroup,
    signs: tls !== null && tls.authority !== null,
    signsForCars: contracts.provider !== null,
  }
}

/** Sends what an order asks of its station once its transaction has committed. */
function sendCommitted(commands: RunnerParts, currency: string): void {
  const sends = {
    stop: sendStop,
    price: (parts: RunnerParts, orderId: number) => sendPrice({ ...parts, currency }, orderId),
    start: sendPaidStart,
    reserve: sendReservation,
    unreserve: sendReservationEnd,
  }
  for (const [what, send] of Object.entries(sends))
    commands.orderWork.committed.on(what as keyof typeof sends, (orderId) => {
      send(commands, orderId).catch((error) =>
        logFailure(commands.log, error, `a ${what} could not be sent`, { orderId }),
      )
    })
}

/** Puts the parts together that carry stations' traffic, each out of those before it; nothing runs yet. */
export function openStationSide(options: StationOptions): StationSide {
  const { config, database, pulse, clock, log, live, nodes, watch, traces, beforeCard } = options
  const measured = openStationMetrics(options.metrics)
  const { db, stationDb } = database
  const publish = live.publish.bind(live)
  const links = new Links()
  const statuses = new StatusKeeper({ db, clock, log, publish })
  const wrote = watch.wrote.bind(watch)
  const journal = new JournalBuffer(stationDb, log, wrote)
  const measurements = new MeasurementBuffer(stationDb, log)
  const orderWork = openOrderWork(options, measurements)
  const { tls } = config.ocpp
  const node = config.nodeId
  const answerMs = config.ocpp.callTimeoutSeconds * 1000
  const isDead = (other: string) => membership.isDead(other)
  const counted: RemoteParts['counted'] = (ended) => {
    measured.command(ended.type, ended.outcome, 'remote')
    traces?.command(ended, 'remote')
  }
  const stations = new Stations({ db, bus: nodes, links, answerMs, isDead, counted })
  new Requests(links).serve(nodes)
  const commands = commandParts(options, { links, stations, orderWork, statuses, node })
  sendCommitted(commands, config.currency)
  const timers = new OrderTimers(commands, log)
  const displays = new Displays(commands, log)
  const lists = new ListKeeper(commands, log)
  const tariffs = new TariffKeeper({ ...commands, currency: config.currency, timeZone: config.timeZone }, log)
  const runner = new BulkRunner(commands)
  const unanswered = new UnansweredCommands(commands, log)

  let open = false
  const remind = async (stationIds: string[]) => {
    if (open) await sendAfterBoot(commands, log, stationIds)
  }
  const intake = new Intake({
    db: stationDb,
    stationActions: flow.stationActions,
    orderWork,
    clock,
    log,
    publish,
    wrote,
    committed: (messages, seconds) => {
      measured.batch(messages.length, seconds)
      traces?.committed(messages, seconds)
    },
    note: (frame) => journal.push(frame),
    leftLate: (answer) => journal.leftLate(answer),
    lease: {
      get holds() {
        return membership.holds
      },
      held: () => membership.held(),
    },
    isCurrent: (link) => links.get(link.stationId) === link,
    away: (error) => {
      pulse.refused()
      logFailure(log, error, 'messages of stations could not be kept')
    },
    booted: (stationIds) => {
      setTimeout(() => void remind(stationIds), afterBootMs).unref()
      runner.stationsConnected(stationIds, afterBootMs)
    },
    statusesChanged: (stationIds) => statuses.queue(stationIds),
  })
  const presence = new PresenceBook({
    db,
    node,
    clock,
    links,
    log,
    publish,
    takenFrom: (other, connection) => void nodes.request(other, 'taken', connection, takenMs),
    statusesChanged: (stationIds) => statuses.queue(stationIds),
    contactChanged: (stations) =>
      updateDueOfLost(db, stations, clock.now()).catch((error) =>
        logFailure(log, error, 'lost sessions of stations that left or are back could not be looked at'),
      ),
  })
  const membership = new Membership({
    db,
    node,
    alone: database.kind === 'embedded',
    clock,
    bus: nodes,
    version: productVersion,
    log,
    died: async (tx, other) => {
      await presence.releaseNode(tx, other)
      await options.jobs.putBack(tx, other)
    },
    buried: (other) => {
      unanswered.nodeDied()
      runner
        .resume(other)
        .catch((error) => logFailure(log, error, 'runs of a dead server could not be resumed'))
      statuses
        .start()
        .catch((error) => logFailure(log, error, 'statuses of stations could not be derived again'))
    },
    revived: () => presence.claimAll(),
    replaced: options.replaced,
  })
  const authority = tls?.authority ? openAuthority(tls.authority) : null
  const { contracts } = options
  const signing = new Signing({ db, clock, log, intake, authority, provider: contracts.provider, publish })
  const own = { intake, journal, links, presence, signing, contracts, clock, log, beforeCard }
  const traffic = new StationTraffic(own)
  const central = openCentral({
    handler: traces?.traced(measured.counted(traffic)) ?? measured.counted(traffic),
    clock,
    settings: {
      callTimeoutMs: config.ocpp.callTimeoutSeconds * 1000,
      pingIntervalMs: config.ocpp.pingSeconds * 1000,
      mostWaitingCalls: config.ocpp.queueLimit,
      mostWaitingBytes: 4 * Math.max(maxFrameBytes, config.ocpp.maxFrameBytes),
      mostWaitingCommands: config.ocpp.queueLimit,
    },
  })
  return {
    commands,
    runner,
    intake,
    timers,
    displays,
    lists,
    tariffs,
    backlog: central.backlog,
    membership,
    listen: (server) =>
      openEndpoint(server, {
        db,
        clock,
        log,
        secret: config.secretKey,
        maxFrameBytes: config.ocpp.maxFrameBytes,
        compresses: config.ocpp.compresses,
        proxies: config.proxies,
        refusalsMost: config.ocpp.refusalsPerMinute,
        holdsProfiles: tls !== null,
        accepting: () => open && pulse.answers && membership.holds,
        publish,
        onOpen: (socket, identity, protocol) => {
          const link = central.accept(socket, {
            stationId: identity.id,
            protocol,
            registration: identity.held ?? 'Accepted',
          })
          traffic.onOpen(link, identity)
          if (identity.held === null) runner.stationsConnected([identity.id], afterOpenMs)
          return link
        },
      }),
    disconnect: (stationIds) => stations.close(stationIds, 'the station has been removed'),
    start: async () => {
      journal.start()
      await membership.start()
      await presence.start()
      await statuses.start()
      timers.start()
      displays.start()
      lists.start()
      tariffs.start()
      await unanswered.start()
      open = true
      await runner.start()
    },
    refuse: () => {
      open = false
      membership.drain()
    },
    close: async (spreadMs) => {
      await runner.stop()
      open = false
      await unanswered.stop()
      await timers.stop()
      await displays.stop()
      await lists.stop()
      await tariffs.stop()
      presence.release()
      await central.leave(spreadMs, graceMs)
      await intake.settled()
      await allGone(links)
      central.close()
      await measurements.close()
      await presence.close()
      await statuses.close()
      await journal.close()
      await runner.close()
      await membership.stop()
    },
  }
}
