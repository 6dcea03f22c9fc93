import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signIn } from '../measuring/asking.ts'
import { cloneOf, end, launch, start } from '../measuring/starting.ts'
import { descendantsOf, isRunning, pidOf } from '../processes/proc.ts'

const help = `npm run bench -- start-ends [options]   a first start of the demo that is ended at random moments, and what the next one finds

  --times 20           how often; every other one by SIGTERM, the rest by kill -9 of all its processes; half of them in a new clone,
                       where packages are installed and programs built first

Ends with code 1 where the next start is not whole, SIGTERM takes more than two seconds or a line of error is written.
`
const mostSeconds = 2
const account = { email: 'administrator@demo.stationmaster.example', password: 'demo-pass-1' }
/** what stands in a stack trace or an unhandled failure, and in no line for people */
const error = /^\s+at |Error:|"level":(50|60)|Unhandled/

/** What a demo contains, which shows whether it is complete; the number of sessions depends on the minutes that have passed. */
async function contentOf(url: string): Promise<{ locations: number; stations: number; orders: number }> {
  const api = `${url}/api/v1`
  const authorization = `Bearer ${await signIn(api, account.email, account.password)}`
  const count = async (path: string) => {
    const answer = await fetch(`${api}/${path}`, { headers: { authorization } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return Number(answer.headers.get('x-total-count'))
  }
  return {
    locations: await count('locations?limit=1'),
    stations: await count('stations?limit=1'),
    orders: await countOrders(url, authorization),
  }
}

async function countOrders(url: string, authorization: string): Promise<number> {
  const answer = await fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ orders(limit: 1, statuses: ["completed"]) { total_count } }' }),
  })
  const { data } = (await answer.json()) as { data: { orders: { total_count: number } } }
  return data.orders.total_count
}

const { values } = parseArgs({
  options: { times: { type: 'string', default: '20' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help) process.stdout.write(help)
else process.exitCode = await endManyTimes(Number(values.times))

/** Resolves with the exit code. */
async function endManyTimes(times: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-ends-'))
  const built = join(folder, 'built')
  let faults = 0
  try {
    cloneOf('HEAD', built)
    const first = await start(built, { dataDir: join(folder, 'first') })
    await end(first.npm)
    // packages and programs are there now: what follows is the server's own start
    const whole = await start(built, { dataDir: join(folder, 'whole') })
    const wanted = await contentOf(whole.url)
    await end(whole.npm)
    console.log(
      `A first start takes ${first.seconds.toFixed(1)} s, ${whole.seconds.toFixed(1)} s of them the server's, and holds ${JSON.stringify(wanted)}.`,
    )
    for (let nth = 0; nth < times; nth++) {
      const isNew = nth % 4 < 2
      const clone = isNew ? join(folder, `clone-${nth}`) : built
      if (isNew) cloneOf('HEAD', clone)
      const moment = Math.random() * (isNew ? first : whole).seconds
      const found = await endOnce(clone, join(folder, `data-${nth}`), moment, nth % 2 === 0, wanted)
      faults += found.length
      const what = `${nth % 2 === 0 ? 'SIGTERM' : 'kill -9'} after ${moment.toFixed(1)} s${isNew ? ' in a new clone' : ''}`
      console.log(`${what}: ${found.length === 0 ? 'whole' : found.join('; ')}`)
      if (isNew) rmSync(clone, { recursive: true })
    }
    console.log(`${times} ends, ${faults} faults`)
    return faults > 0 ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What was wrong with one end and the start after it. */
async function endOnce(
  clone: string,
  dataDir: string,
  moment: number,
  isGraceful: boolean,
  wanted: Awaited<ReturnType<typeof contentOf>>,
): Promise<string[]> {
  const found: string[] = []
  const first = await launch(clone, { dataDir })
  await Promise.race([delay(moment * 1000), first.ready])
  if (isGraceful) {
    const seconds = await end(first.npm)
    if (seconds > mostSeconds) found.push(`SIGTERM took ${seconds.toFixed(1)} s`)
    found.push(...first.lines.filter((line) => error.test(line)))
  } else {
    const all = descendantsOf(pidOf(first.npm))
    execFileSync('kill', ['-9', ...all.map(String)])
    while (all.some(isRunning)) await delay(20)
  }
  const second = await launch(clone, { dataDir })
  const is = await contentOf(await second.ready)
  found.push(...second.lines.filter((line) => error.test(line)))
  await end(second.npm)
  const near = Math.abs(is.orders - wanted.orders) <= 0.05 * wanted.orders
  if (is.locations !== wanted.locations || is.stations !== wanted.stations || !near)
    found.push(`it holds ${JSON.stringify(is)}`)
  rmSync(dataDir, { recursive: true, force: true })
  return found
}
