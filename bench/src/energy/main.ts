import { parseArgs } from 'node:util'
import {
  claimOf,
  control,
  newControl,
  type Strategy,
  shareOut,
  usualRules,
  Wiring,
} from '@stationmaster/energy'
import { randomOf } from '@stationmaster/simulator'
import { endAll } from '../processes/processes.ts'
import { bestPossible, leastLaxityFirst } from './compared.ts'
import { controlledDay } from './controlled.ts'
import { siteOf, staysOf } from './day.ts'

const help = `npm run bench -- energy [options]   what a site's control delivers in a day, and what it costs

  --outlets 200       outlets of the day
  --seed 1            of its cars
  --live              instead: two servers and stations of every version on real sockets, while servers are killed, links cut,
                      limits called and the meter is silent; fails where a circuit carries too much for longer than 10 s
  --stations 200      of these
  --minutes 30        for so long
`

const strategies: Strategy[] = ['departure', 'equal', 'first_come']
/** of a site of the largest size, median and worst of so many */
const largest = 500
const times = 41

const kWh = (wh: number): string => (wh / 1000).toFixed(0)

/** Prints a day under each strategy beside least laxity first and the best possible. */
async function bench(outlets: number, seed: number): Promise<void> {
  const wiring = new Wiring(siteOf(outlets, { gridA: outlets * 3, feederA: (outlets / 10) * 4 }))
  const stays = staysOf(wiring.site, randomOf(seed))
  const wantedWh = stays.reduce((total, stay) => total + stay.wantedWh, 0)
  const best = await bestPossible(wiring, stays)
  const laxity = leastLaxityFirst(wiring, stays)
  const share = (wh: number) => `${((wh / laxity) * 100).toFixed(1)} %`
  console.log(`${outlets} outlets, ${stays.length} cars, ${kWh(wantedWh)} kWh wanted`)
  console.log(`best possible (linear program): ${kWh(best)} kWh, ${share(best)} of least laxity first`)
  console.log(`least laxity first: ${kWh(laxity)} kWh`)
  for (const strategy of strategies) {
    const from = process.cpuUsage()
    const day = controlledDay(wiring, stays, { ...usualRules, strategy })
    const { user, system } = process.cpuUsage(from)
    const perHour =
      day.messages / stays.reduce((total, { car }) => total + (car.departsAt - car.pluggedAt) / 3_600_000, 0)
    console.log(
      `${strategy}: ${kWh(day.deliveredWh)} kWh, ${share(day.deliveredWh)}; full ${day.full} of ${stays.length}; highest load ` +
        `${(day.highest * 100).toFixed(1)} %, overload ${day.overloadSeconds} s; ${perHour.toFixed(1)} messages a plugged-in hour; ` +
        `${((user + system) / 1e6).toFixed(1)} s of a core for 8,640 looks`,
    )
  }
  costOfOne()
}

/** What one look at the largest site costs, all of whose outlets charge. */
function costOfOne(): void {
  const wiring = new Wiring(siteOf(largest, { gridA: 1500, feederA: 200 }))
  const stays = staysOf(wiring.site, randomOf(1))
  const cars = [...new Map(stays.map(({ car }) => [car.outlet, car])).values()]
  const now = 12 * 3_600_000
  const supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
  const served = { kept: false, chargedMs: 0, ceilingMa: null }
  const reachable = new Set(cars.map(({ outlet }) => outlet))
  const look = { now, supplyMa, cars, measuredMa: new Map<string, number>(), reachable }
  measured('shared out', cars.length, () => {
    const claims = cars.map((car) =>
      claimOf(car, wiring.outlet(car.outlet), served, { strategy: 'equal', now }),
    )
    shareOut(wiring, supplyMa, claims)
  })
  measured('a whole look', cars.length, () => control(wiring, newControl, look, usualRules))
}

function measured(what: string, cars: number, work: () => unknown): void {
  const took = Array.from({ length: times }, () => {
    const from = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(from)
    return (user + system) / 1000
  }).toSorted((a, b) => a - b)
  const [median, worst] = [took[Math.floor(times / 2)] ?? 0, took.at(-1) ?? 0]
  console.log(
    `${what}, ${cars} cars: ${median.toFixed(1)} ms of a core, at most ${worst.toFixed(1)} (line 50)`,
  )
}

const { values } = parseArgs({
  options: {
    outlets: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    live: { type: 'boolean', default: false },
    stations: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '30' },
    help: { type: 'boolean' },
  },
})
if (values.help) console.log(help)
else if (values.live) {
  // what it has started ends with it
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const { live } = await import('./live.ts')
  const result = await live(Number(values.stations), Number(values.minutes), Number(values.seed))
  await endAll()
  console.log(JSON.stringify(result, null, 2))
  process.exit(result.overloadBeyondSeconds > 0 ? 1 : 0)
} else await bench(Number(values.outlets), Number(values.seed))
