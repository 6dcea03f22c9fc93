import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomOf } from '../fleet/random.ts'
import { VirtualConnector } from '../station/connector.ts'
import { acceptedPowerW, carOf, roomMillijoules, socPercent } from './car.ts'
import { flowed, powerAtW } from './flow.ts'
import { sampleOf } from './measure.ts'
import { meterShowing, millijoulesPerWh, registerWh } from './meter.ts'

const current = fc.constantFrom('AC' as const, 'DC' as const)
const someCar = fc
  .record({
    batteryWh: fc.integer({ min: 5_000, max: 150_000 }),
    arrivalPercent: fc.integer({ min: 0, max: 100 }),
    targetPercent: fc.integer({ min: 0, max: 100 }),
    maxAcW: fc.integer({ min: 1_000, max: 43_000 }),
    maxDcW: fc.integer({ min: 1_000, max: 400_000 }),
  })
  .map(carOf)
const pauses = fc.array(fc.integer({ min: 0, max: 3_600_000 }), { minLength: 1, maxLength: 12 })

test('a register only grows, by what the car takes, and the battery stays within its bounds', () => {
  fc.assert(
    fc.property(
      someCar,
      current,
      fc.integer({ min: 0, max: 400_000 }),
      pauses,
      (arrived, kind, limitW, waits) => {
        let [meter, car, atMs] = [meterShowing(1_000_000), arrived, 1_700_000_000_000]
        for (const wait of waits) {
          const span = { current: kind, limitW, seed: 7, fromMs: atMs, toMs: atMs + wait }
          const after = flowed(meter, car, span)
          const drawn = after.meter.millijoules - meter.millijoules
          expect(drawn).toBeGreaterThanOrEqual(0)
          expect(drawn).toBeLessThanOrEqual(limitW * wait)
          expect(after.car.storedMillijoules - car.storedMillijoules).toBe(drawn)
          expect(socPercent(after.car)).toBeLessThanOrEqual(Math.max(car.targetPercent, socPercent(car)))
          ;({ meter, car } = after)
          atMs += wait
        }
        expect(Number.isInteger(registerWh(meter))).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})

test('power never exceeds the connector, nor what the car asks for, and a full car takes none', () => {
  fc.assert(
    fc.property(
      someCar,
      current,
      fc.integer({ min: 0, max: 400_000 }),
      fc.integer(),
      (car, kind, limitW, atMs) => {
        const powerW = powerAtW(car, { current: kind, limitW, seed: 3 }, atMs)
        expect(powerW).toBeGreaterThanOrEqual(0)
        expect(powerW).toBeLessThanOrEqual(Math.min(limitW, acceptedPowerW(car, kind)))
        if (roomMillijoules(car) === 0) expect(powerW).toBe(0)
      },
    ),
  )
})

test('an hour in one step and in many gives the same register, for noise depends on the time alone', () => {
  const car = carOf({ batteryWh: 80_000, arrivalPercent: 20, maxDcW: 100_000 })
  const span = { current: 'DC' as const, limitW: 50_000, seed: 11 }
  const start = 1_700_000_000_000
  const once = flowed(meterShowing(0), car, { ...span, fromMs: start, toMs: start + 3_600_000 })
  let many = { meter: meterShowing(0), car }
  for (let minute = 0; minute < 60; minute += 1) {
    const fromMs = start + minute * 60_000
    many = flowed(many.meter, many.car, { ...span, fromMs, toMs: fromMs + 60_000 })
  }
  expect(registerWh(many.meter)).toBe(registerWh(once.meter))
  expect(registerWh(once.meter)).toBeGreaterThan(49_000)
  expect(registerWh(once.meter)).toBeLessThanOrEqual(50_000)
})

test('a fast charge slows down above 80 percent', () => {
  const powers = [50, 80, 90, 99].map((arrivalPercent) =>
    acceptedPowerW(carOf({ arrivalPercent, maxDcW: 100_000 }), 'DC'),
  )
  expect(powers).toEqual([100_000, 100_000, 56_000, 16_400])
})

test('a connector draws nothing without a transaction, and a clock that goes back changes nothing', () => {
  const connector = new VirtualConnector({ number: 1, registerWh: 5_000, powerW: 11_000 }, 1, new Date(0))
  connector.plug = { car: carOf({ arrivalPercent: 10 }) }
  connector.advance(3_600_000, 11_000, true)
  expect([connector.registerWh, connector.powerW]).toEqual([5_000, 0])
  connector.advance(0, 11_000, true)
  connector.jump(1_234)
  expect(connector.registerWh).toBe(6_234)
})

test('a sample says the same in our units and as measured values', () => {
  const sample = sampleOf({
    at: new Date(0),
    context: 'Sample.Periodic',
    registerWh: 1_234_567,
    powerW: 49_310,
    current: 'DC',
    ratedW: 50_000,
    soc: 61,
  })
  const value = (measurand: string) => sample.raw.find((one) => one.measurand === measurand)?.value
  expect(value('Energy.Active.Import.Register')).toBe(sample.energyWh)
  expect(value('Power.Active.Import')).toBe(sample.powerW)
  expect(value('Current.Import')).toBe(sample.currentA)
  expect(value('Voltage')).toBe(sample.voltageV)
  expect(value('SoC')).toBe(61)
})

test('the same seed gives the same life', () => {
  const draw = (seed: string) => Array.from({ length: 5 }, randomOf(seed).next)
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
  expect(millijoulesPerWh).toBe(3_600 * 1_000)
})
