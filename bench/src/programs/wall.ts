import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Wall } from '@stationmaster/contract'
import pg from 'pg'
import { administrator, makeAdministrator, print, signIn, type Times } from '../measuring/asking.ts'
import { agent, changeEveryMs, changeOn, read } from '../measuring/changing.ts'
import { median, p95Of } from '../measuring/plan.ts'
import { startStationmaster } from '../measuring/servers.ts'
import { usageOf } from '../processes/proc.ts'
import { endAll } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { openPostgres } from '../seeding/postgres.ts'
import { networkSize, seedNetwork } from '../seeding/seed-network.ts'
import { overClient } from '../seeding/seeding.ts'

/** a screen that comes first waits for all that has to be read */
const mostMs = 1000
/** somewhat longer than the server keeps a reading: each call makes it read the network again */
const callEveryMs = 3300
const mostKib = 16

/** Minute by minute what the meters of the running sessions have counted. */
const metered = `
  with begun as (
    update orders set created_at = now() - interval '40 minutes', transaction_start = now() - interval '40 minutes', power_w = 40000
    where status = 'started' returning id)
  insert into meter_samples (order_id, at, context, received_at, energy_wh)
  select id, t, 'Sample.Periodic', t, extract(epoch from t - (now() - interval '40 minutes')) * 11
  from begun, generate_series(now() - interval '40 minutes', now(), interval '1 minute') t`

/** Reads the wall of a large network while it changes as a screen does, and prints how long the server takes and how much it sends. */
async function bench(calls: number, strict: boolean): Promise<number> {
  const postgres = await openPostgres()
  const database = await BenchDatabase.create(postgres.url)
  const client = new pg.Client(database.url)
  client.on('error', () => undefined)
  try {
    const password = makeAdministrator({ DATABASE_URL: database.url })
    await overClient(database.url, seedNetwork)
    await client.connect()
    await client.query(metered)
    await client.query('vacuum analyze')
    const server = await startStationmaster(database.url, undefined)
    const api = `http://${new URL(server.url).host}/api/v1`
    const headers = { authorization: `Bearer ${await signIn(api, administrator, password)}` }
    const pids = { server: server.pid, database: postgres.pid }
    // the first one reads the curve of the last hours
    await readWall(api, headers)
    const changing = new AbortController()
    const changes = changeOn(client, changing.signal)
    const first = await ask('all of it, as a screen that comes', calls, pids, () => readWall(api, headers))
    let version: string | undefined
    const next = await ask('what has changed, as a screen that stays', calls, pids, async () => {
      const answer = await readWall(api, headers, version)
      version = answer.version
      return answer
    })
    changing.abort()
    await changes
    const { locations, stations } = networkSize
    const size = [locations, stations].map((count) => count.toLocaleString('en'))
    print(
      null,
      [first.time, next.time],
      `${size[0]} locations, ${size[1]} stations; a status changes every ${changeEveryMs} ms; ${calls} calls each, one every ${callEveryMs} ms.`,
    )
    for (const { time, plain, sent, markers, databaseMs } of [first, next])
      console.log(
        `${time.name}: ${markers} locations at most, ${kib(plain)} KiB, ${kib(sent)} compressed; ${databaseMs.toFixed(0)} ms of the database's processor`,
      )
    const met = [first, next].every(({ time }) => time.p95 <= mostMs) && next.sent <= mostKib * 1024
    console.log(`Target of a screen that stays: ${mostKib} KiB compressed.`)
    return strict && !met ? 1 : 0
  } finally {
    await client.end()
    agent.destroy()
    await endAll((child) => child.pid !== postgres.pid)
    await database.drop()
    await endAll()
  }
}

const kib = (bytes: number): string => (bytes / 1024).toFixed(1)

async function readWall(api: string, headers: Record<string, string>, version = '') {
  const { answer, body } = await read(`${api}/wall?markers_since=${version}`, headers)
  if (answer.statusCode !== 200) throw new Error(`wall: ${answer.statusCode} ${body}`)
  const plain = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
  const { markers } = JSON.parse(plain.toString()) as Wall
  return {
    version: markers.version,
    markers: markers.items.length,
    plain: plain.length,
    sent: body.length,
  }
}

/** What an answer held. */
interface Size {
  /** locations of the map */
  markers: number
  /** bytes */
  plain: number
  /** bytes, compressed */
  sent: number
}

/** Reads again and again, the first time unmeasured. `busyMs` is the server's processor time alone. */
async function ask(
  name: string,
  calls: number,
  pids: { server: number; database: number | undefined },
  call: () => Promise<Size>,
): Promise<Size & { time: Times; databaseMs: number }> {
  await call()
  const times: number[] = []
  const largest: Size = { markers: 0, plain: 0, sent: 0 }
  const busy = { server: 0, database: 0 }
  for (let nth = 0; nth < calls; nth += 1) {
    await pause(callEveryMs)
    const before = busyOf(pids)
    const begun = performance.now()
    const answer = await call()
    times.push(performance.now() - begun)
    const after = busyOf(pids)
    busy.server += after.server - before.server
    busy.database += after.database - before.database
    for (const of of ['markers', 'plain', 'sent'] as const) largest[of] = Math.max(largest[of], answer[of])
  }
  times.sort((a, b) => a - b)
  const p95 = p95Of(times)
  const time = { name, p50: median(times), p95, busyMs: (busy.server * 1000) / calls, most: mostMs }
  return { ...largest, time, databaseMs: (busy.database * 1000) / calls }
}

const busyOf = (pids: { server: number; database: number | undefined }) => ({
  server: usageOf(pids.server).cpuSeconds,
  database: pids.database === undefined ? 0 : usageOf(pids.database).cpuSeconds,
})

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '20' }, strict: { type: 'boolean', default: false } },
})
process.exitCode = await bench(Number(values.calls), values.strict)
