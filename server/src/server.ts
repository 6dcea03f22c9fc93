import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DAY_MS } from '@stationmaster/units'
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { baseUrl, buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Database, openDatabase } from './platform/database.ts'
import { logFailure, StartError } from './platform/database-fault.ts'
import { DownloadLinks } from './platform/downloads.ts'
import { openJobs } from './platform/jobs.ts'
import { LiveBus } from './platform/live.ts'
import { openMetrics } from './platform/metrics.ts'
import { migrate } from './platform/migrate.ts'
import { dropOldPartitions, ensurePartitions } from './platform/partitions.ts'
import { DatabasePulse } from './platform/pulse.ts'
import { Readiness } from './platform/readiness.ts'
import { knowSecret } from './platform/secret-fingerprint.ts'
import { type OpenTlsDoor, openTlsDoor } from './platform/tls-door.ts'
import { bulkRoutes } from './slices/bulk/routes.ts'
import { BulkRunner } from './slices/bulk/runner.ts'
import { removeOldRuns } from './slices/bulk/store.ts'
import { commandRoutes } from './slices/commands/routes.ts'
import { taskRoutes } from './slices/commands/task-routes.ts'
import { inboxRoutes } from './slices/inbox/routes.ts'
import { removeOldControllerLines } from './slices/journal/controller-logs.ts'
import { journalRoutes } from './slices/journal/routes.ts'
import { JournalWatch } from './slices/journal/watch.ts'
import { removeOld } from './slices/managers/actions.ts'
import { insertDemoAccounts } from './slices/managers/demo-accounts.ts'
import { raiseOrderIds } from './slices/orders/ids.ts'
import { orderQueries } from './slices/orders/resolvers.ts'
import { orderRoutes } from './slices/orders/routes.ts'
import { removeOldRefusals } from './slices/stations/refusal-store.ts'
import { paymentQueries } from './slices/statistics/resolvers.ts'
import { removeOldHappenings } from './slices/timeline/store.ts'
import { type OpenedWire, openWire } from './wire.ts'

/** how long a refused handshake is remembered */
const refusalDays = 30

export interface RunningServer {
  app: FastifyInstance
  database: Database
  wire: OpenedWire
  live: LiveBus
  readiness: Readiness
  /** http://HOST:PORT */
  url: string
  /** wss://HOST:PORT/ocpp where stations connect over TLS, or where a proxy takes them so; null: nowhere */
  secureUrl: string | null
  /** Answers what is under way, writes what is left, lets go of the database. */
  close(): Promise<void>
}

/**
 * Starts a whole server: database, migrations, jobs, stations' door, HTTP. Tests give it their own database and clock. `prepare` has
 * the database to itself before timers run and anybody is let in.
 */
export async function startServer(
  config: Config,
  given: {
    clock?: Clock
    database?: Database
    say?: (line: string) => void
    prepare?(wire: OpenedWire, database: Database): Promise<void>
  } = {},
): Promise<RunningServer> {
  const clock = given.clock ?? systemClock
  const database = given.database ?? (await openDatabase(config, given.say))
  const { db } = database
  await migrate(db, clock.now())
  await knowSecret(db, config, clock.now())
  await ensurePartitions(db, clock.now())
  await raiseOrderIds(db, clock.now())
  if (config.mode !== 'serve') await insertDemoAccounts(db, clock.now())

  const live = new LiveBus()
  const metrics = openMetrics()
  const pulse = new DatabasePulse(database)
  const readiness = new Readiness(pulse)
  const watch = new JournalWatch(clock, live.publish.bind(live))
  const downloads = new DownloadLinks(config.secretKey, clock)
  let wire: OpenedWire | undefined
  let tlsDoor: OpenTlsDoor | undefined
  const { tls } = config.ocpp
  let bulk: BulkRunner | undefined
  const jobs = openJobs(database, config, (error, job) => logFailure(app.log, error, 'a job failed', { job }))
  const app: FastifyInstance = await buildApp({
    config,
    database,
    clock,
    jobs,
    live,
    metrics,
    readiness,
    queries: { ...orderQueries(db), ...paymentQueries({ db, timeZone: config.timeZone }) },
    disconnect: (stationIds) => wire?.disconnect(stationIds),
    routes: [
      (rest) => orderRoutes(rest, { db, clock }),
      (rest) => journalRoutes(rest, { db, clock, watch, downloads }),
      (_rest, api) => downloads.listen(api),
      (rest, api) => {
        wire = openWire({
          ...{ config, database, pulse, clock, log: api.log, live, watch },
          came: (stationIds, afterMs) => bulk?.stationsCame(stationIds, afterMs),
        })
        const tasks = {
          ...wire.commands,
          baseUrl: () => baseUrl(api, config),
          secretKey: config.secretKey,
          secureUrl: () => secureUrl(baseUrl(api, config), tlsDoor?.port),
          certificates: tls !== null && tls.files.clientCa !== null,
          masterPassGroup: config.ocpp.masterPassGroup,
          signs: tls !== null && tls.authority !== null,
        }
        const runs = { ...tasks, node: wire.node, log: api.log }
        bulk = new BulkRunner(runs)
        commandRoutes(rest, wire.commands)
        inboxRoutes(rest, wire.commands, config.timeZone)
        taskRoutes(rest, { ...tasks, downloads, incomingDir: join(config.dataDir, 'incoming') })
        bulkRoutes(rest, { ...runs, runner: bulk, downloads })
      },
    ],
  })
  const opened = wire!
  const runner = bulk!
  new Gauge({
    name: 'ocpp_connections',
    help: 'Stations with a socket here',
    registers: [metrics],
    collect() {
      this.set(opened.commands.links.size)
    },
  })

  jobs.schedule('partitions', '15 3 * * *', async () => {
    await ensurePartitions(db, clock.now())
    await dropOldPartitions(db, clock.now(), config)
  })
  jobs.schedule('refused-handshakes', '40 3 * * *', () =>
    removeOldRefusals(db, new Date(clock.now().getTime() - refusalDays * DAY_MS)),
  )
  jobs.schedule('expired-tokens', '45 * * * *', () =>
    removeOld(db, clock.now(), config.sessionIdleDays * DAY_MS),
  )
  jobs.schedule('controller-logs', '30 3 * * *', () =>
    removeOldControllerLines(db, new Date(clock.now().getTime() - config.journalDays * DAY_MS)),
  )
  jobs.schedule('timeline', '50 3 * * *', async () => {
    const before = new Date(clock.now().getTime() - config.timelineDays * DAY_MS)
    await removeOldHappenings(db, before)
    await removeOldRuns(db, before)
  })
  // before anything else is begun: another server that has the port, and this database, is not to be disturbed
  opened.listen(app.server)
  await app.listen({ port: config.port, host: config.host }).catch((error) => {
    throw noDoor(error, 'PORT', config.port)
  })
  if (tls) {
    const { port, files } = tls
    const door = { port, host: config.host, files, log: app.log, listen: opened.listen }
    tlsDoor = await openTlsDoor(door).catch((error) => {
      throw noDoor(error, 'OCPP_TLS_PORT', port)
    })
  }
  pulse.start(app.log)
  await jobs.start()
  await given.prepare?.(opened, database)
  await opened.start()
  await runner.start()

  return {
    app,
    database,
    wire: opened,
    live,
    readiness,
    url: `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${(app.server.address() as AddressInfo).port}`,
    secureUrl: secureUrl(baseUrl(app, config), tlsDoor?.port),
    close: async () => {
      readiness.ready = false
      await runner.stop()
      await opened.close()
      await runner.close()
      await tlsDoor?.close()
      await app.close()
      await jobs.stop()
      await pulse.stop()
      await database.close()
    },
  }
}

/** Why nothing can listen there, in one line. */
function noDoor(error: NodeJS.ErrnoException, name: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use by another program. Stop that one, or set another ${name}.`)
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} may not be opened by this user. Set another ${name}.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(`HOST is no address of this machine: ${error.message}.`)
  return error
}

/** Where stations connect over TLS: at our own door for it, or at the proxy that people reach over https. */
function secureUrl(base: string, port: number | undefined): string | null {
  const { protocol, host, hostname } = new URL(base)
  if (port !== undefined) return `wss://${hostname}:${port}/ocpp`
  return protocol === 'https:' ? `wss://${host}/ocpp` : null
}
