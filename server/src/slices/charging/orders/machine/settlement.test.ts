import { describe, expect, test } from 'vitest'
import { simpleElements, type TariffElement } from '../../../places/tariffs/elements.ts'
import type { Order } from '../order.ts'
import { after, charging, endOf, read, start, terms } from './rules.fixtures.ts'
import { applyEnd, pointsOf, priceFinal, priceLive, type Terms } from './settlement.ts'

const at = (elements: TariffElement[], changes: Partial<Terms> = {}): Terms => ({
  ...terms,
  version: { id: 1, elements, discountPercent: 0 },
  ...changes,
})
const byTime = at(simpleElements({ tariffMinorPerKwh: 0, rateMinorPerMinute: 100, startFeeMinor: 0 }))
const withoutTariff: Terms = { ...terms, version: null }
/** 10 RUB a kWh above 3 kWh, else nothing */
const above3 = at([
  { components: [{ dimension: 'energy', priceMicro: 1_000_000 }], restrictions: { minWh: 3000 } },
])
/** 10 RUB a kWh from 20:30 by the location's clock, 13:30 by the network's: half an hour after the start */
const evening = at([
  {
    components: [{ dimension: 'energy', priceMicro: 1_000_000 }],
    restrictions: { startTime: '20:30', endTime: '23:00' },
  },
])

describe('what a running session costs', () => {
  test('is by its live energy and the time so far', () => {
    const session = charging({ energyWh: 10_000 })
    expect(priceLive(session, null, after(10), terms)).toBe(17_000)
    expect(priceLive(session, null, after(10), byTime)).toBe(1000)
    expect(priceLive(session, null, after(-10), byTime)).toBe(0)
  })

  test('is by its series where that is given, and only by what was measured', () => {
    const session = charging({ energyWh: 99_000 })
    expect(priceLive(session, [read(10, 3000), read(20, 5000)], after(20), above3)).toBe(1000)
  })

  test.each<[string, Partial<Order>, Terms]>([
    ['it is not billed', { billable: false }, terms],
    ['there is no tariff', {}, withoutTariff],
    ['it has not begun', { transactionStart: null }, terms],
  ])('is nothing where %s', (_, changes, where) => {
    expect(priceLive(charging({ energyWh: 10_000, ...changes }), null, after(10), where)).toBe(0)
  })
})

describe('an end', () => {
  test('is written down with everything that it decides', () => {
    const order = charging({ lastSequence: 2, powerW: 5000, warning: null })
    const end = endOf(21_000.4, 60, { receivedAt: after(61), sequence: 9 })
    expect(applyEnd(order, end, [], terms)).toEqual({
      stopTxStatus: null,
      stopTxStatusAt: after(61),
      endReported: true,
      transactionFinish: after(60),
      chargingFinish: after(60),
      reportedEndWh: 21_000.4,
      meterStartWh: 1000,
      meterStartOffsetWh: null,
      meterStopWh: 21_000.4,
      markedWh: null,
      stopReason: 'Local',
      energyWh: 20_000,
      powerW: 0,
      lastSequence: 9,
      lastHeardAt: after(61),
      chargingPriceMinor: 34_000,
      borneMinor: 0,
      segments: [
        expect.objectContaining({ dimension: 'energy', quantity: 20_000, from: start, to: after(60) }),
        expect.objectContaining({ dimension: 'time', quantity: 3600, amountMicro: 0 }),
      ],
      timeDoubtful: false,
      needsReview: false,
      warning: null,
    })
  })

  test('of a session with a requested stop answers that stop; without a number the last number stays', () => {
    const order = charging({ lastSequence: 2, stopTxStatus: 'accepted_has' })
    expect(applyEnd(order, endOf(2000, 60), [], terms)).toMatchObject({
      stopTxStatus: 'stopped',
      stopTxStatusAt: after(60),
      lastSequence: 2,
    })
  })

  test('before the begin is at the begin, and of a session without one at itself', () => {
    const order = charging({ transactionStart: after(5) })
    expect(applyEnd(order, endOf(2000, 2), [], byTime)).toMatchObject({
      transactionFinish: after(5),
      chargingFinish: after(5),
      chargingPriceMinor: 0,
    })
    expect(applyEnd(charging({ transactionStart: null }), endOf(2000, 2), [], byTime)).toMatchObject({
      transactionFinish: after(2),
      chargingPriceMinor: 0,
    })
  })

  test('by a pulled cable is when the car left, once', () => {
    const pulled = endOf(2000, 60, { reason: 'EVDisconnected' })
    expect(applyEnd(charging(), pulled, [], terms)).toMatchObject({
      evConnected: false,
      evDisconnectedAt: after(60),
    })
    expect(applyEnd(charging({ evConnected: false }), pulled, [], terms)).not.toHaveProperty(
      'evDisconnectedAt',
    )
  })

  test('below the last sample charges up to that one, and a person looks', () => {
    const changes = applyEnd(charging(), endOf(3000, 60), [read(30, 5000)], terms)
    expect(changes).toMatchObject({
      energyWh: 4000,
      reportedEndWh: 3000,
      meterStopWh: 3000,
      needsReview: true,
      warning: 'implausible_energy',
    })
  })

  test('without a register stops where counting ended', () => {
    const silent = endOf(null, 60)
    expect(applyEnd(charging(), silent, [read(30, 5000)], terms)).toMatchObject({
      reportedEndWh: null,
      meterStopWh: 5000,
      energyWh: 4000,
    })
    const nothing = charging({ reportedBeginWh: null, meterStartWh: null })
    expect(applyEnd(nothing, silent, [], terms)).toMatchObject({
      meterStartWh: null,
      meterStopWh: null,
      energyWh: 0,
    })
    const intervals = [read(30, 0, { registerWh: null, intervalWh: 300 })]
    expect(applyEnd(nothing, silent, intervals, terms)).toMatchObject({
      meterStartWh: 0,
      meterStopWh: 300,
      energyWh: 300,
    })
    const odometer = [read(20, 910_000), read(30, 912_000)]
    expect(applyEnd(charging({ reportedBeginWh: 0 }), silent, odometer, terms)).toMatchObject({
      meterStartOffsetWh: 910_000,
      meterStopWh: 912_000,
      energyWh: 2000,
    })
  })

  test('may have taken as long as the server has seen, whatever the station’s clock says', () => {
    const quick = endOf(200_000, 1)
    const halfway = [read(0.5, 100_000)]
    expect(applyEnd(charging(), quick, halfway, terms).needsReview).toBe(true)
    expect(applyEnd(charging(), { ...quick, receivedAt: after(60) }, halfway, terms).needsReview).toBe(false)
  })
})

describe('a person looks', () => {
  test.each<[string, Partial<Order>, Terms, boolean]>([
    ['energy that nobody pays for', { billable: false }, terms, true],
    ['none where no energy is sold', { billable: false }, { ...terms, monetized: false }, false],
    ['what is paid for', {}, terms, false],
    ['an end by the staff instead of its station', { lostEvidence: 'operator' }, terms, false],
  ])('at %s: %s', (_, changes, where, needsReview) => {
    expect(applyEnd(charging(changes), endOf(2000, 60), [], where).needsReview).toBe(needsReview)
  })

  test('at no session without energy', () => {
    expect(applyEnd(charging({ billable: false }), endOf(1000, 60), [], terms).needsReview).toBe(false)
  })

  test('at what staff has ended without its station, where it costs', () => {
    const lost = endOf(2000, 60, { reason: 'Lost' })
    const byHand = { lostEvidence: 'operator' as const }
    const looked = (changes: Partial<Order>, where = terms) =>
      applyEnd(charging(changes), lost, [], where).needsReview
    expect(looked(byHand)).toBe(true)
    expect(looked({ lostEvidence: 'booted' })).toBe(false)
    expect(looked({ ...byHand, billable: false }, { ...terms, monetized: false })).toBe(false)
  })

  test('at a time in doubt where time costs', () => {
    const doubtful = endOf(2000, 60, { doubtful: true })
    const looked = (order: Partial<Order>, end: typeof doubtful, where: Terms) =>
      applyEnd(charging(order), end, [], where)
    expect(looked({}, doubtful, byTime)).toMatchObject({
      timeDoubtful: true,
      needsReview: true,
      warning: 'clock',
    })
    expect(looked({}, doubtful, terms)).toMatchObject({ timeDoubtful: true, needsReview: false })
    expect(looked({ timeDoubtful: true }, endOf(2000, 60), byTime)).toMatchObject({
      timeDoubtful: true,
      needsReview: true,
    })
    expect(looked({ billable: false }, doubtful, { ...byTime, monetized: false }).needsReview).toBe(false)
    expect(looked({}, doubtful, withoutTariff).needsReview).toBe(false)
    expect(looked({}, endOf(2000, 60), byTime)).toMatchObject({ timeDoubtful: false, needsReview: false })
  })
})

describe('a warning', () => {
  const warned = (changes: Partial<Order>, end = endOf(2000, 60), where = terms) =>
    applyEnd(charging(changes), end, [], where).warning
  const wrong = endOf(900, 60)

  test('that nobody owns a session comes with its energy, and goes with an owner', () => {
    const unowned: Partial<Order> = { billable: false, awaitsCard: true }
    expect(warned(unowned)).toBe('unowned')
    expect(warned({ ...unowned, warning: 'clock' })).toBe('unowned')
    expect(warned(unowned, endOf(1000, 60))).toBeNull()
    expect(warned({ ...unowned, awaitsCard: false })).toBeNull()
    expect(warned({ ...unowned, billable: true })).toBeNull()
  })

  test('of who pays says more than a meter’s, and a meter’s more than others', () => {
    for (const payer of ['unowned', 'other_token', 'late_start'] as const) {
      expect(warned({ warning: payer }, wrong)).toBe(payer)
      expect(warned({ warning: payer })).toBe(payer)
    }
    expect(warned({ warning: 'offline' }, wrong)).toBe('implausible_energy')
  })

  test('of a meter goes when what is known by now agrees; others stay', () => {
    expect(warned({ warning: 'implausible_energy' })).toBeNull()
    expect(warned({ warning: 'energy_unknown' })).toBeNull()
    expect(warned({ warning: 'clock' })).toBe('clock')
    expect(warned({ warning: 'lost' }, { ...endOf(2000, 60), doubtful: true })).toBe('lost')
  })
})

describe('what a session costs in the end', () => {
  const span = { startedAt: start, endedAt: after(60), energyWh: 10_000 }

  test('is nothing at all where nothing is billed', () => {
    const nothing = { chargingPriceMinor: 0, borneMinor: 0, segments: [] }
    expect(priceFinal(charging({ billable: false }), span, [], terms)).toEqual(nothing)
    expect(priceFinal(charging(), span, [], withoutTariff)).toEqual(nothing)
    expect(applyEnd(charging(), endOf(2000, 60), [], withoutTariff)).toMatchObject({
      chargingPriceMinor: 0,
      segments: [],
    })
  })

  test('is by the clock of its location, up to its end', () => {
    const points = [
      { at: after(30), energyWh: 4000 },
      { at: after(60), energyWh: 9000 },
      { at: after(61), energyWh: 9500 },
    ]
    expect(priceFinal(charging(), span, points, evening)).toMatchObject({ chargingPriceMinor: 6000 })
    expect(priceFinal(charging(), span, points.slice(0, 1), evening).segments).toMatchObject([
      { quantity: 4000, unitPriceMicro: 0 },
      { quantity: 6000, unitPriceMicro: 1_000_000 },
      { dimension: 'time' },
    ])
  })

  test('follows its series, also when it is priced again', () => {
    const order = ended(charging())
    expect(pointsOf(order, [read(30, 5000)], terms)).toEqual([
      { at: start, energyWh: 0 },
      { at: after(30), energyWh: 4000 },
      { at: after(60), energyWh: 8000 },
    ])
    expect(pointsOf({ ...order, transactionFinish: null }, [], terms).at(-1)).toMatchObject({ at: start })
    expect(pointsOf({ ...order, transactionStart: null }, [], terms).at(0)).toMatchObject({ at: after(60) })
  })
})

const ended = (order: Order): Order => ({ ...order, ...applyEnd(order, endOf(9000, 60), [], terms) })
