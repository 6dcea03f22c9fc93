import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { measure, type Stage, warmUp } from './measuring/measure.ts'
import { help, type Options, readOptions } from './measuring/options.ts'
import { figureOf, heldConnections, type Measurement, mostStations, planOf } from './measuring/plan.ts'
import { inUnit, judge, type Outcome, print, writeJson } from './measuring/report.ts'
import { startBound, startCounted } from './measuring/servers.ts'
import { end, endAll } from './processes/processes.ts'
import { BenchDatabase } from './seeding/database.ts'
import { type Postgres, startPostgres } from './seeding/postgres.ts'
import type { Version } from './stations/load-spec.ts'

const limitMs = 15 * 60_000

try {
  const options = readOptions(process.argv.slice(2))
  if (options) process.exitCode = await bench(options)
  else process.stdout.write(help)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

/** Resolves with the exit code. */
async function bench(options: Options): Promise<number> {
  if (!existsSync('/proc/self/stat'))
    throw new Error('The benchmark measures through /proc, so it needs Linux.')
  const startedAt = new Date().toISOString()
  const postgres = process.env.BENCH_DATABASE_URL
    ? { url: process.env.BENCH_DATABASE_URL }
    : await startPostgres()
  const database = await BenchDatabase.create(postgres.url)
  const stop = async () => {
    clearTimeout(watchdog)
    await endAll((child) => child.pid !== postgres.pid)
    await database.drop()
    await endAll()
  }
  const watchdog = setTimeout(() => giveUp(1), limitMs)
  const giveUp = (code: number) => void stop().finally(() => process.exit(code))
  process.once('SIGINT', () => giveUp(130))
  process.once('SIGTERM', () => giveUp(143))
  try {
    const outcomes = await measureAll(options, postgres, database)
    const { runs, windowSeconds } = options
    const circumstances = { startedAt, runs, windowSeconds, database: await database.settings() }
    print(outcomes, circumstances)
    writeJson(resultFile(options, startedAt), outcomes, circumstances)
    const right = outcomes.every(({ figures }) => figures.every(({ faults }) => faults.length === 0))
    const met = outcomes.every((outcome) => judge(outcome).met)
    return right && (met || !options.strict) ? 0 : 1
  } finally {
    await stop()
  }
}

async function measureAll(options: Options, postgres: Postgres, database: BenchDatabase): Promise<Outcome[]> {
  let stage = await startBoth(options, postgres, database)
  await database.seed(Math.max(heldConnections, mostStations))
  await warmUp(stage, ['storm', 'heartbeat'])
  const outcomes: Outcome[] = []
  const warmed = new Set<Version>()
  for (const measurement of planOf(options, postgres.pid !== undefined)) {
    const same = outcomes.find((one) => isDeepStrictEqual(one.measurement.spec, measurement.spec))
    if (same && same.measurement.spec.scenario === 'session') {
      outcomes.push(anotherFigureOf(same, measurement))
      continue
    }
    // memory that the sockets before have left would be taken for none
    if (measurement.spec.compressed) {
      await Promise.all([end(stage.bound.process), end(stage.server.process)])
      stage = await startBoth(options, postgres, database)
      await warmUp(stage, ['storm', 'heartbeat'])
    }
    const { scenario, version } = measurement.spec
    if (scenario === 'session' && !warmed.has(version)) {
      await warmUp(stage, ['session'], version)
      warmed.add(version)
    }
    outcomes.push(await measureOne(stage, measurement, options))
  }
  return outcomes
}

async function startBoth(options: Options, postgres: Postgres, database: BenchDatabase): Promise<Stage> {
  const server = await startCounted(database.url, options.profile && resolve(options.profile))
  const bound = await startBound()
  return { bound, server, database, databasePid: postgres.pid }
}

/** What the runs of a measurement say of another one of the same load. */
function anotherFigureOf({ figures }: Outcome, measurement: Measurement): Outcome {
  const figured = figures.map((figure) =>
    Object.assign({}, figure, { value: figureOf(measurement, figure.run) }),
  )
  return { measurement, figures: figured }
}

/** Bound and server in turn, so that what else the machine does meets both alike. */
async function measureOne(stage: Stage, measurement: Measurement, options: Options): Promise<Outcome> {
  const outcome: Outcome = { measurement, figures: [] }
  const runs = measurement.spec.scenario === 'hold' ? 1 : options.runs
  for (let run = 1; run <= runs; run += 1) {
    for (const target of [stage.bound, stage.server])
      outcome.figures.push(await measure(stage, target, measurement))
    const [bound, server] = outcome.figures.slice(-2).map(({ value }) => inUnit(value, measurement))
    console.log(`${measurement.name}: bound ${bound}, Stationmaster ${server} ${measurement.unit}`)
  }
  return outcome
}

function resultFile({ json }: Options, startedAt: string): string {
  if (json) return resolve(json)
  const folder = fileURLToPath(new URL('../results/', import.meta.url))
  return resolve(folder, `${startedAt.replace(/[:.]/g, '-')}.json`)
}
