import fc from 'fast-check'
import { elementsWith } from '../../../charging/drivers/terms/contract.ts'
import type { PriceComponent, Restrictions, TariffElement } from '../../../places/tariffs/elements.ts'
import type { IdleTerms } from '../../../places/tariffs/idle-terms.ts'
import type { OwnTariff } from '../tariffs/tariff.ts'
import type { Charge } from './periods.ts'

const start = Date.parse('2026-03-27T15:00:00Z')

/** Up to three days around a change of the clock, sampled unevenly, also twice at one instant. */
const session = fc
  .array(
    fc.record({
      gapMs: fc.oneof(
        fc.nat(20_000_000),
        fc.nat(20_000).map((seconds) => seconds * 1000),
      ),
      addedWh: fc.oneof(fc.constant(0), fc.nat(40_000)),
      powerW: fc.option(fc.nat(60_000), { nil: undefined }),
    }),
    { maxLength: 12 },
  )
  .map((steps) => {
    let ms = start
    let energyWh = 0
    const series = steps.map(({ gapMs, addedWh, powerW }) => {
      ms += gapMs
      energyWh += addedWh
      return { at: new Date(ms), energyWh, ...(powerW !== undefined && { powerW }) }
    })
    return { series, period: { startedAt: new Date(start), endedAt: new Date(ms) } }
  })

const clockTime = fc
  .tuple(fc.nat(23), fc.constantFrom(0, 15, 30, 59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const restrictions: fc.Arbitrary<Restrictions> = fc
  .record({
    startTime: clockTime,
    endTime: clockTime,
    startDate: fc.constantFrom('2026-03-27', '2026-03-28'),
    endDate: fc.constantFrom('2026-03-29', '2026-03-30'),
    daysOfWeek: fc.uniqueArray(fc.nat(6), { minLength: 1 }),
    minWh: fc.nat(30_000),
    maxWh: fc.integer({ min: 30_001, max: 90_000 }),
    minDurationSeconds: fc.nat(9000),
    maxDurationSeconds: fc.integer({ min: 9001, max: 90_000 }),
    minPowerW: fc.nat(9000),
    maxPowerW: fc.integer({ min: 9001, max: 60_000 }),
  })
  .chain((all) =>
    // few at once, or none is ever met
    fc.subarray(Object.entries(all), { maxLength: 2 }).map((kept): Restrictions => Object.fromEntries(kept)),
  )

/** Prices of which both versions can write the part without VAT: multiples of so many thousandths of a kopeck, by the VAT. */
const steps = new Map([
  [null, 10],
  [0, 10],
  [2000, 60],
  [1900, 1190],
])

const rarely = <T>(often: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: often }, { weight: 1, arbitrary: other })

/** A price up to so many kopecks; some cannot be written, which is right too. */
const price = (most: number, step: number) =>
  rarely(
    fc.nat(Math.floor((most * 1000) / step)).map((times) => times * step),
    fc.nat(most * 1000),
  )

const component = (dimension: PriceComponent['dimension'], priceMicro: fc.Arbitrary<number>, step: number) =>
  fc.record({
    dimension: fc.constant(dimension),
    priceMicro,
    stepSize: fc.oneof(fc.constant(1), fc.constant(1), fc.integer({ min: 1, max: step })),
  })

const elementOf = (step: number, parks: boolean): fc.Arbitrary<TariffElement> =>
  fc
    .record({
      energy: fc.option(component('energy', price(5400, step), 5000), { nil: undefined, freq: 4 }),
      time: fc.option(component('time', price(1200, step), parks ? 1 : 1800), { nil: undefined, freq: 2 }),
      flat: fc.option(component('flat', price(54_000, step), 1), { nil: undefined, freq: 2 }),
      restrictions: fc.option(restrictions, { nil: undefined, freq: 3 }),
    })
    .filter(({ energy, time, flat }) => [energy, time, flat].some((one) => one !== undefined))
    .map(({ energy, time, flat, restrictions: own }) => ({
      // what parking makes unclear is seldom in a tariff that has a fee for it
      components: [energy, time, own && parks ? undefined : flat].filter((one) => one !== undefined),
      ...(own && { restrictions: own }),
    }))

/** Most tariffs have a start fee in one element only. */
const elementsOf = (step: number, parks: boolean) =>
  fc
    .tuple(
      fc.array(elementOf(step, parks), { minLength: 1, maxLength: 4 }),
      rarely(fc.constant(false), fc.constant(true)),
    )
    .map(([all, manyFees]) => {
      const first = all.findIndex(({ components }) => components.some(isFee))
      return all
        .map((one, index) =>
          manyFees || index === first
            ? one
            : { ...one, components: one.components.filter((component) => !isFee(component)) },
        )
        .filter(({ components }) => components.length > 0)
    })
    .filter((all) => all.length > 0)

const isFee = ({ dimension }: PriceComponent): boolean => dimension === 'flat'

const idleOf = (step: number): fc.Arbitrary<IdleTerms> =>
  fc.record({
    graceSeconds: rarely(fc.constant(0), fc.constant(600)),
    blockSeconds: fc.constantFrom(60, 300, 900, 3600),
    blockMinor: fc.nat(30).map((times) => (times * step) / 10),
    capMinor: rarely<number | null>(fc.constant(null), fc.nat(90_000)),
    night: fc.option(fc.record({ from: fc.nat(1439), to: fc.nat(1439) }), { freq: 2 }),
  })

export interface RandomBill {
  own: OwnTariff
  charge: Charge
  /** how long the car stays afterwards */
  staysMs: number
}

/** A tariff of any kind and a session by it. */
export const randomBill: fc.Arbitrary<RandomBill> = fc
  .tuple(fc.constantFrom(...steps), fc.boolean())
  .chain(([[vatBp, step], parks]) =>
    fc
      .record({
        session,
        elements: elementsOf(step, parks),
        idle: parks ? idleOf(step) : fc.constant(null),
        timeZone: fc.constantFrom(
          'Europe/Moscow',
          'Europe/Berlin',
          'America/St_Johns',
          'Australia/Lord_Howe',
        ),
        // what a partner has agreed on
        percent: rarely(fc.constant(0), fc.integer({ min: -99, max: 200 })),
        discountPercent: rarely(fc.constant(0), fc.nat(100)),
        minPriceMinor: rarely<number | null>(fc.constant(null), fc.nat(90_000)),
        maxPriceMinor: rarely<number | null>(fc.constant(null), fc.integer({ min: 1000, max: 900_000 })),
        staysMs: rarely(fc.nat(200_000_000), fc.constant(0)),
      })
      .map((all) => ({ ...all, elements: elementsWith(all.elements, all.percent) }))
      .map((all) => ({
        own: {
          countryCode: 'DE',
          partyId: 'STR',
          id: 'T-1',
          currency: 'EUR',
          version: {
            id: 1,
            elements: all.elements,
            discountPercent: all.discountPercent,
            minPriceMinor: all.minPriceMinor,
            maxPriceMinor: all.maxPriceMinor,
          },
          idle: all.idle,
          vatBp,
          lastUpdated: new Date(start),
        },
        charge: { ...all.session, elements: all.elements, timeZone: all.timeZone },
        staysMs: all.staysMs,
      })),
  )
