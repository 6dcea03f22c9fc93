import { parseArgs } from 'node:util'
import { administrator, makeAdministrator, startBareQueries } from '../measuring/asking.ts'
import { startBound, startStationmaster } from '../measuring/servers.ts'
import { end, endAll } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { openPostgres, type Postgres } from '../seeding/postgres.ts'
import { overClient } from '../seeding/seeding.ts'
import { Field } from './field.ts'
import { ownerCount, ownerEmail, spreadStations } from './network.ts'
import { print, seconds } from './report.ts'
import { openSink, setUp } from './rules.ts'
import { Screens } from './screens.ts'
import { Storm } from './storm.ts'
import { Watching } from './watching.ts'

const help = `npm run bench -- incidents [options]   all stations lose their links and come back, twice

  --stations 16000    how many
  --all-events        a webhook hears of every station and connector, not of incidents and faults alone
  --strict            exit code 1 where a target is missed
`

interface Options {
  stations: number
  allEvents: boolean
}

/** The bound's time for the same stations to come back at once, ms. */
async function measureBound(stations: number): Promise<number> {
  const bound = await startBound()
  const field = await Field.open(bound.url, stations)
  await field.order('connect')
  await field.order('cut')
  const { ms } = await field.order('connect')
  for (const child of [...field.children, bound.process]) await end(child)
  return ms
}

/** Resolves with whether the targets are met. */
async function bench(options: Options): Promise<boolean> {
  const boundMs = await measureBound(options.stations)
  const postgres = await openPostgres()
  const database = await BenchDatabase.create(postgres.url)
  const sink = await openSink()
  try {
    return await measure(options, { boundMs, postgres, url: database.url, sink: sink.url, database })
  } finally {
    sink.close()
    await endAll((child) => child.pid !== postgres.pid)
    await database.drop()
    await endAll()
  }
}

interface Stage {
  boundMs: number
  postgres: Postgres
  url: string
  sink: string
  database: BenchDatabase
}

async function measure(
  { stations, allEvents }: Options,
  { boundMs, postgres, url, sink, database }: Stage,
): Promise<boolean> {
  const password = makeAdministrator({ DATABASE_URL: url })
  await database.seed(stations)
  await overClient(url, (query) => spreadStations(query, stations))
  for (let nth = 1; nth <= ownerCount; nth += 1) await database.copyPassword(ownerEmail(nth), administrator)
  const server = await startStationmaster(url, undefined, { OUTGOING_PRIVATE_NETWORKS: 'loopback' })
  const api = `http://${new URL(server.url).host}/api/v1`
  const token = await setUp(api, password, sink, allEvents)
  const bare = await startBareQueries(url)
  const field = await Field.open(server.url, stations)
  const { ms, errors } = await field.order('connect')
  console.log(`${stations} stations are there after ${seconds(ms)}`)
  for (const [error, count] of Object.entries(errors)) console.log(`${count} x ${error}`)
  const watching = await Watching.open(url)
  const screens = new Screens(api, { authorization: `Bearer ${token}` }, () =>
    fetch(`${bare.url}/stations?of=LOAD&from=${1 + Math.floor(Math.random() * (stations - 50))}`),
  )
  try {
    const storm = new Storm({ field, watching, pids: { server: server.pid, database: postgres.pid } })
    await storm.run()
    return await print({ storm, watching, screens, boundMs })
  } finally {
    screens.close()
    await watching.close()
  }
}

const { values } = parseArgs({
  options: {
    stations: { type: 'string', default: '16000' },
    'all-events': { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
// what it has started ends with it
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
if (values.help) process.stdout.write(help)
else {
  const { stations, 'all-events': allEvents, strict } = values
  const met = await bench({ stations: Number(stations), allEvents })
  if (strict && !met) process.exitCode = 1
}
