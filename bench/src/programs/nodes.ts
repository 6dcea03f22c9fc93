import { parseArgs } from 'node:util'
import { startNats } from '../measuring/nats.ts'
import { startStationmaster, type Target } from '../measuring/servers.ts'
import { usageOf } from '../processes/proc.ts'
import { endAll, temporaryFolder } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { startPostgres } from '../seeding/postgres.ts'
import { drive } from '../stations/drive.ts'
import { type Version, versionOf } from '../stations/load-spec.ts'

const help = `npm run bench -- nodes [options]   what a message costs on one server, and on two that NATS joins

  --stations 50       how many charge at each server, in a closed loop
  --ocpp 1.6|2.0.1|2.1  in which version
  --seconds 10        how long
  --runs 3            how often each, in turn
  --strict            exit code 1 where the target is missed
`

/** so much more may a message cost on two servers, with as many stations at each as one had */
const mostMore = 0.1

interface Options {
  stations: number
  version: Version
  seconds: number
  runs: number
}

interface Cost {
  messagesPerSecond: number
  serverMicros: number
  databaseMicros: number
}

/** Lets stations charge at servers of one database, as many at each, and reckons processor time by messages. */
async function measure(
  servers: readonly Target[],
  databasePid: number | undefined,
  { version, seconds }: Options,
  each: number,
): Promise<Cost> {
  const databaseCpu = () => (databasePid === undefined ? 0 : usageOf(databasePid).cpuSeconds)
  let [before, after] = [0, 0]
  const runs = await Promise.all(
    servers.map(({ url, pid }, index) =>
      drive(
        { scenario: 'session', url, version, connections: each, first: index * each + 1, seconds },
        { target: pid },
        {
          ready: async () => {
            before = databaseCpu()
          },
          over: async () => {
            after = databaseCpu()
          },
        },
      ),
    ),
  )
  const faults = runs.flatMap(({ errors }) => Object.entries(errors))
  if (faults.length > 0) throw new Error(faults.map(([fault, count]) => `${count} ${fault}`).join(', '))
  const messages = runs.reduce((sum, run) => sum + run.messages, 0)
  return {
    messagesPerSecond: messages / seconds,
    serverMicros: (runs.reduce((sum, { cpu }) => sum + cpu.target, 0) * 1e6) / messages,
    databaseMicros: ((after - before) * 1e6) / messages,
  }
}

const median = (costs: readonly Cost[], of: (cost: Cost) => number): number =>
  costs.map(of).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0
const micros = ({ serverMicros, databaseMicros }: Cost) => serverMicros + databaseMicros

/** Resolves with whether the target is met. */
async function bench(options: Options): Promise<boolean> {
  const postgres = await startPostgres()
  const database = await BenchDatabase.create(postgres.url)
  const nats = await startNats()
  try {
    const shared = {
      NATS_URL: nats.url,
      FILES_URL: `file://${temporaryFolder('bench-files')}`,
      SMTP_URL: 'smtp://127.0.0.1:9',
    }
    const servers: Target[] = []
    for (const name of ['one', 'two'])
      servers.push(await startStationmaster(database.url, undefined, { ...shared, NODE_ID: name }))
    const { stations, runs } = options
    await database.seed(2 * stations)
    const kinds = [
      { name: `1 server, ${stations} stations`, on: servers.slice(0, 1), each: stations },
      { name: `2 servers, ${stations} stations each`, on: servers, each: stations },
      { name: `2 servers, ${stations} stations together`, on: servers, each: Math.floor(stations / 2) },
    ]
    const costs = kinds.map((): Cost[] => [])
    for (let run = 0; run <= runs; run += 1)
      for (const [index, { on, each }] of kinds.entries()) {
        const cost = await measure(on, postgres.pid, options, each)
        // the first of each only warms up
        if (run > 0) costs[index]?.push(cost)
      }
    const figures = costs.map((of) => median(of, micros))
    for (const [index, { name }] of kinds.entries()) {
      const of = costs[index] ?? []
      const parts = [median(of, (cost) => cost.serverMicros), median(of, (cost) => cost.databaseMicros)]
      const [server, base] = parts.map((part) => part.toFixed(0))
      const rate = median(of, ({ messagesPerSecond }) => messagesPerSecond).toFixed(0)
      const whole = figures[index]?.toFixed(0)
      console.log(
        `${name}: ${whole} us of a core a message (servers ${server}, PostgreSQL ${base}), ${rate} messages/s`,
      )
    }
    const [one = 0, two = 0] = figures
    const more = two / one - 1
    const met = more <= mostMore
    console.log(
      `two servers cost ${(more * 100).toFixed(1)} % more a message; target <= ${mostMore * 100} %: ${met ? 'met' : 'MISSED'}`,
    )
    return met
  } finally {
    await endAll((child) => child.pid !== postgres.pid)
    await nats.end()
    await database.drop()
    await endAll()
  }
}

const { values } = parseArgs({
  options: {
    stations: { type: 'string', default: '50' },
    ocpp: { type: 'string', default: '1.6' },
    seconds: { type: 'string', default: '10' },
    runs: { type: 'string', default: '3' },
    strict: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(help)
else {
  const met = await bench({
    stations: Number(values.stations),
    version: versionOf(values.ocpp),
    seconds: Number(values.seconds),
    runs: Number(values.runs),
  })
  if (values.strict && !met) process.exitCode = 1
}
