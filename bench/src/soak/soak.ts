import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { randomOf } from '@stationmaster/simulator'
import pg from 'pg'
import { usageOf } from '../processes/proc.ts'
import { endAll } from '../processes/processes.ts'
import { BadNetwork } from './bad-network.ts'
import { Charger } from './charger.ts'
import { type Comparison, compare } from './compare.ts'
import { growthOf, type Memory, readMemory } from './memory.ts'
import { Office } from './office.ts'
import { Prepaid } from './prepaid.ts'
import { type Life, Stage } from './stage.ts'

export interface Options {
  minutes: number
  stations: number
  seed: string
}

const minuteMs = 60_000
const names = ['one', 'two'] as const
/** how long the last cars, their queued messages and their payments may take, each */
const mostEndMs = 6 * minuteMs

export const minutesOf = (ms: number): number => Math.round((ms / minuteMs) * 10) / 10

/** What happens when, as a share of the time in which cars come. */
const happenings = [
  {
    at: 0.15,
    what: 'server one is asked to end, and starts again 10 s later',
    do: async (stage: Stage) => {
      await stage.endServer('one', 'SIGTERM')
      await pause(10_000)
      await stage.startServer('one')
    },
  },
  {
    at: 0.35,
    what: 'server two is killed, and starts again 20 s later',
    do: async (stage: Stage) => {
      await stage.endServer('two', 'SIGKILL')
      await pause(20_000)
      await stage.startServer('two')
    },
  },
  {
    at: 0.55,
    what: 'the database ends as in a crash, and starts again 15 s later',
    do: (stage: Stage) => stage.crashDatabase(15_000),
  },
  {
    at: 0.75,
    what: 'NATS is killed, and starts again 20 s later',
    do: (stage: Stage) => stage.killNats(20_000),
  },
] as const

export interface Result extends Comparison {
  begunAt: string
  options: Options
  machine: { cores: number; model: string | undefined; node: string }
  happened: string[]
  network: BadNetwork['done'] & { calls: number }
  prepaid: { offered: number; paid: number }
  /** what drivers did not get done because of the network, by kind */
  hindered: Record<string, number>
  growth: ReturnType<typeof growthOf>[]
  memory: Memory[]
  /** share of a core */
  processor: Record<string, number>
}

/** Lets cars come to the stations of two servers for some time, takes away what the servers stand on, and compares at the end. */
export async function soak(options: Options): Promise<Result> {
  const begunAt = new Date().toISOString()
  // what it has started ends with it
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const network = await BadNetwork.listen(randomOf(`${options.seed}/network`))
  const stage = await Stage.open(network, options.stations)
  try {
    for (const name of names) await stage.startServer(name)
    const office = new Office(network.origin, stage.password)
    const prepaid = new Prepaid(office, await connectorsOf(stage.database.url))
    const memories = new Map<Life, Memory>()
    const { chargers, happened, hindered, seconds } = await pass(stage, prepaid, options, memories)
    const compared = await compare(stage, office, chargers)
    const growth = [...memories.values()].map(growthOf)
    const faults = [
      ...stage.deaths,
      ...compared.faults,
      ...growth
        .filter(({ isFlat }) => !isFlat)
        .map(({ name, mibPerHour }) => `server ${name} grows by ${mibPerHour} MiB an hour`),
    ]
    const share = (cpuSeconds: number) => Math.round((cpuSeconds / seconds) * 1000) / 1000
    const result: Result = {
      begunAt,
      options,
      machine: { cores: cpus().length, model: cpus()[0]?.model, node: process.version },
      happened,
      network: { calls: network.calls, ...network.done },
      prepaid: { offered: prepaid.offered, paid: prepaid.paid },
      hindered,
      ...compared,
      faults,
      growth,
      memory: [...memories.values()],
      processor: {
        'drivers and network': share(process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6),
        'all processes of the run': share(usageOf(process.pid).cpuSeconds),
      },
    }
    print(result)
    await Promise.all(chargers.map((charger) => charger.close()))
    return result
  } finally {
    network.close()
    await stage.close()
    await endAll()
  }
}

interface Passed {
  chargers: readonly Charger[]
  happened: string[]
  hindered: Record<string, number>
  seconds: number
}

/** The time in which cars come, and until the last has gone and all is reported and paid. */
async function pass(
  stage: Stage,
  prepaid: Prepaid,
  { minutes, stations, seed }: Options,
  memories: Map<Life, Memory>,
): Promise<Passed> {
  const { network } = stage
  const begun = performance.now()
  const hindered: Record<string, number> = {}
  let goesOn = true
  const place = {
    url: `${network.origin.replace('http', 'ws')}/ocpp`,
    prepaid,
    goesOn: () => goesOn,
    failed: (what: string) => {
      hindered[what] = (hindered[what] ?? 0) + 1
    },
  }
  const chargers = Array.from({ length: stations }, (_, i) => new Charger(i + 1, place, seed))
  const lives = Promise.all(chargers.map((charger) => charger.live()))
  const happened: string[] = []
  const note = (text: string) => {
    const line = `${minutesOf(performance.now() - begun)} min: ${text}`
    happened.push(line)
    console.log(line)
  }
  const happening = [...happenings]
  while (performance.now() - begun < minutes * minuteMs) {
    const next = happening[0]
    if (next && performance.now() - begun >= next.at * minutes * minuteMs) {
      note(next.what)
      happening.shift()
      await next.do(stage)
      note('it is back')
    }
    await readMemory(stage.lives, memories)
    await pause(Math.min(minuteMs, (minutes * minuteMs) / 20))
  }
  prepaid.isOpen = false
  goesOn = false
  network.recover()
  note('no car comes any more')
  await Promise.race([lives, pause(mostEndMs)])
  await until(() => network.underWay === 0 && chargers.every(({ queued }) => queued === 0))
  note('the last car has gone, and all is reported')
  await closeBooks(stage, prepaid)
  note('all is paid')
  await readMemory(stage.lives, memories)
  return { chargers, happened, hindered, seconds: (performance.now() - begun) / 1000 }
}

/** Whoever paid and did not charge gets the money back; then nothing is under way at the payment provider. */
async function closeBooks(stage: Stage, prepaid: Prepaid): Promise<void> {
  const client = new pg.Client(stage.database.url)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `select id from orders where status in ('wait_payment', 'active', 'countdown')`,
    )
    for (const { id } of rows) await prepaid.cancel(id)
    await until(async () => {
      const open =
        await client.query(`select from orders where status not in ('completed', 'canceled', 'expired')
        union all select from payment_operations where due_at is not null limit 1`)
      return open.rowCount === 0
    })
  } finally {
    await client.end()
  }
}

async function connectorsOf(url: string): Promise<Map<number, number>> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ number: string; id: string }>(
    'select s.number, c.id from connectors c join stations s on s.id = c.station_id',
  )
  await client.end()
  return new Map(rows.map(({ number, id }) => [Number(number), Number(id)]))
}

/** Waits until something is so, some minutes at most: what is not so then is found by the comparison. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + mostEndMs
  while (!(await isSo()) && performance.now() < end) await pause(1_000)
}

function print(result: Result): void {
  const { energy, sessions, money, growth, network, processor, prepaid, hindered, faults } = result
  console.log(`messages: ${JSON.stringify(network)}`)
  console.log(`sessions: ${JSON.stringify(sessions)}`)
  console.log(`energy: ${JSON.stringify(energy)}`)
  console.log(`money: ${JSON.stringify(money)}; paid beforehand: ${JSON.stringify(prepaid)}`)
  console.log(`processor, cores: ${JSON.stringify(processor)}`)
  for (const [what, count] of Object.entries(hindered)) console.log(`hindered: ${count} ${what}`)
  for (const one of growth)
    console.log(
      `server ${one.name}, ${one.minutes} min: ${one.firstMib} to ${one.lastMib} MiB, at most ${one.mostMib}, ` +
        `${one.mibPerHour ?? 'too short for a slope:'} MiB an hour: ${one.isFlat ? 'flat' : 'GROWS'}`,
    )
  for (const fault of faults) console.log(`FAULT: ${fault}`)
  if (faults.length === 0) console.log('energy and money agree, memory is flat')
}
