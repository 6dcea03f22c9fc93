import { frameOf, type StationTariff } from '@stationmaster/ocpp'
import { reckon } from '@stationmaster/simulator'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { componentSchema, type Restrictions, type TariffElement, type TariffVersion } from '../elements.ts'
import { energy, simple, time, version } from '../pricing/pricing.fixtures.ts'
import { type Period, priceOf, type Sample } from '../pricing/pricing.ts'
import { translate } from './translate.ts'

const about = { idle: null, currency: 'RUB', evse: 1 }
const translated = (of: TariffVersion, more: Partial<Parameters<typeof translate>[0]> = {}) =>
  translate({ ...about, version: of, ...more })

/** The tariff as it stands in the call of a station of 2.1. */
function onTheWire(tariff: StationTariff): Record<string, unknown> {
  const frame = frameOf('ocpp2.1', { type: 'set_tariff', evse: 1, tariff }) ?? ''
  const [, , , payload] = JSON.parse(frame) as [2, string, string, { tariff: Record<string, unknown> }]
  return payload.tariff
}

const start = Date.parse('2026-03-27T15:00:00Z')
const zone = fc.constantFrom('Europe/Moscow', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe')

/** Up to three days around a change of the clock in which energy flows. */
const charge = fc
  .array(fc.record({ gapMs: fc.nat(20_000_000), addedWh: fc.integer({ min: 1, max: 40_000 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((steps): { series: Sample[]; period: Period } => {
    let ms = start
    let energyWh = 0
    const series = steps.map(({ gapMs, addedWh }) => {
      ms += gapMs
      energyWh += addedWh
      return { at: new Date(ms), energyWh }
    })
    return { series, period: { startedAt: new Date(start), endedAt: new Date(ms) } }
  })

const clockTime = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const day = fc.integer({ min: 26, max: 31 }).map((date) => `2026-03-${date}`)

const byClock = {
  startTime: clockTime,
  endTime: clockTime,
  daysOfWeek: fc.uniqueArray(fc.nat(6), { minLength: 1 }),
  startDate: day,
  endDate: day.map((date) => date.replace('-03-', '-04-')),
}
const byDuration = {
  minDurationSeconds: fc.nat(90_000),
  maxDurationSeconds: fc.integer({ min: 90_001, max: 200_000 }),
}
const byEnergy = { minWh: fc.nat(50_000), maxWh: fc.integer({ min: 50_001, max: 200_000 }) }

const priced = (dimension: 'energy' | 'time' | 'flat', conditions: Record<string, fc.Arbitrary<unknown>>) =>
  fc.tuple(fc.nat(9_000_000), fc.record(conditions, { requiredKeys: [] }) as fc.Arbitrary<Restrictions>).map(
    ([priceMicro, restrictions]): TariffElement => ({
      components: [{ dimension, priceMicro }],
      restrictions,
    }),
  )

/** Every price that a station can get. */
const tellable = fc
  .record({
    energy: fc.array(priced('energy', { ...byClock, ...byDuration, ...byEnergy }), { maxLength: 4 }),
    time: fc.array(priced('time', { ...byClock, ...byDuration }), { maxLength: 3 }),
    fees: fc.array(priced('flat', byClock), { maxLength: 2 }),
    always: fc.record({
      tariff: fc.nat(10_000),
      rate: fc.nat(1000),
      fee: fc.integer({ min: 1, max: 10_000 }),
    }),
    min: fc.option(fc.nat(100_000)),
    more: fc.option(fc.nat(100_000)),
  })
  .map(({ energy: byWh, time: byTime, fees, always, min, more }) =>
    version([...fees, ...byWh, ...byTime, ...simple(always.tariff, always.rate, always.fee)], {
      minPriceMinor: min,
      maxPriceMinor: more === null ? null : (min ?? 0) + more,
    }),
  )

const reckoned = (
  tariff: StationTariff,
  { series, period }: { series: Sample[]; period: Period },
  timeZone: string,
) =>
  reckon(
    [{ fromMs: start, tariff: onTheWire(tariff) }],
    [
      { ms: period.startedAt.getTime(), wh: 0 },
      ...series.map(({ at, energyWh }) => ({ ms: at.getTime(), wh: energyWh })),
    ],
    timeZone,
  ).totalMinor

test('a station that gets a price reckons our bill to the kopeck', () => {
  fc.assert(
    fc.property(charge, tellable, zone, (charged, tariff, timeZone) => {
      const { tariff: atStation, obstacles } = translated(tariff)
      // a fee by the clock is known at the start only where one without conditions follows
      expect(obstacles).toEqual([])
      expect(reckoned(atStation!, charged, timeZone)).toBe(
        priceOf(charged.series, charged.period, tariff, timeZone).totalMinor,
      )
    }),
    { numRuns: 150, endOnFailure: true },
  )
})

test('with a discount, which it knows as lower prices, it may differ by the rounding', () => {
  fc.assert(
    fc.property(charge, tellable, zone, fc.nat(100), (charged, tariff, timeZone, discountPercent) => {
      const discounted = { ...tariff, discountPercent }
      const ours = priceOf(charged.series, charged.period, discounted, timeZone).totalMinor
      const theirs = reckoned(translated(discounted).tariff!, charged, timeZone)
      expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(3)
    }),
    { numRuns: 60, endOnFailure: true },
  )
})

describe('what a station cannot get', () => {
  const flat = (restrictions?: Restrictions): TariffElement => ({
    components: [{ dimension: 'flat', priceMicro: 1_000_000 }],
    ...(restrictions ? { restrictions } : {}),
  })
  test.each([
    [
      'steps',
      [{ components: [componentSchema.parse({ dimension: 'energy', priceMicro: 1, stepSize: 1000 })] }],
    ],
    ['steps', [time(1000, {}, 60)]],
    ['power', [energy(1000, { minPowerW: 1 }), ...simple(1)]],
    ['power', [time(1000, { maxPowerW: 1 }), ...simple(1)]],
    ['time_by_energy', [time(1000, { maxWh: 1 }), ...simple(1)]],
    ['start_fee', [...simple(1), flat({ startTime: '08:00', endTime: '20:00' })]],
    ['start_fee', [...simple(1), flat({ minDurationSeconds: 1 }), flat()]],
    ['start_fee', [...simple(1), flat({ minWh: 1 }), flat()]],
  ] as [string, TariffElement[]][])('%s (%#)', (obstacle, elements) => {
    expect(translated(version(elements))).toMatchObject({ tariff: null, obstacles: [obstacle] })
  })

  test('but a price just beside it can', () => {
    for (const elements of [
      [time(1000, {}, 1)],
      [energy(1000, { minWh: 1 }), ...simple(1)],
      [...simple(1), flat()],
      [...simple(1), flat({ startTime: '08:00', endTime: '20:00' }), flat()],
      // what comes after a fee that always holds never rules
      [...simple(1), flat(), flat({ minWh: 1 })],
    ])
      expect(translated(version(elements)).obstacles).toEqual([])
  })
})

test('what a station does not know is said', () => {
  const idle = { graceSeconds: 0, blockSeconds: 60, blockMinor: 100, capMinor: null, night: null }
  expect(translated(version(simple(1))).gaps).toEqual([])
  expect(translated(version(simple(1)), { idle }).gaps).toEqual(['idle_fee'])
  expect(translated(version(simple(1)), { idle: { ...idle, blockMinor: 0 } }).gaps).toEqual([])
  expect(translated(version(simple(1, 0, 5))).gaps).toEqual(['no_energy'])
  expect(translated(version(simple(1), { minPriceMinor: 1 })).gaps).toEqual(['no_energy'])
})

test('a window over midnight on some days is sent as its two parts', () => {
  const night = { startTime: '22:00', endTime: '06:00' }
  const whenOf = (restrictions: Restrictions) =>
    translated(version([energy(1000, restrictions)])).tariff!.energy.map(({ when }) => when)
  expect(whenOf(night)).toEqual([{ from: '22:00', to: '06:00' }])
  expect(whenOf({ ...night, daysOfWeek: [1] })).toEqual([
    { daysOfWeek: [1], from: '22:00', to: '00:00' },
    { daysOfWeek: [1], from: '00:00', to: '06:00' },
  ])
  expect(whenOf({ startTime: '22:00', endTime: '00:00', daysOfWeek: [1] })).toHaveLength(1)
  expect(whenOf({ startTime: '08:00', endTime: '08:00' })).toEqual([undefined])
  expect(whenOf({ startTime: '08:00' })).toEqual([{ from: '08:00', to: '00:00' }])
})

test('the same price keeps its name, and another has another', () => {
  const idOf = (of: TariffVersion, more: Partial<Parameters<typeof translate>[0]> = {}) =>
    translated(of, more).tariff!.id
  const first = idOf(version(simple(1700)))
  expect(first).toMatch(/^1-[0-9a-f]{10}-1$/)
  expect(idOf(version(simple(1700)), { validFrom: new Date(0) })).toBe(first)
  expect(idOf(version(simple(1700), { maxPriceMinor: 5 }))).not.toBe(first)
  expect(idOf(version(simple(1700)), { evse: 2 })).not.toBe(first)
  expect(idOf(version(simple(1700)), { currency: 'EUR' })).not.toBe(first)
})
