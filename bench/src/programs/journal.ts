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
import {
  dayMs,
  eventsOfStation,
  framesOfStation,
  journalEnd,
  journalStart,
  seedJournal,
} from '../seeding/seed-journal.ts'

/** Opens and pages the console of a station with a million frames, and its timeline, and prints how long the server takes. */
async function bench(calls: number, strict: boolean): Promise<number> {
  const postgres = await openPostgres()
  const database = await BenchDatabase.create(postgres.url)
  try {
    const password = makeAdministrator({ DATABASE_URL: database.url })
    const now = Date.now()
    await seedJournal(database.url, now)
    const server = await startStationmaster(database.url, undefined)
    const api = `http://${new URL(server.url).host}/api/v1`
    const bound = await startBareQueries(database.url)
    const headers = { authorization: `Bearer ${await signIn(api, administrator, password)}` }
    const places = (nth: number) =>
      journalStart(now) + ((nth * 7_919_000) % (journalEnd(now) - journalStart(now)))
    const pids = [postgres.pid]
    const raw = await ask('100 frames by index (bound)', calls, [bound.pid, ...pids], (n) =>
      fetch(`${bound.url}/frames?at=${encodeURIComponent(new Date(places(n)).toISOString())}&id=0`),
    )
    const read = (query: string) => fetch(`${api}/ocpp-messages/HISTORY?${query}`, { headers })
    const look = (path: string) => fetch(`${api}/stations/HISTORY/${path}`, { headers })
    const measured = (name: string, call: (nth: number) => Promise<Response>) =>
      ask(name, calls, [server.pid, ...pids], call)
    const times: Times[] = [
      await measured('opening the console', () => read('')),
      await measured('paging back, page after page', following(read, 'before', '')),
      await measured('paging forth, page after page', following(read, 'after', `${journalStart(now)}_0`)),
      await measured('jumping to a time', (n) => read(`before=${places(n)}_0`)),
      await measured('one action', (n) => read(`before=${places(n)}_0&action=StatusNotification`)),
      await measured('one direction within an hour', (n) =>
        read(
          `direction=server&from=${new Date(places(n)).toISOString()}&to=${new Date(places(n) + dayMs / 24).toISOString()}`,
        ),
      ),
      await measured('opening the timeline', () => look('timeline')),
      await measured('uptime of 90 days', () => look('uptime?days=90')),
    ]
    const searched = await ask('a search that finds nothing (no target)', 20, [server.pid, ...pids], () =>
      read('search=there-is-no-such-word'),
    )
    const [frames, events] = [framesOfStation, eventsOfStation].map((count) => count.toLocaleString('en'))
    print(
      raw,
      [...times, searched],
      `${frames} frames and ${events} events of one station; ${calls} calls each, one after the other.`,
    )
    return strict && times.some(({ p95 }) => p95 > mostMs) ? 1 : 0
  } finally {
    await endAll((child) => child.pid !== postgres.pid)
    await database.drop()
    await endAll()
  }
}

/** Calls that go on where the one before ended. */
function following(read: (query: string) => Promise<Response>, way: 'before' | 'after', start: string) {
  let cursor = start
  return async () => {
    const answer = await read(cursor === '' ? '' : `${way}=${cursor}`)
    cursor = answer.headers.get('x-next-cursor') ?? start
    return answer
  }
}

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200' }, strict: { type: 'boolean', default: false } },
})
process.exitCode = await bench(Number(values.calls), values.strict)
