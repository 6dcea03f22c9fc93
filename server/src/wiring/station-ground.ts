import type { StationEvent } from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { flow } from '../flow.ts'
import type { Database } from '../platform/database/database.ts'
import { logFailure } from '../platform/database/database-fault.ts'
import type { Clock } from '../platform/general/clock.ts'
import type { LiveBus } from '../platform/general/live.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { DatabasePulse } from '../platform/jobs/pulse.ts'
import type { Addresses } from '../platform/listeners/addresses.ts'
import type { Mailer } from '../platform/mail/mail.ts'
import type { NodeBus } from '../platform/nodes/bus.ts'
import { openStationMetrics } from '../platform/watching/station-metrics.ts'
import type { Traces } from '../platform/watching/traces.ts'
import { OrderWork } from '../slices/charging/orders/messages/unit-of-work.ts'
import type { RunnerParts } from '../slices/control/bulk/runner.ts'
import { sendReservation, sendReservationEnd } from '../slices/control/commands/each/reservation.ts'
import { sendPrice } from '../slices/control/commands/sessions/price.ts'
import { sendPaidStart } from '../slices/control/commands/sessions/start.ts'
import { sendStop } from '../slices/control/commands/sessions/stop.ts'
import { Links } from '../slices/control/intake/connecting/links.ts'
import { StreamBuffer } from '../slices/control/intake/keeping/stream-buffer.ts'
import type { RemoteParts } from '../slices/control/intake/reaching/remote-link.ts'
import { Requests } from '../slices/control/intake/reaching/requests.ts'
import { Stations } from '../slices/control/intake/reaching/stations.ts'
import type { Contracts } from '../slices/control/plug-and-charge/contracts.ts'
import type { KnownTerms } from '../slices/money/contracts/known-terms.ts'
import type { PaymentService } from '../slices/money/providers/payment-service.ts'
import type { ReceiptService } from '../slices/money/receipts/receipt-service.ts'
import type { Notices } from '../slices/public/notices/notices.ts'
import { JournalBuffer } from '../slices/stations/journal/buffer.ts'
import type { JournalWatch } from '../slices/stations/journal/watch.ts'
import { MeasurementBuffer } from '../slices/stations/stations/measuring/measurement-buffer.ts'
import { StatusKeeper } from '../slices/stations/stations/status/status-keeper.ts'

export interface StationOptions {
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

export type Ground = ReturnType<typeof openGround>

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

/** What stations' traffic stands on: links, what is kept of them, and what commands need. `isDead`: whether another server is no more. */
export function openGround(options: StationOptions, isDead: (node: string) => boolean) {
  const { config, database, clock, log, live, nodes, watch, traces } = options
  const { db, stationDb } = database
  const measured = openStationMetrics(options.metrics)
  const links = new Links()
  const statuses = new StatusKeeper({ db, clock, log, publish: live.publish.bind(live) })
  const journal = new JournalBuffer(stationDb, log, watch.wrote.bind(watch))
  const measurements = new MeasurementBuffer(stationDb, log)
  const streams = new StreamBuffer(stationDb, log, (frame) => journal.push(frame))
  const orderWork = openOrderWork(options, measurements)
  const answerMs = config.ocpp.callTimeoutSeconds * 1000
  const counted: RemoteParts['counted'] = (ended) => {
    measured.command(ended.type, ended.outcome, 'remote')
    traces?.command(ended, 'remote')
  }
  const stations = new Stations({ db, bus: nodes, links, answerMs, isDead, counted })
  new Requests(links).serve(nodes)
  const commands = commandParts(options, { links, stations, orderWork, statuses, node: config.nodeId })
  sendCommitted(commands, config.currency)
  return { measured, links, statuses, journal, measurements, streams, stations, commands }
}
