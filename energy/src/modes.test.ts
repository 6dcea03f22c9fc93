import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Car, Strategy } from './claims.ts'
import { simpleSite, sites } from './fixtures/site.fixtures.ts'
import { forecastOf } from './forecast.ts'
import { noOutlook, type Outlook, shareBy } from './modes.ts'
import { playOut } from './playing/play.ts'
import { faultsOf, type Site, Wiring } from './site.ts'

const hour = 3_600_000
const strategies = ['equal', 'first_come', 'priority', 'departure', 'cheapest', 'solar'] as const

const carAt = (outlet: string, more: Partial<Car> = {}): Car => ({
  outlet,
  phases: 3,
  mostMa: 32_000,
  pluggedAt: 0,
  group: 0,
  energyLeftWh: null,
  neededWh: null,
  departsAt: null,
  ...more,
})
const served = { kept: false, chargedMs: 0, ceilingMa: null }

/** Hours with these prices, from 0 on. */
const pricesOf = (list: readonly number[]) =>
  list.map((price, nth) => ({ from: nth * hour, until: (nth + 1) * hour, price }))

const carsOn = (site: Site) =>
  fc.tuple(
    ...site.outlets.map(({ id }) =>
      fc.record({
        outlet: fc.constant(id),
        phases: fc.integer({ min: 1, max: 3 }),
        mostMa: fc.constantFrom(10_000, 16_000, 32_000),
        pluggedAt: fc.constantFrom(0, -hour),
        group: fc.constantFrom(0, 1),
        energyLeftWh: fc.constant(null),
        neededWh: fc.constantFrom(null, 0, 3000, 15_000, 40_000),
        departsAt: fc.constantFrom(null, hour, 3.5 * hour, 8 * hour),
      }),
    ),
  )

const situations = sites
  .filter((site) => faultsOf(site).length === 0)
  .chain((site) =>
    fc.record({
      wiring: fc.constant(new Wiring(site)),
      cars: carsOn(site) as fc.Arbitrary<Car[]>,
      kept: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      strategy: fc.constantFrom(...strategies),
      prices: fc.array(fc.integer({ min: -5, max: 40 }), { minLength: 0, maxLength: 10 }).map(pricesOf),
      surplusMa: fc.constantFrom(null, [0, 0, 0] as const, [8000, 20_000, 40_000] as const),
    }),
  )

test.each(
  strategies,
)('a car that comes first has what it takes before the others, shared out by %s', (strategy) => {
  const wiring = new Wiring(simpleSite(40_000, [{}, {}]))
  const supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
  // nothing else speaks for the second car: it came later, needs nothing yet, and hours are dear and without sun
  const cars = ['o0', 'o1'].map((outlet, nth) =>
    carAt(
      outlet,
      nth === 0
        ? { neededWh: 10_000, departsAt: hour }
        : { group: 5, pluggedAt: hour, neededWh: 0, departsAt: 8 * hour, first: true },
    ),
  )
  const parked = cars.map((car) => ({ car, served }))
  const outlook = { prices: pricesOf([40, 1, 1, 1, 1, 1, 1, 1]), surplusMa: [0, 0, 0] as const }
  const shares = shareBy(wiring, supplyMa, parked, { strategy, now: 0, outlook })
  expect(shares.map(({ outlet, currentMa }) => [outlet, currentMa])).toContainEqual(['o1', 32_000])
})

const waiting = fc.constantFrom('cheapest', 'solar')

test('no way of sharing gives more than there is, or less than the smallest current', () => {
  fc.assert(
    fc.property(situations, ({ wiring, cars, kept, strategy, prices, surplusMa }) => {
      const supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
      const parked = cars.map((car, nth) => ({ car, served: { ...served, kept: kept[nth] === true } }))
      const flows = supplyMa.map(() => 0)
      const shares = shareBy(wiring, supplyMa, parked, { strategy, now: 0, outlook: { prices, surplusMa } })
      expect(shares).toHaveLength(cars.length)
      for (const { outlet, currentMa } of shares) {
        const { circuit, phases, leastMa } = wiring.outlet(outlet)
        expect(currentMa === 0 || currentMa >= leastMa).toBe(true)
        const used = phases.slice(0, cars.find((car) => car.outlet === outlet)?.phases)
        for (const slot of wiring.slotsOver(circuit, used)) flows[slot] = (flows[slot] ?? 0) + currentMa
      }
      expect(flows.every((mA, slot) => mA <= (supplyMa[slot] ?? 0))).toBe(true)
    }),
  )
})

describe('in the cheapest hours', () => {
  const site = simpleSite(32_000, [{}, {}])
  const wiring = new Wiring(site)
  const supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
  const at = (now: number, cars: Car[], prices: number[]) =>
    shareBy(
      wiring,
      supplyMa,
      cars.map((car) => ({ car, served })),
      { strategy: 'cheapest', now, outlook: { prices: pricesOf(prices), surplusMa: null } },
    )

  test('a car waits for them, and says so', () => {
    const car = carAt('o0', { neededWh: 15_000, departsAt: 4 * hour })
    expect(at(0, [car], [30, 10, 30, 30])).toMatchObject([{ currentMa: 0, bound: { kind: 'price' } }])
    expect(at(hour, [car], [30, 10, 30, 30])).toMatchObject([{ currentMa: 32_000 }])
  })

  test('one that has said nothing does not wait, and takes what is left', () => {
    const planned = carAt('o0', { neededWh: 60_000, departsAt: 3 * hour })
    expect(at(0, [planned, carAt('o1')], [10, 20, 30])).toMatchObject([
      { outlet: 'o0', currentMa: 32_000 },
      { outlet: 'o1', currentMa: 0 },
    ])
    expect(at(0, [carAt('o1')], [30, 10])).toMatchObject([{ currentMa: 32_000 }])
  })

  test('nobody waits for them where nothing is known', () => {
    const cars = [carAt('o0', { neededWh: 5000, departsAt: 8 * hour })]
    const shares = shareBy(
      wiring,
      supplyMa,
      cars.map((car) => ({ car, served })),
      { strategy: 'cheapest', now: 0, outlook: noOutlook },
    )
    expect(shares).toMatchObject([{ currentMa: 32_000 }])
  })

  test('without prices nobody waits', () => {
    expect(at(0, [carAt('o0', { neededWh: 5000, departsAt: 8 * hour })], [])).toMatchObject([
      { currentMa: 32_000 },
    ])
  })

  test('one that has said only one of both does not wait either', () => {
    expect(at(0, [carAt('o0', { neededWh: 5000 })], [30, 10])).toMatchObject([{ currentMa: 32_000 }])
    expect(at(0, [carAt('o0', { departsAt: 4 * hour })], [30, 10])).toMatchObject([{ currentMa: 32_000 }])
    expect(at(0, [carAt('o0', { neededWh: 0, departsAt: 4 * hour })], [])).toMatchObject([
      { currentMa: 32_000 },
    ])
  })

  test('who has what is needed takes no more', () => {
    expect(at(0, [carAt('o0', { neededWh: 0, departsAt: 8 * hour })], [10, 10])).toMatchObject([
      { currentMa: 0, bound: { kind: 'price' } },
    ])
  })

  const play = (wired: Wiring, cars: readonly Car[], outlook: Outlook, strategy: Strategy) =>
    playOut(
      wired,
      cars.map((car) => ({ car, leavesAt: car.departsAt ?? 10 * hour })),
      {
        from: 0,
        to: 10 * hour,
        stepMs: hour / 6,
        share: (supply, parked, now) => shareBy(wired, supply, parked, { strategy, now, outlook }),
        supplyMaAt: () => wired.bySlot(({ fuseMa }) => fuseMa),
      },
    ).visits

  test('nobody takes a cheap hour for itself where that would miss what sharing alike meets', () => {
    // the first would take all of the cheap hour, and the second needs a little of it
    const cars = [
      carAt('o0', { neededWh: 20_000, departsAt: 3 * hour }),
      carAt('o1', { neededWh: 26_000, departsAt: 4 * hour, mostMa: 10_000 }),
    ]
    const prices = [30, 10, 30, 30]
    const currents = (now: number, first: number, second: number) =>
      new Map(
        at(
          now,
          [
            { ...cars[0]!, neededWh: first },
            { ...cars[1]!, neededWh: second },
          ],
          prices,
        ).map(({ outlet, currentMa }) => [outlet, currentMa]),
      )
    expect(currents(0, 20_000, 26_000)).toEqual(
      new Map([
        ['o0', 0],
        ['o1', 10_000],
      ]),
    )
    expect(currents(hour, 20_000, 20_000)).toEqual(
      new Map([
        ['o0', 22_000],
        ['o1', 10_000],
      ]),
    )
    const played = play(wiring, cars, { prices: pricesOf(prices), surplusMa: null }, 'cheapest')
    expect(played.map(({ metAt }) => metAt !== null)).toEqual([true, true])
  })

  test('whoever equal sharing would satisfy by departure is satisfied by waiting too', () => {
    fc.assert(
      fc.property(situations, waiting, ({ wiring: wired, cars, prices, surplusMa }, strategy) => {
        const outlook = { prices, surplusMa }
        const [alike, waits] = [play(wired, cars, outlook, 'equal'), play(wired, cars, outlook, strategy)]
        const missed = cars.filter(
          ({ departsAt }, nth) =>
            departsAt !== null && alike[nth]?.metAt !== null && waits[nth]?.metAt === null,
        )
        expect(missed).toEqual([])
      }),
      { numRuns: 150, endOnFailure: true },
    )
  }, 600_000)
})

describe('what the sun gives first', () => {
  const wiring = new Wiring(simpleSite(63_000, [{}, {}]))
  const supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
  const at = (cars: Car[], sunMa: number, kept = false) =>
    shareBy(
      wiring,
      supplyMa,
      cars.map((car) => ({ car, served: { ...served, kept } })),
      { strategy: 'solar', now: 0, outlook: { prices: [], surplusMa: [sunMa, sunMa, sunMa] } },
    ).map(({ currentMa, bound }) => [currentMa, bound.kind])
  const patient = (outlet: string) => carAt(outlet, { neededWh: 10_000, departsAt: 9 * hour })

  test('is shared by those that can wait', () => {
    expect(at([patient('o0'), patient('o1')], 20_000)).toEqual([
      [10_000, 'sun'],
      [10_000, 'sun'],
    ])
    expect(at([patient('o0')], 4000)).toEqual([[0, 'sun']])
  })

  test('is made up from the grid as soon as a need cannot wait', () => {
    const hurried = carAt('o0', { neededWh: 20_000, departsAt: hour })
    expect(at([hurried, patient('o1')], 0)[0]?.[0]).toBe(32_000)
  })

  test('is not all for who has said nothing: the smallest current comes from the grid', () => {
    expect(at([carAt('o0')], 0)).toEqual([[6000, 'sun']])
    expect(at([carAt('o0')], 15_000)).toEqual([[15_000, 'sun']])
  })

  test('is made up from the grid for two by what each needs, even where that is not enough', () => {
    const narrow = new Wiring(simpleSite(30_000, [{}, {}]))
    const hurried = (outlet: string, mA: number) =>
      carAt(outlet, { neededWh: ((mA / 1000) * 690) / 1.05, departsAt: hour })
    const shares = (...cars: Car[]) =>
      shareBy(
        narrow,
        narrow.bySlot(({ fuseMa }) => fuseMa),
        cars.map((car) => ({ car, served })),
        { strategy: 'solar', now: 0, outlook: { prices: [], surplusMa: [0, 0, 0] } },
      ).map(({ currentMa, bound }) => [currentMa, bound.kind])
    expect(shares(hurried('o0', 20_000), hurried('o1', 10_000)).map(([mA]) => mA)).toEqual([20_000, 10_000])
    // it has what the grid gives, and waits for no sun
    expect(shares(hurried('o0', 90_000))).toEqual([[30_000, 'wanted']])
  })

  test('is not all for who has said only one of both', () => {
    expect(at([carAt('o0', { neededWh: 5000 })], 0)).toEqual([[6000, 'sun']])
    expect(at([carAt('o0', { departsAt: 9 * hour })], 0)).toEqual([[6000, 'sun']])
  })

  test('and who comes first takes nothing of it from the others, nor gives them any', () => {
    const first = carAt('o1', { first: true })
    const currents = (sunMa: number) => at([patient('o0'), first], sunMa).map(([mA]) => mA)
    // the first in rank is named first
    expect(currents(0)).toEqual([32_000, 0])
    expect(currents(42_000)).toEqual([32_000, 10_000])
  })

  test('flows on the phases that cars use, and through the fuses behind the grid connection', () => {
    const { outlets } = simpleSite(0, [{ circuit: 'feeder' }, { circuit: 'feeder', phases: [1, 2, 0] }])
    const fuse = (mA: number) => ({ fuseMa: [mA, mA, mA] as const, reserveMa: [0, 0, 0] as const })
    const wired = new Wiring({
      circuits: [
        { id: 'feeder', parent: 'grid', ...fuse(10_000) },
        { id: 'grid', parent: null, ...fuse(63_000) },
      ],
      outlets,
    })
    const shares = (surplusMa: readonly [number, number, number], ...cars: Car[]) =>
      shareBy(
        wired,
        wired.bySlot(({ fuseMa }) => fuseMa),
        cars.map((car) => ({ car, served })),
        { strategy: 'solar', now: 0, outlook: { prices: [], surplusMa } },
      ).map(({ outlet, currentMa, bound }) => [outlet, currentMa, bound.kind])
    expect(shares([20_000, 20_000, 20_000], patient('o0'))).toEqual([['o0', 10_000, 'fuse']])
    expect(shares([8000, 20_000, 20_000], patient('o0'))).toEqual([['o0', 8000, 'sun']])
    // the smallest current of the one comes from the grid on L1, and is nothing for the other on L2
    expect(shares([0, 0, 0], carAt('o0', { phases: 1 }), { ...patient('o1'), phases: 1 })).toEqual([
      ['o0', 6000, 'sun'],
      ['o1', 0, 'sun'],
    ])
  })

  test('and who has begun keeps the smallest current while a cloud passes', () => {
    expect(at([patient('o0')], 0, true)).toEqual([[6000, 'sun']])
  })
})

describe('a forecast', () => {
  const wiring = new Wiring(simpleSite(32_000, [{}, {}]))
  const supplyMa = wiring.bySlot(({ fuseMa }) => fuseMa)
  const forecast = (cars: Car[], strategy: Strategy, outlook: Partial<Outlook> = {}, now = 0) =>
    forecastOf(wiring, cars, {
      supplyMa,
      sharing: { strategy, now, outlook: { prices: [], surplusMa: null, ...outlook } },
    })
  /** 32 A on three phases are 22.08 kW */
  const fullWh = 22_080

  test('says what cars will have, and when they have what they need', () => {
    const cars = [carAt('o0', { neededWh: fullWh, departsAt: 2 * hour })]
    expect(forecast(cars, 'equal')).toMatchObject([{ outlet: 'o0', deliveredWh: 2 * fullWh }])
    expect(forecast(cars, 'equal')[0]?.metAt).toBeCloseTo(hour, 0)
    expect(forecast(cars, 'equal', {}, 1.5 * hour)).toMatchObject([{ deliveredWh: fullWh / 2, metAt: null }])
  })

  test('ends when the last has left that needs something, after a usual stay where nobody has said', () => {
    expect(forecast([carAt('o0', { neededWh: fullWh })], 'equal')[0]?.deliveredWh).toBeCloseTo(8 * fullWh, 0)
    expect(forecast([carAt('o0', { departsAt: hour })], 'equal')).toMatchObject([{ deliveredWh: 0 }])
    const beside = [carAt('o0', { neededWh: 1000, departsAt: hour }), carAt('o1')]
    expect(forecast(beside, 'equal').map(({ deliveredWh }) => Math.round(deliveredWh))).toEqual([
      fullWh / 2,
      fullWh / 2,
    ])
  })

  test('gives a car what another leaves, whenever it begins', () => {
    const begun = 1000 * hour
    const until = (hours: number) => ({ neededWh: 3 * fullWh, departsAt: begun + hours * hour })
    const [first, second] = forecast([carAt('o0', until(1)), carAt('o1', until(2))], 'equal', {}, begun)
    expect([first, second].map((one) => Math.round(one?.deliveredWh ?? 0))).toEqual([
      fullWh / 2,
      1.5 * fullWh,
    ])
  })

  test('of cars that wait has their hours', () => {
    const car = carAt('o0', { neededWh: fullWh / 2, departsAt: 3 * hour })
    const [dear] = forecast([car], 'cheapest', { prices: pricesOf([30, 30, 10]) })
    expect(dear?.metAt).toBeGreaterThan(2 * hour)
    const [cheap] = forecast([car], 'cheapest', { prices: pricesOf([10, 30, 30]) })
    expect(cheap?.metAt).toBeLessThan(hour)
  })

  test('of who would miss a need by waiting is that of sharing alike', () => {
    // both wait for the cheap hour, which is enough for one of them
    const cars = ['o0', 'o1'].map((outlet) => carAt(outlet, { neededWh: 0.9 * fullWh, departsAt: 2 * hour }))
    const outlook = { prices: pricesOf([30, 10]) }
    const alike = forecast(cars, 'equal', outlook)
    expect(alike.map(({ metAt }) => metAt !== null)).toEqual([true, true])
    const waiting = forecast(cars, 'cheapest', outlook)
    expect(waiting.map(({ metAt }) => metAt !== null)).toEqual([true, true])
    // the first takes all of the cheap or the last hour, of which the second needs a little
    const beside = [
      carAt('o0', { neededWh: 20_000, departsAt: 3 * hour }),
      carAt('o1', { neededWh: 26_000, departsAt: 4 * hour, mostMa: 10_000 }),
    ]
    const prices = pricesOf([30, 10, 30, 30])
    for (const strategy of ['cheapest', 'solar'] as const) {
      const [first, second] = forecast(beside, strategy, { prices })
      expect(first?.metAt).toBeGreaterThan(1.5 * hour)
      expect(second).toEqual(forecast(beside, 'equal')[1])
      expect(second?.metAt).not.toBeNull()
    }
    // what nobody can meet is as it comes
    const lost = [carAt('o0', { neededWh: 10 * fullWh, departsAt: 2 * hour })]
    expect(forecast(lost, 'cheapest', outlook)).toMatchObject([{ deliveredWh: 2 * fullWh, metAt: null }])
  })
})
