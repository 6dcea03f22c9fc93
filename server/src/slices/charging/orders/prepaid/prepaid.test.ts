import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { after, afterMs, charging } from '../machine/rules.fixtures.ts'
import * as rules from '../machine/rules.ts'
import type { Order } from '../order.ts'
import { isPrepaid } from '../sessions/adopt.ts'
import { kept, made, nothing, place, tariff } from './prepaid.fixtures.ts'
import * as prepaid from './prepaid.ts'

const held = (order: Order, at = after(1), plugged = false): Order =>
  prepaid.paid(order, { methodType: 'card', plugged }, at)!.order
// made within the tests: a rule that breaks them shall fail the tests, not the file
const charge = () => held(made())
const reservation = () => held(made(kept))
const reserved = () => prepaid.reserveAnswered(reservation(), 'accepted', after(1)).order
const arrived = () => prepaid.arrive(reserved(), false, after(5))!.order
const agreed = { holdMinor: 5000, limits: nothing, reservation: null }
const offered = () => {
  const order = charging({ awaitsCard: true, source: 'orphan', billable: false, startTxStatus: 'started' })
  return prepaid.offer(order, { driverId: 3, managerId: 4 }, agreed, after(1))
}

describe('an order that a driver pays for beforehand', () => {
  test('waits for its money, a quarter of an hour', () => {
    expect(made()).toMatchObject({
      status: 'wait_payment',
      source: 'operator',
      holdMinor: 5000,
      limitAmountMinor: 5000,
      ...place,
      ...tariff,
      payUntil: after(15),
      dueAt: after(15),
      reservationSeconds: null,
    })
    expect(made(kept)).toMatchObject({
      holdMinor: 15_000,
      reservationSeconds: 1800,
      reservationFeeMinor: 10_000,
      reservationFreeSeconds: 60,
    })
  })

  test('that is charged at once waits for its plug once it is paid, ten minutes', () => {
    expect(prepaid.paid(made(), { methodType: 'sbp', plugged: false }, after(1))).toEqual({
      commands: [],
      order: {
        ...made(),
        status: 'countdown',
        payUntil: null,
        paymentMethodType: 'sbp',
        chargingStart: after(1),
        countdownFinish: after(11),
        dueAt: after(11),
      },
    })
    expect(prepaid.prepaidDueOf(charge())).toEqual(after(11))
  })

  test('starts at once where the car is there', () => {
    const { order, commands } = prepaid.paid(made(), { methodType: 'card', plugged: true }, after(1))!
    expect(commands).toEqual(['start'])
    expect(order).toMatchObject({
      status: 'starting',
      startTxStatus: 'wait',
      startTxStatusAt: after(1),
      countdownFinish: after(1),
      reservationPriceMinor: null,
    })
  })

  test('that reserves has its connector kept from its payment on', () => {
    const step = prepaid.paid(made(kept), { methodType: 'card', plugged: false }, after(1))!
    expect(step.commands).toEqual(['reserve'])
    expect(step.order).toMatchObject({
      status: 'active',
      reserveStatus: 'wait',
      reservationStart: after(1),
      reservationFinish: after(31),
      // the station answers within 35 seconds
      dueAt: afterMs(MINUTE_MS + 35 * SECOND_MS),
    })
    expect(reserved()).toMatchObject({ reserveStatus: 'accepted_has', dueAt: after(31) })
  })

  test('cannot be paid twice, nor once it is over', () => {
    for (const order of [charge(), reserved(), prepaid.giveUp(made(), 'x', after(2))!.order, charging()])
      expect(prepaid.paid(order, { methodType: 'card', plugged: true }, after(3))).toBeNull()
  })
})

test.each([
  ['canceled before it is paid', () => made(kept), after(14), 0, []],
  ['canceled while it waits for a plug', charge, after(9), 0, []],
  ['canceled within the first minute', reserved, afterMs(2 * MINUTE_MS - 1), 0, ['unreserve']],
  ['canceled after the first minute', reserved, after(2), 10_000, ['unreserve']],
  ['canceled when its driver is there', arrived, after(6), 10_000, ['unreserve']],
])('a reservation costs nothing, or its fee: %s', (_, orderOf, at, fee, commands) => {
  const order = orderOf()
  const step = prepaid.giveUp(order, 'canceled_by_driver', at)!
  expect(step.commands).toEqual(commands)
  expect(step.order).toMatchObject({
    status: 'canceled',
    reservationPriceMinor: fee,
    stopReason: 'canceled_by_driver',
    chargingFinish: at,
    dueAt: null,
    payUntil: null,
  })
  expect(step.order.reservationFinish).toEqual(order.reservationStart ? at : null)
})

test('what has started is not canceled', () => {
  expect(prepaid.giveUp(charging({ holdMinor: 5000 }), 'x', after(2))).toBeNull()
  expect(prepaid.giveUp({ ...charge(), status: 'starting' }, 'x', after(2))).toBeNull()
})

describe('a reservation', () => {
  test('that its station does not keep costs nothing, and is taken back where it may be kept all the same', () => {
    expect(prepaid.reserveAnswered(reservation(), 'refused', after(2))).toMatchObject({
      order: { status: 'canceled', stopReason: 'reservation_refused', reservationPriceMinor: 0 },
      commands: [],
    })
    expect(prepaid.reserveAnswered(reservation(), 'unknown', after(2))).toMatchObject({
      order: { status: 'canceled', stopReason: 'reservation_unanswered', reserveStatus: 'rejected_only' },
      commands: ['unreserve'],
    })
    expect(prepaid.reserveAnswered(charge(), 'refused', after(2))).toEqual({ order: charge(), commands: [] })
  })

  test('ends with the plug, and costs its fee from then on', () => {
    const { order, commands } = prepaid.plugged(reserved(), after(20))!
    expect(commands).toEqual(['start'])
    expect(order).toMatchObject({
      status: 'starting',
      chargingStart: after(20),
      countdownFinish: after(20),
      reservationFinish: after(20),
      reservationPriceMinor: 10_000,
    })
    expect(rules.cancel(order, 'rejected_only', after(21), 'start_rejected').reservationPriceMinor).toBeNull()
  })

  test('waits for the plug of a driver who is there no longer than the connector is kept', () => {
    expect(prepaid.arrive(reserved(), false, after(5))!.order).toMatchObject({
      status: 'countdown',
      countdownFinish: after(15),
      dueAt: after(15),
      reservationFinish: after(31),
    })
    expect(prepaid.arrive(reserved(), false, after(25))!.order.countdownFinish).toEqual(after(31))
    expect(prepaid.arrive(reserved(), true, after(5))!.order.status).toBe('starting')
    expect(prepaid.arrive(charge(), true, after(5))).toBeNull()
  })

  test('that its station lets go in time is over, and one that it lets go before costs nothing', () => {
    const at = (ms: number, status: string) =>
      prepaid.reservationEnded(reserved(), status, afterMs(ms))?.order
    expect(at(30 * MINUTE_MS + 1, 'Expired')).toMatchObject({
      status: 'expired',
      reservationPriceMinor: 10_000,
    })
    expect(at(30 * MINUTE_MS, 'Expired')).toMatchObject({ status: 'canceled', reservationPriceMinor: 0 })
    expect(at(31 * MINUTE_MS, 'Removed')).toMatchObject({
      status: 'canceled',
      stopReason: 'reservation_removed',
    })
    expect(prepaid.reservationEnded(charge(), 'Expired', after(40))).toBeNull()
    expect(prepaid.freed(reserved(), after(20))?.order.stopReason).toBe('reservation_removed')
    expect(prepaid.freed(reserved(), after(31))?.order.stopReason).toBe('reservation_over')
    expect(prepaid.freed(reservation(), after(1))).toBeNull()
  })
})

describe('timers', () => {
  test('the provider is asked once more before an order ends', () => {
    expect(rules.fire(made(), true, afterMs(15 * MINUTE_MS - 1))).toMatchObject({
      act: 'none',
      order: { dueAt: after(15) },
    })
    expect(rules.fire(made(), true, after(15))).toMatchObject({
      act: 'read',
      order: { dueAt: afterMs(15.5 * MINUTE_MS) },
    })
    expect(rules.fire(made(), true, afterMs(15.5 * MINUTE_MS))).toMatchObject({
      act: 'step',
      commands: [],
      order: { status: 'expired', stopReason: 'not_paid', reservationPriceMinor: 0 },
    })
  })

  test.each([
    ['a plug that does not come', charge, after(11), 'expired', 'never_plugged', 0, []],
    [
      'a reservation whose time is over',
      reserved,
      after(31),
      'expired',
      'reservation_over',
      10_000,
      ['unreserve'],
    ],
    [
      'a station that does not answer',
      reservation,
      afterMs(95 * SECOND_MS),
      'canceled',
      'reservation_unanswered',
      0,
      ['unreserve'],
    ],
    [
      'a driver who came and did not plug in',
      arrived,
      after(15),
      'expired',
      'never_plugged',
      10_000,
      ['unreserve'],
    ],
  ])('%s', (_, orderOf, at, status, stopReason, reservationPriceMinor, commands) => {
    const order = orderOf()
    expect(rules.fire(order, true, new Date(at.getTime() - 1)).act).toBe('none')
    expect(rules.fire(order, false, at)).toMatchObject({
      act: 'step',
      commands,
      order: { status, stopReason, reservationPriceMinor, dueAt: null },
    })
  })
})

describe('a transaction that the plug began', () => {
  const begun = {
    transactionId: 'T',
    startKey: null,
    at: after(3),
    receivedAt: after(3),
    meterWh: 0,
    sequence: 0,
    charging: false,
  }

  test('is offered, paid and started', () => {
    expect(offered()).toMatchObject({ status: 'started', payUntil: after(16), driverId: 3, managerId: 4 })
    expect(rules.timed(offered()).dueAt).toEqual(after(16))
    expect(prepaid.paid(offered(), { methodType: 'card', plugged: true }, after(2))).toMatchObject({
      commands: ['start'],
      order: { status: 'started', startTxStatus: 'wait', payUntil: null, paymentMethodType: 'card' },
    })
  })

  test('is nobody’s again when it is not paid, or canceled', () => {
    const given = rules.fire(offered(), true, afterMs(16.5 * MINUTE_MS))
    for (const { order } of [given, prepaid.giveUp(offered(), 'x', after(3))!])
      expect(order).toMatchObject({
        status: 'started',
        awaitsCard: true,
        holdMinor: 0,
        payUntil: null,
        driverId: null,
        managerId: null,
        limitAmountMinor: null,
      })
    expect(isPrepaid(given.order)).toBe(false)
    expect(prepaid.comesLate(given.order)).toBe(true)
  })

  test('is the order’s that waits, and is started where that is paid', () => {
    expect(rules.beginEarly(made(), begun, after(3))).toMatchObject({
      commands: [],
      order: {
        status: 'started',
        awaitsCard: true,
        billable: false,
        transactionId: 'T',
        payUntil: after(15),
      },
    })
    expect(rules.beginEarly(charge(), begun, after(3))).toMatchObject({
      commands: ['start'],
      order: { status: 'started', startTxStatus: 'wait', countdownFinish: after(3), chargingStart: after(1) },
    })
    expect(rules.beginEarly(reserved(), begun, after(3)).order).toMatchObject({
      reservationFinish: after(3),
      reservationPriceMinor: 10_000,
      chargingStart: after(3),
    })
  })
})

test('money comes late for what is over, and for nothing else', () => {
  const over = prepaid.giveUp(made(), 'x', after(2))!.order
  const left = rules.complete(
    offered(),
    {
      at: after(5),
      receivedAt: after(5),
      meterWh: 0,
      reason: 'EVDisconnected',
      sequence: null,
      doubtful: false,
    },
    [],
    { maxPowerW: 1, timeZone: 'UTC', networkTimeZone: 'UTC', monetized: true, version: null },
    after(5),
  )
  expect([over, left].map(prepaid.comesLate)).toEqual([true, true])
  expect(
    [made(), charge(), reserved(), charging(), { ...left, payUntil: null }, { ...over, holdMinor: null }].map(
      prepaid.comesLate,
    ),
  ).toEqual(Array.from({ length: 6 }, () => false))
})
