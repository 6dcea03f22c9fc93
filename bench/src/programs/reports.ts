import { parseArgs } from 'node:util'
import {
  administrator,
  ask,
  mostMs,
  print,
  signIn,
  startBareQueries,
  type Times,
} from '../measuring/asking.ts'
import { measureExport } from '../measuring/export-memory.ts'
import { startStationmaster } from '../measuring/servers.ts'
import { endAll } from '../processes/processes.ts'
import { type Seeded, seedEmbedded, seedPostgres } from '../seeding/seeded.ts'

const dayMs = 86_400_000
const since = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
const quarter = () => `from=${since(90)}&to=${since(0)}`
const month = () => `from=${since(30)}&to=${since(0)}`

/** The requests, and the time in which 95 of 100 are answered, in ms. */
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

/** With the embedded database, which has one connection, a screen is answered within this. */
const embeddedMostMs = 200

/** A part of the history as its screen asks for it. */
const history = (more: string) =>
  JSON.stringify({
    query: `{ orders(limit: 50, offset: 0${more}) { total_count edges { node {
      id status created_at location { id name } station { id } energy charging_price captured_amount } } } }`,
  })

/** Asks for the reports of a network with many sessions, one call after the other, and prints how long the server takes. */
async function bench(seeding: Promise<Seeded>, orders: number, calls: number, strict: boolean) {
  try {
    const { place, password, pid, drop } = await seeding
    const usualMs = 'DATABASE_URL' in place ? mostMs : embeddedMostMs
    try {
      const server = await startStationmaster(place, undefined)
      const api = `http://${new URL(server.url).host}/api/v1`
      const headers = { authorization: `Bearer ${await signIn(api, administrator, password)}` }
      const pids = [server.pid, pid]
      const raw = 'DATABASE_URL' in place ? await askBound(place.DATABASE_URL, calls, pid) : null
      const times: (Times & { most: number })[] = []
      for (const { name, path, most = usualMs } of questions)
        times.push({ ...(await ask(name, calls, pids, () => fetch(`${api}/${path()}`, { headers }))), most })
      const askHistory = (name: string, body: string, most = usualMs) =>
        ask(name, calls, pids, () =>
          fetch(`${new URL(api).origin}/api/graphql`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body,
          }),
        ).then((one) => times.push({ ...one, most }))
      await askHistory('history, quarter, first page', history(`, from: "${since(90)}", to: "${since(0)}"`))
      for (const [what, search] of [
        ['a driver', 'Driver 777'],
        ['a card', '0777'],
        ['a town', 'Hamburg'],
      ])
        await askHistory(`search in the history, ${what}`, history(`, search: "${search}"`), 300)
      print(raw, times, `${orders.toLocaleString('en')} sessions of a year; ${calls} calls each.`)
      const flat =
        !('DATABASE_URL' in place) || (await measureExport(place.DATABASE_URL, api, headers, server.pid))
      return strict && (!flat || times.some(({ p95, most }) => p95 > most)) ? 1 : 0
    } finally {
      await drop()
    }
  } finally {
    await endAll()
  }
}

async function askBound(databaseUrl: string, calls: number, pid: number | undefined): Promise<Times> {
  const bound = await startBareQueries(databaseUrl)
  return ask('50 rows by primary key (bound)', calls, [bound.pid, pid], (n) =>
    fetch(`${bound.url}/stations?from=${1 + ((n * 50) % 19_000)}`),
  )
}

const { values } = parseArgs({
  options: {
    orders: { type: 'string' },
    calls: { type: 'string', default: '50' },
    embedded: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
  },
})
const orders = Number(values.orders ?? (values.embedded ? 200_000 : 1_000_000))
const seeding = values.embedded ? seedEmbedded(orders) : seedPostgres(orders)
process.exitCode = await bench(seeding, orders, Number(values.calls), values.strict)
