import { parseArgs } from 'node:util'
import { first } from '@stationmaster/units'
import pg from 'pg'
import { startStationmaster } from '../measuring/servers.ts'
import { endAll } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { startPostgres } from '../seeding/postgres.ts'
import { drive } from '../stations/drive.ts'
import { type Version, versionOf } from '../stations/load-spec.ts'

const help = `npm run bench -- size [options]   what a million sessions take on disk

  --ocpp 1.6|2.0.1|2.1  in which version
  --samples 20        meter values of a session
  --seconds 30        how long 100 stations charge; what they leave is told for a million
`

const stations = 100
const million = 1_000_000
const leastShown = 2 ** 30 / 20

/** Bytes of a relation, with all its partitions. */
interface Part {
  name: string
  table: string
  bytes: number
}

/** Lets stations charge, and prints what each table and index has grown by, for a million sessions. */
async function bench(version: Version, meterValues: number, seconds: number): Promise<void> {
  const postgres = await startPostgres()
  const database = await BenchDatabase.create(postgres.url)
  const eye = new pg.Client(database.url)
  try {
    const server = await startStationmaster(database.url, undefined)
    await database.seed(stations)
    await eye.connect()
    const before = new Map((await partsOf(eye)).map(({ name, bytes }) => [name, bytes]))
    const { sessions } = await drive(
      { scenario: 'session', url: server.url, version, connections: stations, seconds, meterValues },
      { target: server.pid, database: postgres.pid },
    )
    // what the server writes behind the traffic is written when it has ended
    await endAll((child) => child.pid !== postgres.pid)
    await eye.query('vacuum analyze')
    const grown = (await partsOf(eye)).map((part) => ({
      ...part,
      bytes: ((part.bytes - (before.get(part.name) ?? 0)) / sessions) * million,
    }))
    print(grown, sessions, `${meterValues} meter values in ${version}`)
  } finally {
    await eye.end().catch(() => undefined)
    await endAll()
  }
}

/** Every table (its TOAST and maps with it) and every index, partitions with what they are parts of. */
async function partsOf(eye: pg.Client): Promise<Part[]> {
  const { rows } = await eye.query<Part>(
    `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
       coalesce(pg_partition_root(coalesce(i.indrelid, c.oid)), i.indrelid, c.oid)::regclass::text as table,
       sum(pg_table_size(c.oid))::float8 as bytes
     from pg_class c left join pg_index i on i.indexrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') group by 1, 2`,
  )
  return rows
}

const gigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(2).padStart(8)

function print(parts: readonly Part[], sessions: number, what: string): void {
  const sum = (of: readonly Part[]) => of.reduce((total, { bytes }) => total + bytes, 0)
  const tables = [...new Set(parts.map(({ table }) => table))].map((table) =>
    parts.filter((part) => part.table === table).toSorted((a, b) => b.bytes - a.bytes),
  )
  const lines = tables
    .toSorted((a, b) => sum(b) - sum(a))
    .filter((of) => sum(of) > leastShown)
    .flatMap((of) => [
      `${gigabytes(sum(of))} GiB  ${first(of).table}`,
      ...of
        .filter(({ bytes }) => bytes > leastShown)
        .map(({ name, table, bytes }) => `${gigabytes(bytes)}        ${name === table ? 'rows' : name}`),
    ])
  const head = `A million sessions of ${what} (of ${sessions} that were charged):`
  process.stdout.write(`${head}\n\n${gigabytes(sum(parts))} GiB  in all\n${lines.join('\n')}\n`)
}

const { values } = parseArgs({
  options: {
    ocpp: { type: 'string', default: '1.6' },
    samples: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(help)
else await bench(versionOf(values.ocpp), Number(values.samples), Number(values.seconds))
