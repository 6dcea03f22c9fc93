import fc from 'fast-check'
import { expect, test } from 'vitest'
import { simpleElements, type TariffElement, type TariffVersion } from '../elements.ts'
import { type Period, priceOf, type Sample } from './pricing.ts'

const start = Date.parse('2026-03-27T15:00:00Z')
const zone = fc.constantFrom('Europe/Moscow', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe')

interface Charge {
  series: Sample[]
  period: Period
}

/** Up to three days around a change of the clock, sampled unevenly, also twice at one instant. */
const charge: fc.Arbitrary<Charge> = fc
  .array(fc.record({ gapMs: fc.nat(20_000_000), addedWh: fc.nat(40_000) }), { maxLength: 12 })
  .map((steps) => {
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

const element: fc.Arbitrary<TariffElement> = fc.record(
  {
    components: fc.tuple(
      fc.record({ dimension: fc.constant('energy' as const), priceMicro: fc.nat(5_000_000) }),
      fc.record({ dimension: fc.constant('time' as const), priceMicro: fc.nat(900_000) }),
      fc.record({ dimension: fc.constant('flat' as const), priceMicro: fc.nat(9_000_000) }),
    ),
    restrictions: fc.record(
      {
        startTime: clockTime,
        endTime: clockTime,
        daysOfWeek: fc.uniqueArray(fc.nat(6), { minLength: 1 }),
        minWh: fc.nat(50_000),
        maxDurationSeconds: fc.nat(90_000),
        maxPowerW: fc.nat(60_000),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['components'] },
)

const version: fc.Arbitrary<TariffVersion> = fc.record({
  id: fc.constant(1),
  elements: fc.array(element, { minLength: 1, maxLength: 4 }),
  discountPercent: fc.nat(100),
})

const simpleVersion: fc.Arbitrary<TariffVersion> = fc
  .record({
    tariffMinorPerKwh: fc.nat(10_000),
    rateMinorPerMinute: fc.nat(1000),
    startFeeMinor: fc.nat(10_000),
  })
  .map((prices) => ({ id: 1, elements: simpleElements(prices), discountPercent: 7 }))

const runs = { numRuns: 150 }

test('parts sum to the energy and to the whole seconds, whatever the tariff', () => {
  fc.assert(
    fc.property(charge, version, zone, ({ series, period }, tariff, timeZone) => {
      const { segments } = priceOf(series, period, tariff, timeZone)
      const sum = (dimension: string) =>
        segments.filter((s) => s.dimension === dimension).reduce((total, s) => total + s.quantity, 0)
      const lengthMs = period.endedAt.getTime() - period.startedAt.getTime()
      expect(sum('energy')).toBe(series.at(-1)?.energyWh ?? 0)
      expect(sum('time')).toBe(Math.floor(lengthMs / 1000))
      expect(sum('flat')).toBeLessThanOrEqual(1)
    }),
    runs,
  )
})

test('a price is a whole, never negative number and so is each part of it', () => {
  fc.assert(
    fc.property(charge, version, zone, ({ series, period }, tariff, timeZone) => {
      const { segments, ...amounts } = priceOf(series, period, tariff, timeZone)
      const parts = segments.flatMap((s) => [s.quantity, s.billedQuantity, s.amountMicro])
      for (const value of [...Object.values(amounts), ...parts])
        expect(Number.isSafeInteger(value) && value >= 0).toBe(true)
      for (const s of segments)
        expect(s.from <= s.to && s.from >= period.startedAt && s.to <= period.endedAt).toBe(true)
    }),
    runs,
  )
})

test('without conditions, further samples and their spacing change nothing', () => {
  fc.assert(
    fc.property(charge, simpleVersion, zone, ({ series, period }, tariff, timeZone) => {
      const between = series.flatMap((sample, i) => {
        const before = series[i - 1] ?? { at: period.startedAt, energyWh: 0 }
        const at = new Date(Math.round((before.at.getTime() + sample.at.getTime()) / 2))
        return [{ at, energyWh: Math.round((before.energyWh + sample.energyWh) / 2) }, sample]
      })
      const ends = series.slice(-1)
      expect(priceOf(between, period, tariff, timeZone)).toEqual(priceOf(series, period, tariff, timeZone))
      expect(priceOf(ends, period, tariff, timeZone)).toEqual(priceOf(series, period, tariff, timeZone))
    }),
    runs,
  )
})

test('more energy never costs less', () => {
  fc.assert(
    fc.property(
      charge,
      simpleVersion,
      fc.nat(50_000),
      zone,
      ({ series, period }, tariff, moreWh, timeZone) => {
        const more = [...series, { at: period.endedAt, energyWh: (series.at(-1)?.energyWh ?? 0) + moreWh }]
        const less = priceOf(series, period, tariff, timeZone).totalMinor
        expect(priceOf(more, period, tariff, timeZone).totalMinor).toBeGreaterThanOrEqual(less)
      },
    ),
    runs,
  )
})

/** The days on which one of the zones changes its clock. */
const changes = fc
  .constantFrom('2026-03-08', '2026-03-28', '2026-04-04', '2026-10-24')
  .map((day) => Date.parse(day))

test('a window is charged for exactly the minutes in which the clock shows it', () => {
  fc.assert(
    fc.property(
      clockTime,
      clockTime,
      zone,
      changes,
      fc.nat(2000),
      (startTime, endTime, timeZone, from, minutes) => {
        const period = { startedAt: new Date(from), endedAt: new Date(from + minutes * 60_000) }
        const inside: TariffElement = {
          components: [{ dimension: 'time', priceMicro: 1000 }],
          restrictions: { startTime, endTime },
        }
        const clock = new Intl.DateTimeFormat('en-GB', {
          timeZone,
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        })
        let shown = 0
        for (let i = 0; i < minutes; i += 1) {
          const now = clock.format(from + i * 60_000)
          const over = startTime >= endTime
          const started = now >= startTime
          const ended = now >= endTime
          if (startTime === endTime || (over ? started || !ended : started && !ended)) shown += 1
        }
        const paid = priceOf([], period, { id: 1, elements: [inside], discountPercent: 0 }, timeZone)
        expect(paid.timeMinor).toBe(shown)
      },
    ),
    { numRuns: 60 },
  )
})
