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
} from './asking.ts'
import { BenchDatabase } from './database.ts'
import { measureExport } from './export-memory.ts'
import { startPostgres } from './postgres.ts'
import { endAll } from './processes.ts'
import { seedNetwork } from './seed-network.ts'
import { seedOrders } from './seed-orders.ts'
import { startStationmaster } from './servers.ts'

const dayMs = 86_400_000
const since = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
const quarter = () => `from=${since(90)}&to=${since(0)}`
const month = () => `from=${since(30)}&to=${since(0)}`

/** What is asked for, and within what 95 of 100 calls are answered, in ms. */
const questions: { name: string; path(): string; most?: number }[] = [
  { name: 'statistics, month', path: () => `statistics?${month()}` },
  { name: 'payments by day and location, month', path: () => `statistics/payments?${month()}&limit=50` },
  ...['owner', 'location', 'income'].map((mode) => ({
    name: `${mode}, quarter`,
    path: () => `statistics/report?mode=${mode}&${quarter()}`,
  })),
  { name: 'day, quarter, first page', path: () => `statistics/report?mode=day&${quarter()}&limit=50` },
  {
    name: 'detailed, quarter, first page',
    path: () => `statistics/report?mode=detailed&${quarter()}&limit=50`,
  },
  {
    name: 'unique_clients, quarter',
    path: () => `statistics/report?mode=unique_clients&${quarter()}`,
    most: 1000,
  },
]

/** A part of the history as its screen asks for it. */
const history = (more: string) =>
  JSON.stringify({
    query: `{ orders(limit: 50, offset: 0${more}) { total_count edges { node {
      id status created_at location { id name } station { id } energy charging_price captured_amount } } } }`,
  })

/** Asks for the reports of a network with many sessions, one call after the other, and prints how long the server takes. */
async function bench(orders: number, calls: number, strict: boolean): Promise<number> {
  const postgres = process.env.BENCH_DATABASE_URL ? null : await startPostgres()
  const database = await BenchDatabase.create(postgres?.url ?? process.env.BENCH_DATABASE_URL!)
  try {
    const password = makeAdministrator(database.url)
    await seedNetwork(database.url)
    await seedOrders(database.url, orders)
    const server = await startStationmaster(database.url, undefined)
    const api = `http://${new URL(server.url).host}/api/v1`
    const bound = await startBareQueries(database.url)
    const headers = { authorization: `Bearer ${await signIn(api, administrator, password)}` }
    const pids = [server.pid, postgres?.pid]
    const raw = await ask('50 rows by primary key (bound)', calls, [bound.pid, postgres?.pid], (n) =>
      fetch(`${bound.url}/stations?from=${1 + ((n * 50) % 19_000)}`),
    )
    const times: (Times & { most: number })[] = []
    for (const { name, path, most = mostMs } of questions)
      times.push({ ...(await ask(name, calls, pids, () => fetch(`${api}/${path()}`, { headers }))), most })
    const askHistory = (name: string, body: () => string, most = mostMs) =>
      ask(name, calls, pids, () =>
        fetch(`${new URL(api).origin}/api/graphql`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: body(),
        }),
      ).then((one) => times.push({ ...one, most }))
    await askHistory('history, quarter, first page', () =>
      history(`, from: "${since(90)}", to: "${since(0)}"`),
    )
    await askHistory('search in the history, by card or driver', () => history(', search: "Driver 777"'), 300)
    print(raw, times, `${orders.toLocaleString('en')} sessions of a year; ${calls} calls each.`)
    const flat = await measureExport(database.url, api, headers, server.pid)
    return strict && (!flat || times.some(({ p95, most }) => p95 > most)) ? 1 : 0
  } finally {
    await endAll((child) => child.pid !== postgres?.pid)
    await database.drop()
    await endAll()
  }
}

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '50' },
    strict: { type: 'boolean', default: false },
  },
})
process.exitCode = await bench(Number(values.orders), Number(values.calls), values.strict)
