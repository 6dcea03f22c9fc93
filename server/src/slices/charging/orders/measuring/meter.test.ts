import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { after, afterMs, charging, messageAt, start, terms } from '../machine/rules.fixtures.ts'
import type { Order } from '../order.ts'
import { plausibleWh, sampleTime, stationTime, takeSample, wholeWh } from './meter.ts'

const rubbish = new Date(0)

describe('a station’s own time', () => {
  test.each<[string, Date, boolean]>([
    ['the first instant of 2020', new Date('2020-01-01T00:00:00Z'), true],
    ['the last of 2019', new Date('2019-12-31T23:59:59.999Z'), false],
    ['five minutes ahead', after(5), true],
    ['more than that ahead', afterMs(5 * MINUTE_MS + 1), false],
  ])('is believed or not: %s', (_, at, believed) => {
    expect(stationTime(at, start)).toEqual({ at: believed ? at : start, nonsense: !believed })
  })

  test('is that of receipt where it is missing', () => {
    expect(stationTime(undefined, start)).toEqual({ at: start, nonsense: false })
  })

  test('of a sample is its own, else that of its message, else that of receipt', () => {
    expect(sampleTime(after(1), after(2), after(3))).toEqual(after(1))
    expect(sampleTime(undefined, after(2), after(3))).toEqual(after(2))
    expect(sampleTime(undefined, undefined, after(3))).toEqual(after(3))
    expect(sampleTime(rubbish, undefined, after(3))).toEqual(after(3))
    expect(sampleTime(undefined, rubbish, after(3))).toEqual(after(3))
    expect(sampleTime(rubbish, after(2), after(3))).toEqual(after(3))
  })

  test('moves all samples of a message together where the clock is wrong, a day back at most', () => {
    const moved = (at: number, happenedAt: number) =>
      sampleTime(new Date(at), new Date(happenedAt), after(3)).getTime() - after(3).getTime()
    expect(moved(20 * SECOND_MS, 50 * SECOND_MS)).toBe(-30 * SECOND_MS)
    expect(moved(50 * SECOND_MS, 20 * SECOND_MS)).toBe(0)
    expect(moved(0, 3 * DAY_MS)).toBe(-DAY_MS)
  })
})

describe('what a connector can deliver', () => {
  test('is 1.5 times its rating, and one hour more', () => {
    expect(plausibleWh(1000, 0)).toBe(1500)
    expect(plausibleWh(1000, HOUR_MS)).toBe(3000)
    expect(plausibleWh(1001, 1)).toBe(1502)
  })

  test('is not less for a negative time, and not more than for 30 days', () => {
    expect(plausibleWh(1000, -HOUR_MS)).toBe(1500)
    expect(plausibleWh(1000, 31 * DAY_MS)).toBe(plausibleWh(1000, 30 * DAY_MS))
    expect(plausibleWh(1000, 30 * DAY_MS)).toBe(1500 * (30 * 24 + 1))
  })
})

test('Wh are rounded half up, to a zero without a sign', () => {
  expect([wholeWh(0.5), wholeWh(0.4994), wholeWh(100.7 - 0.2), wholeWh(-0.2)]).toEqual([1, 0, 101, 0])
})

describe('a sample of a running session', () => {
  const sample = (energyWh?: number, more: object = {}) => ({
    context: 'Sample.Periodic',
    raw: [],
    ...(energyWh === undefined ? {} : { energyWh }),
    ...more,
  })
  const withSample = (order: Order, added: ReturnType<typeof sample>, minutes: number, sequence?: number) =>
    takeSample(order, added, { ...messageAt(minutes), sequence }, terms.maxPowerW)

  test('is stored with all its values, and updates the live values', () => {
    const full = sample(1500, { powerW: 7000, soc: 40, currentA: 10, voltageV: 700, intervalWh: 3 })
    const { order, reading } = takeSample(
      charging(),
      full,
      { ...messageAt(1, 2), sequence: 5 },
      terms.maxPowerW,
    )
    const measured = { energyWh: 500, powerW: 7000, soc: 40, currentA: 10, voltageV: 700 }
    expect(reading).toEqual({
      orderId: 7,
      at: after(1),
      receivedAt: after(2),
      context: 'Sample.Periodic',
      sequence: 5,
      registerWh: 1500,
      intervalWh: 3,
      refused: null,
      ...measured,
    })
    expect(order).toEqual({
      ...charging(),
      ...measured,
      lastSampleAt: after(1),
      lastHeardAt: after(2),
      socStart: 40,
    })
  })

  test('with few values is stored with these, and leaves the other live values', () => {
    const known = charging({ energyWh: 10, powerW: 1, soc: 2, socStart: 3, currentA: 4, voltageV: 5 })
    const { order, reading } = withSample(known, sample(), 1)
    expect(reading).toMatchObject({
      sequence: null,
      registerWh: null,
      intervalWh: null,
      energyWh: null,
      powerW: null,
      soc: null,
      currentA: null,
      voltageV: null,
    })
    expect(order).toMatchObject({ energyWh: 10, powerW: 1, soc: 2, socStart: 3, currentA: 4, voltageV: 5 })
    expect(withSample(charging(), sample(), 1).order.socStart).toBeNull()
    expect(withSample(known, sample(undefined, { soc: 50 }), 1).order).toMatchObject({ soc: 50, socStart: 3 })
  })

  test('shows the battery at the begin in its first two minutes, or where it is marked as the begin', () => {
    const soc = (minutes: number, more: object = {}) =>
      withSample(charging(), sample(undefined, { soc: 40, ...more }), minutes).order
    expect(soc(2)).toMatchObject({ soc: 40, socStart: 40 })
    expect(soc(2 + 1 / 60)).toMatchObject({ soc: 40, socStart: null })
    expect(soc(30, { context: 'Transaction.Begin' }).socStart).toBe(40)
  })

  test('moves the time of the last message forward, never back', () => {
    const heard = (lastHeardAt: Date | null) =>
      withSample(charging({ lastHeardAt }), sample(), 5).order.lastHeardAt
    expect(heard(null)).toEqual(after(5))
    expect(heard(after(4))).toEqual(after(5))
    expect(heard(after(6))).toEqual(after(6))
  })

  test('from before the newest counts as a message, and changes no live value', () => {
    const order = charging({ lastSampleAt: after(5), energyWh: 4000, powerW: 1, soc: 9 })
    const late = takeSample(order, sample(2000, { powerW: 7 }), messageAt(3, 6), terms.maxPowerW)
    expect(late.order).toEqual({ ...order, lastHeardAt: after(6) })
    expect(late.reading).toMatchObject({ energyWh: 1000, refused: null })
    const same = takeSample(order, sample(5500, { powerW: 7 }), messageAt(5, 6), terms.maxPowerW)
    expect(same.order).toMatchObject({ powerW: 7, energyWh: 4500 })
  })

  test('from before the newest may show as much energy as is known, not more', () => {
    const order = charging({ lastSampleAt: after(5), energyWh: 4000 })
    expect(withSample(order, sample(5000), 3).reading).toMatchObject({ energyWh: 4000, refused: null })
    expect(withSample(order, sample(5001), 3).reading).toMatchObject({ energyWh: null, refused: 'jump' })
    expect(withSample(order, sample(999), 3).reading).toMatchObject({ energyWh: null, refused: 'rollback' })
  })

  test('may rise by what can be delivered since the previous sample, not more', () => {
    const order = charging({ lastSampleAt: after(5), energyWh: 4000 })
    const most = plausibleWh(terms.maxPowerW, 10 * MINUTE_MS)
    expect(withSample(order, sample(5000 + most), 15).reading.refused).toBeNull()
    expect(withSample(order, sample(5000 + most + 1), 15).reading.refused).toBe('jump')
    const first = charging()
    expect(withSample(first, sample(1000 + most), 10).reading.refused).toBeNull()
    expect(withSample(first, sample(1000 + most + 1), 10).reading.refused).toBe('jump')
    const unbegun = charging({ transactionStart: null })
    expect(withSample(unbegun, sample(1000 + plausibleWh(terms.maxPowerW, 0) + 1), 10).reading.refused).toBe(
      'jump',
    )
  })

  test('with the same register is no rollback', () => {
    const order = charging({ lastSampleAt: after(5), energyWh: 4000 })
    expect(withSample(order, sample(5000), 6).reading).toMatchObject({ energyWh: 4000, refused: null })
    expect(withSample(order, sample(4999), 6).reading).toMatchObject({ energyWh: null, refused: 'rollback' })
  })

  test('counts from the first register where the begin has none', () => {
    const { order, reading } = withSample(charging({ meterStartWh: null }), sample(910_000), 1)
    expect(order).toMatchObject({ meterStartWh: 910_000, meterStartOffsetWh: null, energyWh: 0 })
    expect(reading.energyWh).toBe(0)
  })

  test('takes a register above all that can be delivered since a begin of 0 as the baseline', () => {
    const zero = charging({ meterStartWh: 0 })
    const most = plausibleWh(terms.maxPowerW, MINUTE_MS)
    const offset = (order: Order, registerWh: number) =>
      withSample(order, sample(registerWh), 1).order.meterStartOffsetWh
    expect(offset(zero, most)).toBeNull()
    expect(offset(zero, most + 1)).toBe(most + 1)
    expect(offset(charging({ meterStartWh: 1 }), most + 2)).toBeNull()
    expect(offset({ ...zero, energyWh: 1 }, most + 1)).toBeNull()
    expect(offset({ ...zero, meterStartOffsetWh: 5 }, most + 100)).toBe(5)
    expect(offset({ ...zero, transactionStart: null }, plausibleWh(terms.maxPowerW, 0) + 1)).not.toBeNull()
  })

  test('with an interval adds to the energy once, and only when it is newer', () => {
    const order = charging({ lastSampleAt: after(5), energyWh: 4000 })
    const interval = sample(undefined, { intervalWh: 300.6 })
    expect(withSample(order, interval, 6).order.energyWh).toBe(4301)
    expect(withSample(order, interval, 5).reading.energyWh).toBeNull()
    expect(withSample(order, interval, 4).reading).toMatchObject({ energyWh: null, refused: null })
    expect(withSample(charging(), interval, 1).order.energyWh).toBe(301)
  })
})
