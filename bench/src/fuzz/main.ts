import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Chance } from '@stationmaster/server/hostile'
import { makeAdministrator } from '../measuring/asking.ts'
import { startStationmaster } from '../measuring/servers.ts'
import { endAll } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { startPostgres } from '../seeding/postgres.ts'
import { attacks } from './attacks.ts'
import { keptBytes, mostGrowth } from './heap.ts'
import { FuzzNetwork } from './network.ts'
import { type FuzzOptions, help, readOptions } from './options.ts'
import { Tally } from './tally.ts'

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
      const over = () => ended || performance.now() > until
      const rest = () => (options.pauseMs > 0 ? pause(options.pauseMs) : Promise.resolve())
      await Promise.all(
        options.only.flatMap((kind) =>
          Array.from({ length: attacks[kind].many }, (_, nth) => {
            const chance = new Chance(`${options.seed}/${name}/${kind}/${nth}`)
            const target = network.target({ host: hostname, port: Number(port), tally }, chance)
            return attacks[kind].attack(target, over, rest).catch((error: Error) => {
              if (!ended) tally.fault({ what: `${kind}: ${error.message}`, sent: 'see what came before' })
            })
          }),
        ),
      )
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
    const grown = before === 0 ? 0 : after / before - 1
    const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
    console.log(
      `${tally.sent} sent in ${options.minutes} minutes with seed ${options.seed}; heap after collection ${megabytes(before)}, at the end ${megabytes(after)} (${(grown * 100).toFixed(1)} %)`,
    )
    if (grown > mostGrowth) console.log(`FAULT the heap has grown by more than ${mostGrowth * 100} %`)
    return tally.faulty || grown > mostGrowth ? 1 : 0
  } finally {
    ended = true
    await stop()
  }
}

function resultFile(begunAt: string): string {
  const folder = fileURLToPath(new URL('../../results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  return `${folder}fuzz-${begunAt.replace(/[:.]/g, '-')}.jsonl`
}
