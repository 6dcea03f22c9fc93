import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import type { Database } from './platform/database/database.ts'
import { logFailure, StartError } from './platform/database/database-fault.ts'
import { migrate, mustBeMigrated } from './platform/database/migrating/migrate.ts'
import { type Clock, systemClock } from './platform/general/clock.ts'
import { type Jobs, openJobs } from './platform/jobs/jobs.ts'
import { connectingMost, openTlsListener, type TlsListener } from './platform/listeners/tls-listener.ts'
import { knowSecret } from './platform/secrets/secret-fingerprint.ts'
import { ensurePartitions } from './platform/statements/partitions.ts'
import { openLog } from './platform/watching/log.ts'
import { type StartReport, silentReport } from './platform/watching/start-report.ts'
import { raiseOrderIds } from './slices/charging/orders/sessions/id-store.ts'
import { resumeSales } from './slices/partners/plan/follow.ts'
import { insertDemoAccounts } from './slices/people/managers/staff/demo-accounts.ts'
import {
  makeAdministrator,
  type NewAdministrator,
} from './slices/people/managers/staff/make-administrator.ts'
import { countHoursIn } from './upkeep/hours.ts'
import { upkeep } from './upkeep/upkeep.ts'
import { buildParts, type Parts } from './wiring/parts.ts'
import type { StationSide } from './wiring/station-side.ts'

export interface RunningServer
  extends Pick<
    Parts,
    | 'database'
    | 'stations'
    | 'live'
    | 'readiness'
    | 'payments'
    | 'receipts'
    | 'silences'
    | 'incidents'
    | 'incidentBook'
    | 'certificates'
    | 'alerts'
    | 'repairing'
    | 'notices'
    | 'idleCars'
    | 'plans'
    | 'sales'
    | 'files'
    | 'firmware'
    | 'deliveries'
    | 'webhooks'
    | 'roamingSessions'
  > {
  /** shows partners what changes in the network */
  shown: Parts['roaming']['shown']
  app: FastifyInstance
  /** http://HOST:PORT */
  url: string
  /** wss://HOST:PORT/ocpp where stations connect over TLS, or where a proxy takes them so; null: nowhere */
  secureUrl: string | null
  /** Finishes requests that are under way, writes what is left, and closes the database. */
  close(): Promise<void>
}

/**
 * Starts a whole server on a database, which it closes with itself: log, parts, HTTP, the stations' TLS port. `prepare` has the database
 * to itself before timers run; the port is open by then.
 */
export async function startServer(
  config: Config,
  given: {
    database: Database
    clock?: Clock
    report?: StartReport
    prepare?(
      stations: StationSide,
      parts: Pick<Parts, 'database' | 'payments' | 'receipts' | 'plans' | 'addresses'>,
    ): Promise<void>
  },
): Promise<RunningServer> {
  const log = openLog(config)
  const clock = given.clock ?? systemClock
  const report = given.report ?? silentReport
  const { database } = given
  await prepareDatabase(database, config, clock.now(), report)
  database.controlSocket?.on('administrator', (body) =>
    makeAdministrator(database.db, JSON.parse(body) as NewAdministrator, clock.now()),
  )
  const jobs = openJobs(database, config, (error, job) => logFailure(log, error, 'a job failed', { job }))
  const parts = await buildParts({ config, log, clock, database, jobs })
  for (const { job, cron, run } of upkeep)
    jobs.schedule(job, cron, () => run(database.db, clock.now(), config))
  const app = await buildApp(parts)
  const { addresses, pulse, stations, firmware, energy } = parts

  // before anything else is begun: another server that has the port, and this database, is not to be disturbed
  const tlsListener = await listen(app, parts)
  pulse.start()
  parts.replica?.start()
  await jobs.open()
  await given.prepare?.(stations, parts)
  await jobs.start()
  if (!config.asksForPlans) await resumeSales(parts.plans)
  await stations.start()
  firmware.runner.start()
  energy.start()

  return {
    ...parts,
    app,
    shown: parts.roaming.shown,
    url: addresses.local,
    secureUrl: addresses.secure,
    close: () => closeServer(parts, app, jobs, tlsListener),
  }
}

async function prepareDatabase(
  { db, freeBytes, isNew = false }: Database,
  config: Config,
  now: Date,
  report: StartReport,
): Promise<void> {
  if (config.migrates) await migrate(db, now, { report, freeBytes, isNew })
  else await mustBeMigrated(db)
  await knowSecret(db, config, now)
  await ensurePartitions(db, now)
  await raiseOrderIds(db, now)
  await countHoursIn(db, config.timeZone)
  if (config.mode !== 'serve') await insertDemoAccounts(db, now)
}

/** Opens the port for people, and the one for stations over TLS where it is configured. */
async function listen(
  app: FastifyInstance,
  { config, log, stations, addresses }: Parts,
): Promise<TlsListener | null> {
  const { host, port } = config
  stations.listen(app.server)
  await app.listen({ port, host, backlog: connectingMost }).catch((error) => {
    throw listenError(error, 'PORT', port)
  })
  addresses.port = (app.server.address() as AddressInfo).port
  if (!config.ocpp.tls) return null
  const { port: tlsPort, files } = config.ocpp.tls
  const listener = await openTlsListener({ port: tlsPort, host, files, log, listen: stations.listen }).catch(
    (error) => {
      throw listenError(error, 'OCPP_TLS_PORT', tlsPort)
    },
  )
  addresses.tlsPort = listener.port
  return listener
}

/** Says in one line why the server cannot listen on a port. */
function listenError(error: NodeJS.ErrnoException, name: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use by another program. Stop that one, or set another ${name}.`)
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} may not be opened by this user. Set another ${name}.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(`HOST is no address of this machine: ${error.message}.`)
  return error
}

async function closeServer(
  parts: Parts,
  app: FastifyInstance,
  jobs: Jobs,
  tlsListener: Awaited<ReturnType<typeof listen>>,
): Promise<void> {
  const { config, readiness, stations, firmware, energy } = parts
  readiness.isDraining = true
  stations.refuse()
  if (config.drain.noticeMs > 0) await delay(config.drain.noticeMs)
  readiness.ready = false
  await firmware.runner.stop()
  await energy.stop()
  await stations.close(config.drain.spreadMs)
  await firmware.runner.close()
  await energy.close()
  await tlsListener?.close()
  await app.close()
  parts.roaming.shown.stop()
  await parts.roamingSessions.settled()
  await parts.webhooks.stop()
  await parts.deliveries.stop()
  await jobs.stop()
  await parts.pulse.stop()
  await parts.replica?.close()
  await parts.traces?.close()
  await parts.database.close()
}
