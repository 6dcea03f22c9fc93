import { orderStatuses } from '@stationmaster/contract'
import { HOUR_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plausibleWh, stationTime, takeSample } from '../measuring/meter.ts'
import { newOrder, type Order } from '../order.ts'
import { orderIdOfTag, tagOf } from '../order-tag.ts'
import { limitReached } from './limits.ts'
import { isOpen, moves } from './moves.ts'
import { after, charging, endOf, messageAt, read, start, terms } from './rules.fixtures.ts'
import * as rules from './rules.ts'

const sampleOf = (energyWh: number) => ({ context: 'Sample.Periodic', energyWh, raw: [] })

describe('energy', () => {
  test('a session is billed for the difference of its registers', () => {
    const closed = rules.complete(charging(), endOf(21_000, 60), [], terms, after(60))
    expect(closed).toMatchObject({
      status: 'completed',
      energyWh: 20_000,
      chargingPriceMinor: 34_000,
      needsReview: false,
    })
  })

  test('a pulled cable means that the car has left; after any other end it is still there', () => {
    const pulled = { ...endOf(21_000, 60), reason: 'EVDisconnected' }
    expect(rules.complete(charging(), pulled, [], terms, after(61))).toMatchObject({
      evConnected: false,
      evDisconnectedAt: after(60),
    })
    expect(rules.complete(charging(), endOf(21_000, 60), [], terms, after(61))).toMatchObject({
      evConnected: true,
      evDisconnectedAt: null,
    })
  })

  test('a register that falls is kept and not counted', () => {
    const { order } = takeSample(charging(), sampleOf(5000), messageAt(10), terms.maxPowerW)
    const { order: next, reading } = takeSample(order, sampleOf(4000), messageAt(11), terms.maxPowerW)
    expect(reading).toMatchObject({ registerWh: 4000, energyWh: null, refused: 'rollback' })
    expect(next).toMatchObject({ energyWh: 4000, needsReview: false, warning: null })
  })

  test('a register that jumps further than the connector can deliver is refused', () => {
    const { reading } = takeSample(charging(), sampleOf(910_000), messageAt(1), terms.maxPowerW)
    expect(reading).toMatchObject({ energyWh: null, refused: 'jump' })
  })

  test('a start of 0 with the whole odometer after it bills what was charged, after a review', () => {
    const first = takeSample(charging({ meterStartWh: 0 }), sampleOf(910_000), messageAt(1), terms.maxPowerW)
    const second = takeSample(first.order, sampleOf(910_083), messageAt(2), terms.maxPowerW)
    expect(second.order.energyWh).toBe(83)
    const series = [first.reading, second.reading]
    const closed = rules.complete(
      { ...second.order, reportedBeginWh: 0 },
      endOf(910_083, 3),
      series,
      terms,
      after(3),
    )
    expect(closed).toMatchObject({
      energyWh: 83,
      meterStartOffsetWh: 910_000,
      needsReview: true,
      chargingPriceMinor: 141,
    })
  })

  test('a stop below the last register keeps the last good one and asks for a review', () => {
    const closed = rules.complete(charging(), endOf(900, 60), [read(30, 5000)], terms, after(60))
    expect(closed).toMatchObject({ energyWh: 4000, needsReview: true, warning: 'implausible_energy' })
  })

  test('a late sample is appended without touching the live values', () => {
    const { order } = takeSample(charging(), sampleOf(5000), messageAt(10), terms.maxPowerW)
    const late = takeSample(order, sampleOf(3000), messageAt(5, 11), terms.maxPowerW)
    expect(late.reading).toMatchObject({ energyWh: 2000, refused: null })
    expect(late.order).toMatchObject({ energyWh: 4000, lastSampleAt: after(10), needsReview: false })
  })

  test('a clock that cannot be right is replaced by the time of receipt', () => {
    expect(stationTime(new Date(0), start)).toEqual({ at: start, nonsense: true })
    expect(stationTime(new Date(start.getTime() + HOUR_MS), start)).toEqual({ at: start, nonsense: true })
    expect(stationTime(new Date(start.getTime() - 30 * 24 * HOUR_MS), start).nonsense).toBe(false)
  })

  test('what a connector can deliver grows with time and power', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 400_000 }),
        fc.nat(48 * HOUR_MS),
        fc.nat(HOUR_MS),
        (power, ms, more) => {
          expect(plausibleWh(power, ms + more)).toBeGreaterThanOrEqual(plausibleWh(power, ms))
          expect(plausibleWh(power, ms)).toBeGreaterThanOrEqual((power * ms) / HOUR_MS)
        },
      ),
    )
  })
})

describe('limits', () => {
  const limited = (limits: Partial<Order>) =>
    charging({ energyWh: 10_000, chargingPriceMinor: 17_000, soc: 80, ...limits })
  test.each([
    ['amount', { limitAmountMinor: 17_000 }],
    ['energy', { limitWh: 10_000 }],
    ['percent', { limitPercents: 80 }],
    ['time', { limitSeconds: 600 }],
  ] as const)('%s', (reached, limits) => {
    expect(limitReached(limited(limits), after(10))).toBe(reached)
  })
  test('not yet', () => {
    const limits = { limitAmountMinor: 17_001, limitWh: 10_001, limitPercents: 81, limitSeconds: 601 }
    expect(limitReached(limited(limits), after(10))).toBeNull()
  })
})

describe('timers', () => {
  test('every open order has one, none that has ended', () => {
    const states = [
      charging(),
      rules.withStopRequested(charging(), start),
      rules.stopAnswered(rules.withStopRequested(charging(), start), 'unanswered', start),
      rules.startAnswered(newOrder({ ...charging(), status: 'starting' }), 'accepted', start),
      rules.startAnswered(newOrder({ ...charging(), status: 'starting' }), 'unknown', start),
      rules.startAnswered(newOrder({ ...charging(), status: 'starting' }), 'refused', start),
      rules.complete(charging(), endOf(2000, 5), [], terms, after(5)),
      rules.cancel(newOrder({ ...charging(), status: 'starting' }), 'rejected_only', start, 'no'),
    ]
    for (const order of states) expect(order.dueAt !== null).toBe(isOpen(order))
  })

  test('a refused stop is sent again after 5, 15 and 60 s, then left to the operator', () => {
    let order = rules.stopAnswered(rules.withStopRequested(charging(), start), 'unanswered', start)
    let at = start
    for (const seconds of [5, 15, 60]) {
      at = new Date(at.getTime() + seconds * 1000)
      expect(rules.dueOf(order)).toEqual(at)
      const due = rules.fire(order, true, at)
      expect(due.act).toBe('stop')
      order = rules.stopAnswered(due.order, 'unanswered', at)
    }
    expect(rules.fire(order, true, after(31)).act).toBe('none')
    expect(order.stopTxRetryCount).toBe(3)
  })

  test('silence is shown after 30 minutes and ends the session after a day, on its last sample', () => {
    const { order } = takeSample(charging(), sampleOf(6000), messageAt(10), terms.maxPowerW)
    const silent = rules.fire(order, false, after(41)).order
    expect(silent).toMatchObject({ warning: 'offline', status: 'started' })
    expect(rules.fire(silent, false, after(10 + 24 * 60)).act).toBe('lose')
    const lost = rules.lose(silent, [read(10, 6000)], terms, after(25 * 60))
    expect(lost).toMatchObject({ status: 'completed', warning: 'lost', energyWh: 5000, stopReason: 'Lost' })
    expect(rules.awaitsStop(lost)).toBe(true)
    const corrected = rules.correct(lost, endOf(9000, 30), [read(10, 6000)], terms)
    expect(corrected).toMatchObject({ energyWh: 8000, chargingPriceMinor: 13_600, warning: null })
  })
})

describe('moves', () => {
  test('terminal states are final', () => {
    for (const status of orderStatuses) {
      expect(moves[status].length === 0).toBe(!isOpen({ status }))
    }
    const ended = rules.complete(charging(), endOf(2000, 5), [], terms, after(5))
    expect(() => rules.complete(ended, endOf(3000, 6), [], terms, after(6))).toThrowError(
      expect.objectContaining({ code: 'order.illegal_move' }),
    )
  })

  test('an order finds itself again by its tag, within the 20 characters of 1.6', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (id) => {
        expect(orderIdOfTag(tagOf(id))).toBe(id)
        expect(tagOf(id).length).toBeLessThanOrEqual(20)
      }),
    )
  })
})
