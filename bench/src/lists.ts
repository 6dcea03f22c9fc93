import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BenchDatabase } from './database.ts'
import { median } from './plan.ts'
import { startPostgres } from './postgres.ts'
import { usageOf } from './proc.ts'
import { endAll, own, temporaryFolder } from './processes.ts'
import { table } from './report.ts'
import { networkSize, seedNetwork } from './seed-network.ts'
import { startStationmaster } from './servers.ts'

const mostMs = 100
const startMs = 60_000

interface Question {
  name: string
  /** an administrator unless told */
  who?: 'manager'
  /** the nth call of it */
  path(nth: number): string
}

const questions: Question[] = [
  { name: 'stations, first page', path: () => 'stations?mode=full&limit=50' },
  { name: 'stations, page 400', path: () => 'stations?mode=full&limit=50&offset=19950' },
  { name: 'stations, search of one', path: (n) => `stations?search=seed-${String(n).padStart(5, '0')}` },
  { name: 'stations, search of many', path: (n) => `stations?search=voltwerk%20${n % 10}` },
  { name: 'stations, by status', path: () => 'stations?status=available&offset=5000' },
  {
    name: 'stations, by status, connection and price',
    path: () => 'stations?status=busy&online=true&monetized=true',
  },
  { name: 'stations, offline', path: () => 'stations?online=false' },
  { name: 'stations, as a manager', who: 'manager', path: () => 'stations?mode=full&limit=50' },
  { name: 'stations of a location', path: (n) => `locations/${1 + n}/stations?limit=100` },
  { name: 'locations, first page', path: () => 'locations?mode=full&limit=50' },
  { name: 'locations, page 100', path: () => 'locations?mode=full&limit=50&offset=4950' },
  { name: 'locations, search', path: (n) => `locations?limit=50&search=ring%20${n % 10}` },
]

interface Times {
  name: string
  p50: number
  p95: number
  /** processor time of server and database a call: what is left of the figures on a machine that does other work */
  busyMs: number
}

/** Asks for the lists of a large network, one call after the other, and prints how long the server takes. */
async function bench(calls: number, strict: boolean): Promise<number> {
  const postgres = process.env.BENCH_DATABASE_URL ? null : await startPostgres()
  const database = await BenchDatabase.create(postgres?.url ?? process.env.BENCH_DATABASE_URL!)
  try {
    const password = makeAdministrator(database.url)
    await seedNetwork(database.url)
    await database.letIn('owner1@seed.example', administrator)
    const server = await startStationmaster(database.url, undefined)
    const api = `http://${new URL(server.url).host}/api/v1`
    const bound = own(
      fork(fileURLToPath(new URL('./list-bound.js', import.meta.url)), [], {
        env: { ...process.env, DATABASE_URL: database.url },
      }),
    )
    const [boundUrl] = (await once(bound, 'message', { signal: AbortSignal.timeout(startMs) })) as [string]
    const tokens = {
      administrator: await signIn(api, administrator, password),
      manager: await signIn(api, 'owner1@seed.example', password),
    }
    const databasePid = postgres?.pid
    const raw = await ask('50 rows by primary key (bound)', calls, [bound.pid, databasePid], (n) =>
      fetch(`${boundUrl}/stations?from=${1 + ((n * 50) % 19_000)}`),
    )
    const times: Times[] = []
    for (const { name, who = 'administrator', path } of questions) {
      const headers = { authorization: `Bearer ${tokens[who]}` }
      times.push(
        await ask(name, calls, [server.pid, databasePid], (n) => fetch(`${api}/${path(n)}`, { headers })),
      )
    }
    print(raw, times, calls)
    return strict && times.some(({ p95 }) => p95 > mostMs) ? 1 : 0
  } finally {
    await endAll((child) => child.pid !== postgres?.pid)
    await database.drop()
    await endAll()
  }
}

const administrator = 'administrator@seed.example'

/** Migrates the database and makes the one account; gives its password. */
function makeAdministrator(databaseUrl: string): string {
  const script = fileURLToPath(new URL('../../server/dist/create-administrator.js', import.meta.url))
  const said = execFileSync(process.execPath, [script, '--email', administrator], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder('bench-account') },
  })
  const password = /^Password +(\S+)$/m.exec(said)?.[1]
  if (!password) throw new Error(`No password in: ${said}`)
  return password
}

async function signIn(api: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${api}/auth/manager/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`${email}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

async function ask(
  name: string,
  calls: number,
  pids: (number | undefined)[],
  call: (nth: number) => Promise<Response>,
): Promise<Times> {
  const times: number[] = []
  const busy = () =>
    pids.reduce<number>((sum, pid) => sum + (pid === undefined ? 0 : usageOf(pid).cpuSeconds), 0)
  let busyBefore = 0
  for (let nth = -Math.ceil(calls / 10); nth < calls; nth += 1) {
    if (nth === 0) busyBefore = busy()
    const begun = performance.now()
    const answer = await call(Math.max(0, nth))
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${body}`)
    if (nth >= 0) times.push(performance.now() - begun)
  }
  const busyMs = ((busy() - busyBefore) * 1000) / calls
  times.sort((a, b) => a - b)
  return { name, busyMs, p50: median(times), p95: times[Math.floor(times.length * 0.95)]! }
}

function print(raw: Times, times: Times[], calls: number): void {
  const { locations, stations, connectors } = networkSize
  const size = [locations, stations, connectors].map((count) => count.toLocaleString('en'))
  console.log(
    `\n${size[0]} locations, ${size[1]} stations, ${size[2]} connectors; ${calls} calls each, one after the other.\n`,
  )
  const row = ({ name, p50, p95, busyMs }: Times) => [
    name,
    `${p50.toFixed(1)} ms`,
    `${p95.toFixed(1)} ms`,
    `${busyMs.toFixed(1)} ms`,
    (p95 / raw.p95).toFixed(1),
    raw.name === name ? '' : p95 <= mostMs ? 'met' : 'MISSED',
  ]
  console.log(
    table([
      ['', 'median', 'p95', 'processor', 'x bound', `p95 <= ${mostMs} ms`],
      row(raw),
      ...times.map(row),
    ]),
  )
}

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200' }, strict: { type: 'boolean', default: false } },
})
process.exitCode = await bench(Number(values.calls), values.strict)
