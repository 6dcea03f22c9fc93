import { parseArgs } from 'node:util'
import {
  type Car,
  control,
  forecastOf,
  newControl,
  type PriceHour,
  playOut,
  type Site,
  type Strategy,
  shareBy,
  usualRules,
  Wiring,
} from '@stationmaster/energy'
import { randomOf } from '@stationmaster/simulator'
import { endAll } from '../processes/processes.ts'
import { bestPossible, leastLaxityFirst } from './compared.ts'
import { controlledDay } from './controlled.ts'
import { dayMs, siteOf, staysOf } from './day.ts'

const help = `npm run bench -- energy [options]   what a site's control delivers in a day, and what it costs

  --outlets 200       outlets of the day
  --seed 1            of its cars
  --live              instead: two servers and stations of every version on real sockets, while servers are killed, links cut,
                      limits called and the meter is silent; fails where a circuit carries too much for longer than 10 s
  --stations 200      of these
  --minutes 30        for so long
`

const strategies: Strategy[] = ['departure', 'equal', 'first_come']
const all: Strategy[] = [...strategies, 'priority', 'cheapest', 'solar']
const hourMs = 3_600_000
/** of a site of the largest size, median and worst of so many */
const largest = 500
const times = 41
/** ms of a core */
const lineMs = 50

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
  costOfWeek(wiring, seed)
}

/** What it costs to play a week of these stays, as the page of a location does twice for its own sessions. */
function costOfWeek(wiring: Wiring, seed: number): void {
  const week = Array.from({ length: 7 }, (_, day) => day * dayMs)
  const visits = week.flatMap((from) =>
    staysOf(wiring.site, randomOf(seed + from / dayMs)).map(({ car }) => ({
      car: { ...car, pluggedAt: car.pluggedAt + from, departsAt: car.departsAt + from },
      leavesAt: car.departsAt + from,
    })),
  )
  const supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
  const outlook = { prices: [], surplusMa: null }
  for (const strategy of all) {
    const from = process.cpuUsage()
    playOut(wiring, visits, {
      from: 0,
      to: 7 * dayMs,
      stepMs: 5 * 60_000,
      share: (supply, parked, now) =>
        shareBy(wiring, supply, parked, { strategy, now, outlook, isRough: true }),
      supplyMaAt: () => supplyMa,
    })
    const { user, system } = process.cpuUsage(from)
    const seconds = ((user + system) / 1e6).toFixed(2)
    console.log(`${strategy}: a week of ${visits.length} stays is played in ${seconds} s of a core`)
  }
}

/** What one look at the largest site costs by each way of sharing: all of its outlets charge, and all drivers need something. */
function costOfOne(): void {
  const wiring = new Wiring(siteOf(largest, { gridA: 1500, feederA: 200 }))
  const now = 12 * hourMs
  const cars = carsOf(wiring.site, now)
  const prices = Array.from({ length: 48 }, (_, nth): PriceHour => {
    const from = now + nth * hourMs
    return { from, until: from + hourMs, price: (nth * 7) % 12 }
  })
  const outlook = { prices, surplusMa: [200_000, 200_000, 200_000] as const }
  const supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
  const parked = cars.map((car) => ({ car, served: { kept: false, chargedMs: 0, ceilingMa: null } }))
  const reachable = new Set(cars.map(({ outlet }) => outlet))
  const look = { now, supplyMa, cars, measuredMa: new Map<string, number>(), reachable, outlook }
  for (const strategy of all) {
    measured(`${strategy}: shared out`, cars.length, () =>
      shareBy(wiring, supplyMa, parked, { strategy, now, outlook }),
    )
    // with what the operator of the grid leaves to all of them
    measured(`${strategy}: shared out with a pool`, cars.length, () =>
      shareBy(wiring, [...supplyMa, 1_000_000], parked, { strategy, now, outlook }),
    )
    measured(`${strategy}: a whole look`, cars.length, () =>
      control(wiring, newControl, look, { ...usualRules, strategy }),
    )
    measured(`${strategy}: how it goes on`, cars.length, () =>
      forecastOf(wiring, cars, { supplyMa, sharing: { strategy, now, outlook } }),
    )
  }
}

/** A car at each outlet that stays for one to ten hours, and needs what it gets in half of them at most. */
function carsOf(site: Site, now: number): Car[] {
  const random = randomOf(1)
  return site.outlets.map(({ id }, nth): Car => {
    const hours = random.between(1, 10)
    return {
      outlet: id,
      phases: random.chance(0.3) ? 1 : 3,
      mostMa: 16_000,
      pluggedAt: now - nth * 1000,
      group: nth % 3,
      energyLeftWh: null,
      neededWh: Math.round(random.between(500, 1800) * hours),
      departsAt: now + Math.round(hours * 60) * 60_000,
    }
  })
}

function measured(what: string, cars: number, work: () => unknown): void {
  // the first ones are those of a process that has just begun
  for (let nth = 0; nth < 5; nth += 1) work()
  const took = Array.from({ length: times }, () => {
    const from = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(from)
    return (user + system) / 1000
  }).toSorted((a, b) => a - b)
  const [median, worst] = [took[Math.floor(times / 2)] ?? 0, took.at(-1) ?? 0]
  console.log(
    `${what}, ${cars} cars: ${median.toFixed(1)} ms of a core, at most ${worst.toFixed(1)} (line ${lineMs})`,
  )
  if (median > lineMs) process.exitCode = 1
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
