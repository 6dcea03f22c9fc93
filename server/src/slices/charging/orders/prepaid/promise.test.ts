import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { after, charging, endOf, start, terms } from '../machine/rules.fixtures.ts'
import { applyEnd } from '../machine/settlement.ts'
import { decide } from '../review.ts'
import { promisedOf, withinPromise } from './promise.ts'

/** Paid beforehand for 50.00, which are 2,941 Wh at 17.00 a kWh. */
const prepaid = (changes: object = {}) =>
  charging({ holdMinor: 5000, limitAmountMinor: 5000, paymentMethodType: 'card', ...changes })
const costOf = (order: ReturnType<typeof charging>, energyWh: number, minutes = 60) => {
  const { chargingPriceMinor, borneMinor, needsReview } = applyEnd(
    order,
    endOf(1000 + energyWh, minutes),
    [],
    terms,
  )
  return { chargingPriceMinor, borneMinor, needsReview }
}

describe('the price of a session', () => {
  test.each([
    [2940, 4998, 0],
    [2941, 5000, 0],
    [2942, 5000, 1],
    [3488, 5000, 930],
  ])('that was promised to cost 50.00 at most, of %d Wh: %d, and %d are borne', (energyWh, pays, borne) => {
    expect(costOf(prepaid(), energyWh)).toMatchObject({ chargingPriceMinor: pays, borneMinor: borne })
  })

  test('is paid as it is where nobody pays beforehand, or its hold was let go', () => {
    const paid = { chargingPriceMinor: 5930, borneMinor: 0 }
    expect(costOf(charging({ limitAmountMinor: 5000 }), 3488)).toMatchObject(paid)
    expect(costOf(prepaid({ holdMinor: 0 }), 3488)).toMatchObject(paid)
    expect(costOf(prepaid({ limitAmountMinor: null }), 3488)).toMatchObject(paid)
  })

  test('is that of the energy and the time that were promised', () => {
    const roomy = { holdMinor: 50_000, limitAmountMinor: 50_000 }
    expect(costOf(prepaid({ ...roomy, limitWh: 2000 }), 2000)).toMatchObject({ borneMinor: 0 })
    expect(costOf(prepaid({ ...roomy, limitWh: 2000 }), 2001)).toMatchObject({
      chargingPriceMinor: 3400,
      borneMinor: 2,
    })
    // half of the hour was promised, and half of the energy flowed in it
    expect(costOf(prepaid({ ...roomy, limitSeconds: 1800 }), 6000)).toMatchObject({
      chargingPriceMinor: 5100,
      borneMinor: 5100,
    })
    expect(costOf(prepaid({ ...roomy, limitSeconds: 3600 }), 6000)).toMatchObject({ borneMinor: 0 })
  })

  test('is promised to whoever a person decides it for, too', () => {
    const settled = { ...prepaid(), ...applyEnd(prepaid(), endOf(1000 + 3488, 60), [], terms) }
    expect(decide(settled, { kind: 'energy', energyWh: 3488 }, [], terms)).toMatchObject({
      chargingPriceMinor: 5000,
      borneMinor: 930,
    })
    expect(decide(settled, { kind: 'amount', amountMinor: 6000 }, [], terms)).toMatchObject({
      chargingPriceMinor: 5000,
      borneMinor: 1000,
    })
    expect(decide(settled, { kind: 'amount', amountMinor: 4000 }, [], terms)).toMatchObject({
      chargingPriceMinor: 4000,
      borneMinor: 0,
    })
    expect(decide(settled, { kind: 'waive' }, [], terms)).toMatchObject({
      chargingPriceMinor: 0,
      borneMinor: 0,
    })
  })

  test('is shared whole, and no driver pays more than was promised', () => {
    const most = fc.integer({ min: 1, max: 20_000 })
    const limit = fc.option(fc.integer({ min: 1, max: 9000 }), { nil: null })
    fc.assert(
      fc.property(most, fc.nat(20_000), limit, limit, (limitAmountMinor, energyWh, limitWh, limitSeconds) => {
        const order = prepaid({ holdMinor: limitAmountMinor, limitAmountMinor, limitWh, limitSeconds })
        const { chargingPriceMinor, borneMinor } = costOf(order, energyWh)
        expect(chargingPriceMinor! + borneMinor!).toBe(costOf(charging(), energyWh).chargingPriceMinor)
        expect(borneMinor).toBeGreaterThanOrEqual(0)
        expect(chargingPriceMinor).toBeLessThanOrEqual(limitAmountMinor)
        if (limitWh !== null) expect(chargingPriceMinor).toBeLessThanOrEqual(Math.round(limitWh * 1.7))
      }),
    )
  })
})

describe('the part of a session within its promise', () => {
  const span = { startedAt: start, endedAt: after(60), energyWh: 6000 }
  const points = [
    { at: after(20), energyWh: 1000 },
    { at: after(40), energyWh: 5000 },
  ]
  const within = (limits: { limitWh?: number; limitSeconds?: number }) =>
    withinPromise({ holdMinor: 1, limitWh: null, limitSeconds: null, ...limits }, span, points)

  test('is all of it without limits', () => {
    expect(within({})).toEqual(span)
    expect(within({ limitWh: 6000, limitSeconds: 3600 })).toEqual(span)
  })

  test('ends where its energy or its time was reached, as it charged', () => {
    expect(within({ limitWh: 3000 })).toEqual({ ...span, endedAt: after(30), energyWh: 3000 })
    expect(within({ limitSeconds: 1800 })).toEqual({ ...span, endedAt: after(30), energyWh: 3000 })
    expect(within({ limitWh: 3000, limitSeconds: 600 })).toEqual({
      ...span,
      endedAt: after(10),
      energyWh: 500,
    })
  })

  test('is nothing of a session without length', () => {
    const none = { startedAt: start, endedAt: start, energyWh: 100 }
    const one = { holdMinor: 1, limitWh: 50, limitSeconds: null }
    expect(withinPromise(one, none, [])).toEqual({ ...none, energyWh: 50 })
  })
})

test('an amount is promised of what is held alone', () => {
  expect(promisedOf({ holdMinor: 5000, limitAmountMinor: 5000 }, 5001)).toBe(5000)
  expect(promisedOf({ holdMinor: null, limitAmountMinor: 5000 }, 5001)).toBe(5001)
})
