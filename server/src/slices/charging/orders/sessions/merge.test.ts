import { describe, expect, test } from 'vitest'
import { after, charging, endOf, start, terms } from '../machine/rules.fixtures.ts'
import { complete } from '../machine/rules.ts'
import { addsToEnded, beganBy, chargedBy, withReportedStart } from './merge.ts'

const begun = {
  transactionId: '7',
  startKey: null,
  at: after(-5),
  receivedAt: after(10),
  meterWh: 500,
  sequence: 0,
  charging: true,
}
const tariff = { tariffVersionId: 9, discountPercent: 20, tagGroup: 'STAFF' }
const lateStart = charging({
  startReported: false,
  reportedBeginWh: null,
  energyWh: 300,
  evChargingStart: after(3),
})

describe('a start that arrives late', () => {
  test('moves the begin to where it was, with its register and what the connector cost then', () => {
    expect(withReportedStart(lateStart, begun, tariff)).toEqual({
      ...lateStart,
      ...tariff,
      chargingStart: after(-5),
      startReported: true,
      transactionStart: after(-5),
      reportedBeginWh: 500,
      meterStartWh: 500,
      energyWh: 800,
      evChargingStart: after(-5),
    })
  })

  test.each(['operator', 'app'] as const)('leaves the price of what was ordered before (%s)', (source) => {
    const ordered = { ...lateStart, source, chargingStart: start }
    expect(withReportedStart(ordered, begun, tariff)).toMatchObject({
      tariffVersionId: 1,
      discountPercent: 0,
      chargingStart: start,
      transactionStart: after(-5),
    })
  })

  test('without a register leaves where counting began', () => {
    expect(withReportedStart(lateStart, { ...begun, meterWh: null }, tariff)).toMatchObject({
      reportedBeginWh: null,
      meterStartWh: 1000,
      energyWh: 300,
    })
    const uncounted = { ...lateStart, meterStartWh: null }
    expect(withReportedStart(uncounted, begun, tariff)).toMatchObject({ meterStartWh: 500, energyWh: 300 })
  })

  test('at a register above gives nothing back that never flowed', () => {
    expect(withReportedStart(lateStart, { ...begun, meterWh: 1100.4 }, tariff).energyWh).toBe(200)
    expect(withReportedStart(lateStart, { ...begun, meterWh: 5000 }, tariff).energyWh).toBe(0)
  })

  test('without charging leaves when that began', () => {
    expect(withReportedStart(lateStart, { ...begun, charging: false }, tariff).evChargingStart).toEqual(
      after(3),
    )
    expect(withReportedStart(lateStart, { ...begun, at: after(5) }, tariff).evChargingStart).toEqual(after(3))
  })
})

describe('a message before the begin', () => {
  test('shows that it was no later', () => {
    const order = { ...lateStart, chargingStart: start }
    expect(beganBy(order, after(-1))).toEqual({
      ...order,
      transactionStart: after(-1),
      chargingStart: after(-1),
    })
    for (const source of ['operator', 'app'] as const) {
      expect(beganBy({ ...order, source }, after(-1))).toEqual({
        ...order,
        source,
        transactionStart: after(-1),
      })
    }
  })

  test('changes nothing where the begin was reported, is unknown, or is earlier', () => {
    for (const order of [charging(), { ...lateStart, transactionStart: null }]) {
      expect(beganBy(order, after(-1))).toBe(order)
    }
    expect(beganBy(lateStart, start)).toBe(lateStart)
  })
})

test('charging began when it was first seen', () => {
  const begin = (known: Date | null, at: Date) =>
    chargedBy(charging({ evChargingStart: known }), at).evChargingStart
  expect(begin(null, after(3))).toEqual(after(3))
  expect(begin(after(2), after(3))).toEqual(after(2))
  expect(begin(after(4), after(3))).toEqual(after(3))
})

describe('a message of a session that has ended', () => {
  const ended = complete(charging(), endOf(9000, 30, { sequence: 7 }), [], terms, after(30))

  test('adds to a session when it was sent before the end', () => {
    expect(addsToEnded(ended, 6)).toBe(true)
    expect(addsToEnded(ended, 7)).toBe(false)
    expect(addsToEnded(ended, undefined)).toBe(false)
    expect(addsToEnded({ ...ended, lastSequence: null }, 0)).toBe(false)
    expect(addsToEnded({ ...ended, lastSequence: null }, -1)).toBe(true)
  })

  test('adds to a session whose end was not reported, unless a person has decided', () => {
    expect(addsToEnded({ ...ended, endReported: false }, undefined)).toBe(true)
    expect(addsToEnded({ ...ended, endReported: false, decided: true }, 6)).toBe(false)
    expect(addsToEnded(charging(), 6)).toBe(false)
  })
})
