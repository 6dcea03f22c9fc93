import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { first } from '@stationmaster/units'
import pg from 'pg'
import { makeAdministrator, print, type Times } from '../measuring/asking.ts'
import { agent, changeEveryMs, changeOn, read } from '../measuring/changing.ts'
import { median, p95Of } from '../measuring/plan.ts'
import { startStationmaster } from '../measuring/servers.ts'
import { usageOf } from '../processes/proc.ts'
import { endAll } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { openPostgres } from '../seeding/postgres.ts'
import { networkSize, seedNetwork } from '../seeding/seed-network.ts'
import { overClient } from '../seeding/seeding.ts'

const mostMs = 50
const rightWithinMs = 5000
/** between two calls: the run takes some seconds, so that the server reads the feed several times */
const callEveryMs = 40

/** Asks for the open data of a large network while it changes, and prints how long the server takes and how old the answers are. */
async function bench(calls: number, strict: boolean): Promise<number> {
  const postgres = await openPostgres()
  const database = await BenchDatabase.create(postgres.url)
  const client = new pg.Client(database.url)
  client.on('error', () => undefined)
  try {
    makeAdministrator({ DATABASE_URL: database.url })
    await overClient(database.url, seedNetwork)
    await client.connect()
    const server = await startStationmaster(database.url, undefined)
    const api = `http://${new URL(server.url).host}/api/v1`
    const changing = new AbortController()
    const changes = changeOn(client, changing.signal)
    const times: Times[] = []
    const sizes: string[] = []
    for (const [name, path, known] of [
      ['network.json', 'network.json', false],
      ['network.json with its ETag', 'network.json', true],
      ['network.geojson', 'network.geojson', false],
      ['network.datex2.xml', 'network.datex2.xml', false],
      ['network-status.datex2.xml', 'network-status.datex2.xml', false],
      ['network/availability', 'network/availability', false],
    ] as const) {
      const { time, bytes } = await ask(`${api}/${path}`, calls, known, server.pid)
      times.push({ ...time, name, most: mostMs })
      sizes.push(`${name} ${Math.round(bytes / 1024)} KiB`)
    }
    changing.abort()
    await changes
    const late = await lateness(api, client)
    const { locations, stations, connectors } = networkSize
    const size = [locations, stations, connectors].map((count) => count.toLocaleString('en'))
    print(
      null,
      times,
      `${size[0]} locations, ${size[1]} stations, ${size[2]} connectors; a status changes every ${changeEveryMs} ms; ${calls} calls each. Compressed: ${sizes.join(', ')}.`,
    )
    console.log(
      `A change was there after ${median(late).toFixed(0)} ms, at the latest ${Math.max(...late).toFixed(0)} ms (target ${rightWithinMs} ms).`,
    )
    const met = times.every(({ p95 }) => p95 <= mostMs) && Math.max(...late) <= rightWithinMs
    return strict && !met ? 1 : 0
  } finally {
    await client.end()
    agent.destroy()
    await endAll((child) => child.pid !== postgres.pid)
    await database.drop()
    await endAll()
  }
}

async function ask(
  url: string,
  calls: number,
  known: boolean,
  pid: number,
): Promise<{ time: Omit<Times, 'name'>; bytes: number }> {
  const times: number[] = []
  let etag = ''
  let most = 0
  // the first one finds nothing kept
  await read(url, {})
  const before = usageOf(pid).cpuSeconds
  for (let nth = 0; nth < calls; nth += 1) {
    const begun = performance.now()
    const { answer, body } = await read(url, known && etag ? { 'if-none-match': etag } : {})
    times.push(performance.now() - begun)
    if (answer.statusCode !== 200 && answer.statusCode !== 304)
      throw new Error(`${url}: ${answer.statusCode}`)
    etag = answer.headers.etag ?? ''
    most = Math.max(most, body.length)
    await pause(callEveryMs)
  }
  const busyMs = ((usageOf(pid).cpuSeconds - before) * 1000) / calls
  times.sort((a, b) => a - b)
  return {
    time: { busyMs, p50: median(times), p95: p95Of(times) },
    bytes: most,
  }
}

/** How long it takes until an answer shows a change of the database, ms; the feed is requested all the time. */
async function lateness(api: string, client: pg.Client): Promise<number[]> {
  const late: number[] = []
  for (let nth = 0; nth < 8; nth += 1) {
    const name = `Changed ${nth}`
    const { rows } = await client.query<{ id: string }>(
      'update locations set name = $1 where id = (select location_id from stations where number = $2) returning id',
      [name, 100 + nth],
    )
    const begun = performance.now()
    for (;;) {
      const answer = await fetch(`${api}/network/locations/${first(rows).id}`)
      const place = (await answer.json()) as { location: { name: string } }
      if (place.location.name === name) break
      await pause(20)
    }
    late.push(performance.now() - begun)
  }
  return late
}

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200' }, strict: { type: 'boolean', default: false } },
})
process.exitCode = await bench(Number(values.calls), values.strict)
