import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { administrator, makeAdministrator, signIn } from '../measuring/asking.ts'
import { startNats } from '../measuring/nats.ts'
import { startStationmaster, type Target } from '../measuring/servers.ts'
import { machineBusySeconds, usageOf } from '../processes/proc.ts'
import { endAll, temporaryFolder } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { startPostgres } from '../seeding/postgres.ts'
import { drive, type Run } from '../stations/drive.ts'
import { anyCall, type LoadSpec } from '../stations/load-spec.ts'

const help = `npm run bench -- fleet [options]   a large network that mostly rests, for some time

  --idle 16000        stations that send a Heartbeat every 300 s
  --charging 2000     stations that charge, with a message every 30 s
  --servers 1         how many servers hold them
  --screens 10        screens that listen to the live feed and read the list of orders every 10 s
  --seconds 600       how long
  --strict            exit code 1 where the target is missed
`

const beatEveryMs = 300_000
const valuesEveryMs = 30_000
const screenEveryMs = 10_000
/** 99 of 100 answers come within this time */
const mostMs = 100
/** stations of one driver: it has one event loop, and one address has some 28,000 ports */
const mostOfDriver = 6_000

interface Options {
  idle: number
  charging: number
  servers: number
  screens: number
  seconds: number
}

/** The loads of the drivers: each at one server, with stations and an address of its own. */
function loadsOf(
  { idle, charging, servers: count, seconds }: Options,
  servers: readonly Target[],
): LoadSpec[] {
  const loads: LoadSpec[] = []
  let first = 1
  const add = (scenario: 'heartbeat' | 'session', all: number, restMs: number) => {
    const drivers = Math.max(count, Math.ceil(all / mostOfDriver))
    for (let driver = 0; driver < drivers; driver += 1) {
      const connections = Math.floor((all * (driver + 1)) / drivers) - Math.floor((all * driver) / drivers)
      if (connections === 0) continue
      // there are as many servers as `count` says
      const { url } = servers[driver % count]!
      const from = `127.0.1.${loads.length + 1}`
      loads.push({ scenario, url, version: '1.6', connections, first, from, restMs, seconds })
      first += connections
    }
  }
  add('heartbeat', idle, beatEveryMs)
  add('session', charging, valuesEveryMs)
  return loads
}

/** Opens screens as people do; the answered function closes them, and answers how long 99 of 100 lists took, ms. */
function openScreens(origin: string, token: string, count: number): () => number {
  const authorized = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const ending = new AbortController()
  const { signal } = ending
  const took: number[] = []
  const query = '{ orders(limit: 50) { total_count edges { node { id status } } } }'
  for (let screen = 0; screen < count; screen += 1) {
    void fetch(`${origin}/api/v1/live`, { headers: authorized, signal })
      .then(async ({ body }) => {
        // an event stream has a body
        for await (const _part of body!) if (signal.aborted) break
      })
      .catch(() => undefined)
    void (async () => {
      await pause((screenEveryMs * screen) / count)
      while (!signal.aborted) {
        const begun = performance.now()
        const body = JSON.stringify({ query })
        const answer = await fetch(`${origin}/api/graphql`, { method: 'POST', headers: authorized, body })
        await answer.text()
        took.push(performance.now() - begun)
        await pause(screenEveryMs)
      }
    })().catch((error: unknown) => console.error(`a screen could not read: ${String(error)}`))
  }
  return () => {
    ending.abort()
    return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0
  }
}

/** Resolves with whether the target is met. */
async function bench(options: Options): Promise<boolean> {
  const postgres = await startPostgres()
  const database = await BenchDatabase.create(postgres.url)
  const nats = options.servers > 1 ? await startNats() : null
  try {
    const shared = nats && {
      NATS_URL: nats.url,
      FILES_URL: `file://${temporaryFolder('bench-files')}`,
      SMTP_URL: 'smtp://127.0.0.1:9',
    }
    const servers: Target[] = []
    for (let i = 0; i < options.servers; i += 1)
      servers.push(
        await startStationmaster(database.url, undefined, {
          ...(shared ? { ...shared, NODE_ID: `server-${i}` } : {}),
        }),
      )
    await database.seed(options.idle + options.charging)
    // the first server is there
    const origin = new URL(servers[0]!.url.replace('ws', 'http')).origin
    const password = makeAdministrator({ DATABASE_URL: database.url })
    const token = await signIn(`${origin}/api/v1`, administrator, password)
    const screens = openScreens(origin, token, options.screens)
    const pids = [...servers.map(({ pid }) => pid), ...(postgres.pid === undefined ? [] : [postgres.pid])]
    const cpuOf = () => pids.map((pid) => usageOf(pid).cpuSeconds)
    let before = cpuOf()
    let busyBefore = machineBusySeconds()
    const loads = loadsOf(options, servers)
    let waiting = loads.length
    const ready = async () => {
      waiting -= 1
      while (waiting > 0) await pause(50)
      before = cpuOf()
      busyBefore = machineBusySeconds()
    }
    let [after, busy] = [before, 0]
    const over = async () => {
      after = cpuOf()
      busy = machineBusySeconds() - busyBefore
    }
    const runs = await Promise.all(
      loads.map((load) => drive(load, { target: pids[0] ?? 0 }, { ready, over })),
    )
    return print(options, {
      runs,
      cpu: after.map((cpu, index) => cpu - (before[index] ?? 0)),
      memoryMib: pids.map((pid) => usageOf(pid).rssKib / 1024),
      busy,
      listMs: screens(),
      rows: await rowsOf(database.url),
    })
  } finally {
    await endAll((child) => child.pid !== postgres.pid)
    await nats?.end()
    await database.drop()
    await endAll()
  }
}

async function rowsOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<Record<string, string>>(
    `select (select count(*) from frames) as frames, (select count(*) from meter_samples) as samples,
      (select count(*) from orders) as orders, pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  await client.end()
  return rows[0] ?? {}
}

interface Measured {
  runs: readonly Run[]
  /** of each server, then of PostgreSQL, s */
  cpu: readonly number[]
  memoryMib: readonly number[]
  busy: number
  listMs: number
  rows: Record<string, string>
}

function print(options: Options, { runs, cpu, memoryMib, busy, listMs, rows }: Measured): boolean {
  const { seconds, servers } = options
  const messages = runs.reduce((sum, run) => sum + run.messages, 0)
  const p99 = Math.max(...runs.map(({ latencyMs }) => latencyMs[anyCall]?.p99 ?? 0))
  const errors = runs.flatMap((run) => Object.entries(run.errors))
  const driver = runs.reduce((sum, run) => sum + run.cpu.driver, 0)
  const names = [...Array.from({ length: servers }, (_, i) => `server ${i + 1}`), 'PostgreSQL']
  console.log(
    `${options.idle} idle and ${options.charging} charging stations at ${servers} servers for ${seconds} s`,
  )
  for (const [index, name] of names.entries())
    console.log(
      `${name}: ${(((cpu[index] ?? 0) / seconds) * 100).toFixed(1)} % of a core, ${(memoryMib[index] ?? 0).toFixed(0)} MiB`,
    )
  const work = cpu.reduce((sum, one) => sum + one, 0)
  console.log(
    `drivers: ${((driver / seconds) * 100).toFixed(1)} % of a core; the machine was busy with ${(busy / seconds).toFixed(2)} cores`,
  )
  console.log(`${messages} messages, ${((work * 1e6) / Math.max(1, messages)).toFixed(0)} us of a core each`)
  console.log(
    `stations for each core of servers and PostgreSQL: ${Math.round(((options.idle + options.charging) * seconds) / work)}`,
  )
  console.log(
    `rows: ${Object.entries(rows)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  )
  console.log(`a list of orders: 99 of 100 within ${listMs.toFixed(0)} ms`)
  for (const [fault, count] of errors) console.log(`FAULT: ${count} ${fault}`)
  const met = p99 <= mostMs && errors.length === 0
  console.log(
    `99 of 100 answers within ${p99.toFixed(1)} ms; target <= ${mostMs} ms, no fault: ${met ? 'met' : 'MISSED'}`,
  )
  return met
}

const { values } = parseArgs({
  options: {
    idle: { type: 'string', default: '16000' },
    charging: { type: 'string', default: '2000' },
    servers: { type: 'string', default: '1' },
    screens: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '600' },
    strict: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(help)
else {
  const met = await bench({
    idle: Number(values.idle),
    charging: Number(values.charging),
    servers: Number(values.servers),
    screens: Number(values.screens),
    seconds: Number(values.seconds),
  })
  if (values.strict && !met) process.exitCode = 1
}
