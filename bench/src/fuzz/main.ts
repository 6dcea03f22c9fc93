import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Chance } from '@stationmaster/server/hostile'
import { makeAdministrator } from '../measuring/asking.ts'
import { startStationmaster } from '../measuring/servers.ts'
import { endAll } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { startPostgres } from '../seeding/postgres.ts'
import { type AttackName, attacks } from './attacks.ts'
import { keptBytes, mostGrowth } from './heap.ts'
import { FuzzNetwork } from './network.ts'
import { type FuzzOptions, help, readOptions } from './options.ts'
import { Tally } from './tally.ts'
import type { Target } from './target.ts'

/** by then what is loaded only when it is needed has been */
const warmUpMostMs = 10 * 60_000
/** limits of one address are lifted, and no station is waited for longer than anything may hang */
const env = {
  REQUESTS_PER_MINUTE: '10000000',
  LOGIN_ATTEMPTS_PER_ACCOUNT: '10000000',
  LOGIN_ATTEMPTS_PER_ADDRESS: '10000000',
  ACCOUNT_REQUESTS_PER_ADDRESS: '10000000',
  OCPP_CALL_TIMEOUT_SECONDS: '1',
  LOG_LEVEL: 'error',
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options) process.exitCode = await fuzz(options)
  else process.stdout.write(help)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

/** Resolves with the exit code. */
async function fuzz(options: FuzzOptions): Promise<number> {
  const begunAt = new Date().toISOString()
  console.log(`Seed ${options.seed}`)
  const postgres = process.env.FUZZ_DATABASE_URL
    ? { url: process.env.FUZZ_DATABASE_URL }
    : await startPostgres()
  const database = await BenchDatabase.create(postgres.url)
  const stop = async () => {
    await endAll((child) => child.pid !== postgres.pid)
    await database.drop()
    await endAll()
  }
  let ended = false
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => void stop().finally(() => process.exit(code)))
  try {
    const tally = new Tally(resultFile(begunAt))
    const password = makeAdministrator({ DATABASE_URL: database.url })
    const server = await startStationmaster(database.url, undefined, env)
    server.process.once('exit', (code, signal) => {
      if (!ended)
        tally.fault({ what: `the server ended with ${code ?? signal}`, sent: 'see what came before' })
      ended = true
    })
    const { hostname, port, host } = new URL(server.url)
    const network = await FuzzNetwork.open(`http://${host}/api/v1`, database.url, password)

    const run = async (name: string, ms: number) => {
      const until = performance.now() + ms
      const targetOf = (chance: Chance) =>
        network.target({ host: hostname, port: Number(port), tally }, chance)
      const hasEnded = () => ended
      const isOver = () => ended || performance.now() > until
      await attackAll(options, name, targetOf, { isOver, hasEnded, tally })
    }
    const wholeMs = options.minutes * 60_000
    const warmUpMs = Math.min(warmUpMostMs, wholeMs / 3)
    await run('warm-up', warmUpMs)
    const before = ended ? 0 : await keptBytes(server)
    await run('run', wholeMs - warmUpMs)
    const after = ended ? 0 : await keptBytes(server)
    ended = true
    await network.close()

    tally.print()
    return report(options, tally, before, after)
  } finally {
    ended = true
    await stop()
  }
}

/** Runs the chosen attacks beside each other until the time is over; an attack that fails by itself is a fault while the server runs. */
async function attackAll(
  { only, seed, pauseMs }: FuzzOptions,
  name: string,
  targetOf: (chance: Chance) => Target,
  { isOver, hasEnded, tally }: { isOver: () => boolean; hasEnded: () => boolean; tally: Tally },
): Promise<void> {
  const rest = () => (pauseMs > 0 ? pause(pauseMs) : Promise.resolve())
  const attackOnce = async (kind: AttackName, nth: number) => {
    const target = targetOf(new Chance(`${seed}/${name}/${kind}/${nth}`))
    await attacks[kind].attack(target, isOver, rest).catch((error: Error) => {
      if (!hasEnded()) tally.fault({ what: `${kind}: ${error.message}`, sent: 'see what came before' })
    })
  }
  await Promise.all(
    only.flatMap((kind) => Array.from({ length: attacks[kind].many }, (_, nth) => attackOnce(kind, nth))),
  )
}

/** Prints the result; the exit code is 1 where there are faults or the heap has grown too much. */
function report(options: FuzzOptions, tally: Tally, before: number, after: number): number {
  const grown = before === 0 ? 0 : after / before - 1
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
  console.log(
    `${tally.sent} sent in ${options.minutes} minutes with seed ${options.seed}; heap after collection ${megabytes(before)}, at the end ${megabytes(after)} (${(grown * 100).toFixed(1)} %)`,
  )
  if (grown > mostGrowth) console.log(`FAULT the heap has grown by more than ${mostGrowth * 100} %`)
  return tally.faulty || grown > mostGrowth ? 1 : 0
}

function resultFile(begunAt: string): string {
  const folder = fileURLToPath(new URL('../../results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  return `${folder}fuzz-${begunAt.replace(/[:.]/g, '-')}.jsonl`
}
