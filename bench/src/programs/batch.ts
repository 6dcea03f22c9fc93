import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { first } from '@stationmaster/units'
import pg from 'pg'
import { startStationmaster } from '../measuring/servers.ts'
import { type Counted, printTimeline } from '../measuring/timeline.ts'
import { endAll, temporaryFolder } from '../processes/processes.ts'
import type { Trace } from '../processes/trace-file.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { startPostgres } from '../seeding/postgres.ts'
import { drive } from '../stations/drive.ts'
import { type Version, versionOf } from '../stations/load-spec.ts'

const help = `npm run bench -- batch [options]   where the time of one batch goes

  --stations 100      how many charge, in a closed loop
  --ocpp 1.6|2.0.1|2.1  in which version
  --seconds 5         how long
  --rest MS           how long a station rests between two calls; 165 is a tenth of the load
  --profile FOLDER    write a processor profile of the server there
`

const counting = [
  ...['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track_planning=on'],
  ...['track_io_timing=on', 'track_wal_io_timing=on'],
]
/** how often we read what the database's processes wait for; a hundred times a second took a tenth of the database's time */
const askMs = 50

interface Options {
  stations: number
  version: Version
  seconds: number
  restMs: number
  profile: string | undefined
}

/** Lets stations charge, and prints what one batch of their messages cost, statement by statement. */
async function bench({ stations, version, seconds, restMs, profile }: Options): Promise<void> {
  const postgres = await startPostgres(counting)
  const database = await BenchDatabase.create(postgres.url)
  const eye = new pg.Client(database.url)
  try {
    const file = join(temporaryFolder('trace'), 'trace.json')
    const server = await startStationmaster(
      database.url,
      profile,
      { TRACE_FILE: file },
      fileURLToPath(new URL('../../dist/processes/trace.js', import.meta.url)),
    )
    await database.seed(stations)
    await eye.connect()
    await eye.query('create extension pg_stat_statements')
    const pids = { target: server.pid, database: postgres.pid }
    const load = { scenario: 'session', url: server.url, version, connections: stations, restMs } as const
    await drive({ ...load, seconds: 3 }, pids)
    const waits = new Map<string, number>()
    let watching: NodeJS.Timeout | undefined
    const ready = async () => {
      await eye.query('select pg_stat_statements_reset(), pg_stat_reset_shared($1)', ['wal'])
      process.kill(server.pid, 'SIGUSR1')
      watching = setInterval(() => void noteWaits(eye, waits), askMs)
    }
    const over = async () => {
      process.kill(server.pid, 'SIGHUP')
      clearInterval(watching)
    }
    const run = await drive({ ...load, seconds }, pids, { ready, over })
    await pause(1000)
    const counted = await eye.query<Counted>(
      `select query, calls::int, total_plan_time as "planMs", total_exec_time as "execMs", rows::int,
        wal_bytes::float8 as "walBytes" from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())`,
    )
    const wal = await eye.query<{ syncs: number; syncMs: number; bytes: number }>(
      'select wal_sync::int as syncs, wal_sync_time as "syncMs", wal_bytes::float8 as bytes from pg_stat_wal',
    )
    const trace = JSON.parse(readFileSync(file, 'utf8')) as Trace
    printTimeline({ trace, counted: counted.rows, wal: first(wal.rows), waits, run, stations, version })
  } finally {
    await eye.end().catch(() => undefined)
    await endAll((child) => child.pid !== postgres.pid)
    await endAll()
  }
}

/** What every process that works for the server waits for at this moment; nothing means that it computes. */
async function noteWaits(eye: pg.Client, waits: Map<string, number>): Promise<void> {
  const { rows } = await eye.query<{ wait: string; count: number }>(
    `select coalesce(wait_event_type || ' ' || wait_event, 'computes') as wait, count(*)::int as count
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' group by 1`,
  )
  for (const { wait, count } of rows) waits.set(wait, (waits.get(wait) ?? 0) + count)
}

const { values } = parseArgs({
  options: {
    stations: { type: 'string', default: '100' },
    ocpp: { type: 'string', default: '1.6' },
    seconds: { type: 'string', default: '5' },
    rest: { type: 'string', default: '0' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(help)
else
  await bench({
    stations: Number(values.stations),
    version: versionOf(values.ocpp),
    seconds: Number(values.seconds),
    restMs: Number(values.rest),
    profile: values.profile,
  })
