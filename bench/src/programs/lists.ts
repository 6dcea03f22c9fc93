import { parseArgs } from 'node:util'
import {
  administrator,
  ask,
  makeAdministrator,
  mostMs,
  print,
  signIn,
  startBareQueries,
  type Times,
} from '../measuring/asking.ts'
import { startStationmaster } from '../measuring/servers.ts'
import { endAll } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { openPostgres } from '../seeding/postgres.ts'
import { networkSize, seedNetwork } from '../seeding/seed-network.ts'
import { overClient } from '../seeding/seeding.ts'

interface Question {
  name: string
  /** an administrator by default */
  who?: 'manager'
  /** the nth call of it */
  path(nth: number): string
}

const questions: Question[] = [
  { name: 'stations, first page', path: () => 'stations?mode=full&limit=50' },
  { name: 'stations, first page with uptime', path: () => 'stations?mode=full&limit=50&with=uptime' },
  { name: 'stations, page 400', path: () => 'stations?mode=full&limit=50&offset=19950' },
  { name: 'stations, search of one', path: (n) => `stations?search=seed-${String(n).padStart(5, '0')}` },
  { name: 'stations, search of many', path: (n) => `stations?search=voltwerk%20${n % 10}` },
  { name: 'stations, by status', path: () => 'stations?status=available&offset=5000' },
  {
    name: 'stations, by status, connection and price',
    path: () => 'stations?status=busy&online=true&monetized=true',
  },
  { name: 'stations, offline', path: () => 'stations?online=false' },
  ...['location', 'last_seen', 'last_session', 'firmware', 'model', 'status_since'].map((sort) => ({
    name: `stations, by ${sort}, page 200`,
    path: () => `stations?mode=full&limit=50&offset=9950&order_by=${sort}:desc`,
  })),
  { name: 'stations, as a manager', who: 'manager', path: () => 'stations?mode=full&limit=50' },
  { name: 'stations of a location', path: (n) => `locations/${1 + n}/stations?limit=100` },
  { name: 'locations, first page', path: () => 'locations?mode=full&limit=50' },
  { name: 'locations, page 100', path: () => 'locations?mode=full&limit=50&offset=4950' },
  { name: 'locations, search', path: (n) => `locations?limit=50&search=ring%20${n % 10}` },
]

/** Asks for the lists of a large network, one call after the other, and prints how long the server takes. */
async function bench(calls: number, strict: boolean): Promise<number> {
  const postgres = await openPostgres()
  const database = await BenchDatabase.create(postgres.url)
  try {
    const password = makeAdministrator({ DATABASE_URL: database.url })
    await overClient(database.url, seedNetwork)
    await database.copyPassword('owner1@seed.example', administrator)
    const server = await startStationmaster(database.url, undefined)
    const api = `http://${new URL(server.url).host}/api/v1`
    const bound = await startBareQueries(database.url)
    const tokens = {
      administrator: await signIn(api, administrator, password),
      manager: await signIn(api, 'owner1@seed.example', password),
    }
    const databasePid = postgres.pid
    const raw = await ask('50 rows by primary key (bound)', calls, [bound.pid, databasePid], (n) =>
      fetch(`${bound.url}/stations?from=${1 + ((n * 50) % 19_000)}`),
    )
    const times: Times[] = []
    for (const { name, who = 'administrator', path } of questions) {
      const headers = { authorization: `Bearer ${tokens[who]}` }
      times.push(
        await ask(name, calls, [server.pid, databasePid], (n) => fetch(`${api}/${path(n)}`, { headers })),
      )
    }
    const { locations, stations, connectors } = networkSize
    const size = [locations, stations, connectors].map((count) => count.toLocaleString('en'))
    print(
      raw,
      times,
      `${size[0]} locations, ${size[1]} stations, ${size[2]} connectors; ${calls} calls each, one after the other.`,
    )
    return strict && times.some(({ p95 }) => p95 > mostMs) ? 1 : 0
  } finally {
    await endAll((child) => child.pid !== postgres.pid)
    await database.drop()
    await endAll()
  }
}

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200' }, strict: { type: 'boolean', default: false } },
})
process.exitCode = await bench(Number(values.calls), values.strict)
