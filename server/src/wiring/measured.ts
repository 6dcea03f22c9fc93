import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Replica } from '../platform/database/replica/replica.ts'
import type { Clock } from '../platform/general/clock.ts'
import { productVersion } from '../platform/general/version.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { DatabasePulse } from '../platform/jobs/pulse.ts'
import type { NodeBus } from '../platform/nodes/bus.ts'
import type { Readiness } from '../platform/watching/readiness.ts'
import { gauge } from '../platform/watching/station-metrics.ts'
import { countWatchedMoney, type WatchedMoney } from '../slices/money/providers/watched-store.ts'
import type { StationSide } from './station-side.ts'

interface Measured {
  config: Config
  nodes: NodeBus
  clock: Clock
  database: Database
  jobs: Jobs
  pulse: DatabasePulse
  readiness: Readiness
  stations: StationSide
}

/** Adds what of a server's parts is watched from outside; docs/operations.md lists it. */
export function measure(metrics: Registry, parts: Measured): void {
  measureServer(metrics, parts)
  measureStations(metrics, parts.stations)
  measureJobs(metrics, parts.jobs)
  measureMoney(metrics, parts)
}

function measureServer(metrics: Registry, { config, nodes, pulse, readiness, stations }: Measured): void {
  new Gauge({
    name: 'server_info',
    help: 'Always 1; the labels name this server and the version that runs',
    labelNames: ['node', 'version'],
    registers: [metrics],
  }).set({ node: config.nodeId, version: productVersion }, 1)
  gauge(metrics, 'server_ready', '1: it takes traffic, as /health/ready says', () =>
    Number(readiness.takesTraffic && !readiness.isDraining),
  )
  gauge(metrics, 'database_up', '1: the database answers', () => Number(pulse.answers))
  gauge(metrics, 'nats_up', '1: this server reaches the others by NATS, or needs none', () =>
    Number(nodes.state !== 'cut_off'),
  )
  gauge(
    metrics,
    'servers_known',
    'Servers on the database, as this one saw them last; 0: none can join it',
    () => stations.membership.rows.length,
  )
}

/** Stations' sockets, and their calls that wait. */
function measureStations(metrics: Registry, { commands, backlog, intake }: StationSide): void {
  gauge(metrics, 'ocpp_connections', 'Stations with a socket here', () => commands.links.size)
  gauge(
    metrics,
    'ocpp_waiting_calls',
    'Calls of stations behind those that are being answered',
    () => backlog.calls,
  )
  gauge(metrics, 'ocpp_waiting_characters', 'Length of the frames of these calls', () => backlog.size)
  gauge(
    metrics,
    'ocpp_unread_sockets',
    'Stations that are read slower, as enough of their calls wait',
    () => backlog.unread,
  )
  gauge(metrics, 'ocpp_batch_waiting', 'Messages that wait for the next batch', () => intake.waiting)
}

/** Before the figures that are read from the database: they would count themselves. */
export function measurePools(metrics: Registry, pools: Database['pools']): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database by pool (people, stations, replica) and state (busy, idle), and work that waits for one',
    labelNames: ['pool', 'state'],
    registers: [metrics],
    collect() {
      for (const { name: pool, open, idle, waiting } of pools()) {
        this.set({ pool, state: 'busy' }, open - idle)
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'waiting' }, waiting)
      }
    },
  })
}

/** How far the replica is behind, and how often it was read instead of the primary. */
export function measureReplica(metrics: Registry, replica: Replica | null): void {
  gauge(
    metrics,
    'database_replica_lag_seconds',
    'By how much the replica is behind at most, as this server last saw it; 0: there is none',
    () => (replica?.lagMs ?? 0) / 1000,
  )
  gauge(metrics, 'database_replica_used', '1: reports are read from the replica', () =>
    Number(replica?.serves ?? false),
  )
  const reads = new Counter({
    name: 'database_replica_reads_total',
    help: 'Reads of reports, by where they were answered: replica or primary',
    labelNames: ['from'],
    registers: [metrics],
  })
  replica?.onRead((from) => reads.inc({ from }))
}

function measureJobs(metrics: Registry, jobs: Jobs): void {
  const registers = [metrics]
  const ended = new Counter({
    name: 'jobs_total',
    help: 'Jobs that ended here, by name and outcome; a failed one is done again',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'job_seconds',
    help: 'How long a job takes',
    buckets: [0.1, 1, 10, 60, 600],
    registers,
  })
  jobs.onEnd((job, outcome, took) => {
    ended.inc({ job, outcome })
    seconds.observe(took)
  })
  new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs of all servers that could be done now, by name',
    labelNames: ['job'],
    registers,
    async collect() {
      const waiting = await jobs.countWaiting().catch(() => null)
      if (waiting === null) return
      this.reset()
      for (const { name: job, count } of waiting) this.set({ job }, count)
    },
  })
}

/** Money of the whole network: every server shows the same. */
function measureMoney(metrics: Registry, { clock, database: { db } }: Measured): void {
  // one look at the database serves all of them
  let look: Promise<WatchedMoney | undefined> | undefined
  const read = (figure: keyof WatchedMoney) => async () => {
    look ??= countWatchedMoney(db, clock.now())
      .catch(() => undefined)
      .finally(() => {
        look = undefined
      })
    return (await look)?.[figure]
  }
  gauge(metrics, 'payment_holds', 'Payments whose amount is held on a card', read('holds'))
  gauge(metrics, 'payment_holds_minor', 'What these payments hold, in kopecks or cents', read('holdsMinor'))
  gauge(
    metrics,
    'payment_captures_refused',
    'Captures of the last day that the payment provider refused',
    read('capturesRefused'),
  )
  gauge(
    metrics,
    'payment_captures_stuck',
    'Captures whose result a person has to find out',
    read('capturesStuck'),
  )
}
