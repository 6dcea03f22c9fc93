import { HOUR_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { newOrder, type Order } from '../order.ts'
import { limitReached } from './limits.ts'
import { after, charging, endOf, read, start, starting, terms } from './rules.fixtures.ts'
import * as rules from './rules.ts'

const begun = {
  transactionId: '9',
  startKey: 'key',
  at: after(1),
  receivedAt: after(2),
  meterWh: 1000.5,
  sequence: 4,
  charging: true,
}

describe('a session begins', () => {
  test('by an operator: the start is sent at once, with limits, and nobody pays', () => {
    const order = rules.createToStart(
      {
        id: 7,
        locationId: 1,
        stationId: 'S',
        connectorId: 2,
        managerId: 3,
        tariffVersionId: 4,
        discountPercent: 10,
        startWindowSeconds: 120,
        fleetId: null,
        driverId: null,
        paymentMethodType: null,
        limits: { amountMinor: 1, energyWh: 2, seconds: 3, percents: 4 },
        billable: false,
      },
      start,
    )
    expect(order).toEqual(
      newOrder({
        id: 7,
        locationId: 1,
        stationId: 'S',
        connectorId: 2,
        managerId: 3,
        tariffVersionId: 4,
        discountPercent: 10,
        startWindowSeconds: 120,
        status: 'starting',
        source: 'operator',
        createdAt: start,
        chargingStart: start,
        startTxStatus: 'wait',
        startTxStatusAt: start,
        limitAmountMinor: 1,
        limitWh: 2,
        limitSeconds: 3,
        limitPercents: 4,
        billable: false,
        paymentMethodType: 'compensation',
        dueAt: after(2),
      }),
    )
  })

  test('at the station, with its transaction', () => {
    const input = {
      id: 7,
      locationId: 1,
      stationId: 'S',
      connectorId: 2,
      driverId: 5,
      rfid: 'CARD',
      tariffVersionId: 4,
      discountPercent: 10,
      claimSequence: 3,
      tagGroup: 'STAFF',
      source: 'rfid' as const,
      replayed: true,
      billable: true,
      awaitsCard: false,
      warning: null,
      paymentMethodType: null,
    }
    expect(rules.createByStation(input, begun)).toEqual(
      newOrder({
        ...input,
        status: 'started',
        createdAt: after(2),
        chargingStart: after(1),
        startTxStatus: 'started',
        startTxStatusAt: after(2),
        transactionId: '9',
        startKey: 'key',
        startReported: true,
        transactionStart: after(1),
        reportedBeginWh: 1000.5,
        meterStartWh: 1000.5,
        lastSequence: 4,
        lastHeardAt: after(2),
        firstHeardAt: after(2),
        evConnected: true,
        evChargingStart: after(1),
        dueAt: after(32),
      }),
    )
  })

  test('with the order that waits for it; an order that has begun keeps its start status', () => {
    const order = rules.begin(starting({ startTxStatus: 'accepted_has' }), begun)
    expect(order).toMatchObject({
      status: 'started',
      startTxStatus: 'started',
      startTxStatusAt: after(2),
      transactionId: '9',
      dueAt: after(32),
    })
    const again = rules.begin({ ...order, startTxStatus: 'wait', startTxStatusAt: start }, begun)
    expect(again).toMatchObject({ status: 'started', startTxStatus: 'wait', startTxStatusAt: start })
  })

  test('where a later message came first: its register is no begin, and nothing has charged', () => {
    const order = rules.begin(starting(), { ...begun, startReported: false, charging: false })
    expect(order).toMatchObject({
      startReported: false,
      reportedBeginWh: null,
      meterStartWh: 1000.5,
      evChargingStart: null,
    })
    expect(rules.begin(starting(), { ...begun, startReported: true })).toMatchObject({
      startReported: true,
      reportedBeginWh: 1000.5,
    })
  })
})

describe('a limit', () => {
  test.each<[string, Partial<Order>, ReturnType<typeof limitReached>]>([
    ['none, whatever was charged', { energyWh: 1e9, chargingPriceMinor: 1e9, soc: 100 }, null],
    ['an amount where nothing is priced', { limitAmountMinor: 1, chargingPriceMinor: null }, null],
    ['of nothing', { limitAmountMinor: 0, chargingPriceMinor: null }, 'amount'],
    ['a percentage that nobody tells', { limitPercents: 0, soc: null }, null],
    ['a percentage passed', { limitPercents: 80, soc: 81 }, 'percent'],
    ['energy passed', { limitWh: 10, energyWh: 11 }, 'energy'],
    ['an amount passed', { limitAmountMinor: 10, chargingPriceMinor: 11 }, 'amount'],
    ['a time passed', { limitSeconds: 599 }, 'time'],
    ['a time before the begin is known', { limitSeconds: 1, transactionStart: null }, null],
  ])('%s', (_, changes, reached) => {
    expect(limitReached(charging(changes), after(10))).toBe(reached)
  })
})

describe('the business day', () => {
  /** 22:30 in Moscow, the next morning in Vladivostok */
  const evening = (Date.UTC(2026, 10, 20, 19, 30) - start.getTime()) / 60_000
  const dayOf = (minutes: number, reportedMinutes: number) =>
    rules.complete(charging(), endOf(2000, minutes), [], terms, after(reportedMinutes)).businessDay

  test('is the network’s, not the location’s', () => {
    expect(dayOf(evening, evening)).toBe('2026-11-20')
    expect(dayOf(evening + 91, evening + 91)).toBe('2026-11-21')
  })

  test('is the day of the end, however late it is reported; an end in the future counts today', () => {
    expect(dayOf(evening, evening + 36 * 60)).toBe('2026-11-20')
    expect(dayOf(evening + 36 * 60, evening)).toBe('2026-11-20')
  })

  test('stays when the stop that comes after all is of another one, and when more becomes known', () => {
    const lost = rules.lose(charging(), [read(10, 6000)], terms, after(evening))
    const late = endOf(9000, evening + 24 * 60)
    expect(lost.businessDay).toBe('2026-11-20')
    expect(rules.correct(lost, late, [], terms)).toMatchObject({
      transactionFinish: late.at,
      businessDay: '2026-11-20',
      status: 'completed',
    })
    expect(rules.recalculate(lost, [read(evening + 24 * 60, 9000)], terms).businessDay).toBe('2026-11-20')
  })
})

describe('a session without its stop', () => {
  const session = charging({ lastSampleAt: after(10), lastSequence: 3 })
  const lost = rules.lose(session, [read(10, 6000)], terms, after(60))

  test('ends at its last sample', () => {
    expect(lost).toMatchObject({
      status: 'completed',
      transactionFinish: after(10),
      chargingFinish: after(10),
      stopReason: 'Lost',
      stopTxStatusAt: after(60),
      lastSequence: 3,
      reportedEndWh: null,
      energyWh: 5000,
      endReported: false,
      warning: 'lost',
      timeDoubtful: false,
      dueAt: null,
    })
  })

  test('ends where it began when nothing was measured, and now when it has not even begun', () => {
    const unmeasured = rules.lose(charging({ transactionStart: after(2) }), [], terms, after(60))
    expect(unmeasured.transactionFinish).toEqual(after(2))
    const unbegun = rules.lose(charging({ transactionStart: null }), [], terms, after(60))
    expect(unbegun.transactionFinish).toEqual(after(60))
  })

  test.each([
    [null, 'lost'],
    ['offline', 'lost'],
    ['clock', 'clock'],
    ['unowned', 'unowned'],
  ] as const)('with warning %s gets warning %s', (warning, expected) => {
    const { warning: after60 } = rules.lose({ ...session, warning }, [read(10, 6000)], terms, after(60))
    expect(after60).toBe(expected)
  })

  test('awaits it until it comes or a person decides', () => {
    expect(rules.awaitsStop(lost)).toBe(true)
    expect(rules.awaitsStop({ ...lost, decided: true })).toBe(false)
    expect(rules.awaitsStop({ ...lost, endReported: true })).toBe(false)
    expect(rules.awaitsStop(session)).toBe(false)
  })

  test('is corrected by it: no longer lost, other warnings stay', () => {
    const corrected = rules.correct(lost, endOf(9000, 30), [read(10, 6000)], terms)
    expect(corrected).toMatchObject({
      endReported: true,
      warning: null,
      energyWh: 8000,
      stopReason: 'Local',
      transactionFinish: after(30),
    })
    const warned = { ...lost, warning: 'late_start' as const }
    expect(rules.correct(warned, endOf(9000, 30), [], terms).warning).toBe('late_start')
  })

  test('grows with what else was measured, and stays lost', () => {
    const more = { ...lost, lastSampleAt: after(20) }
    expect(rules.recalculate(more, [read(10, 6000), read(20, 7000)], terms)).toMatchObject({
      transactionFinish: after(20),
      energyWh: 6000,
      stopReason: 'Lost',
      stopTxStatusAt: after(60),
      endReported: false,
      warning: 'lost',
      timeDoubtful: false,
      lastSequence: 3,
    })
    const older = { ...lost, lastSampleAt: after(5) }
    expect(rules.recalculate(older, [read(5, 6000)], terms).transactionFinish).toEqual(after(10))
  })
})

describe('a session whose stop was reported', () => {
  const ended = rules.complete(
    charging({ stopTxStatus: 'wait' }),
    endOf(9000, 30, { sequence: 5, reason: 'Remote' }),
    [],
    terms,
    after(31),
  )

  test('keeps its end when more becomes known of what lay before', () => {
    const more = { ...ended, lastSampleAt: after(40) }
    expect(rules.recalculate(more, [read(20, 5000)], terms)).toMatchObject({
      transactionFinish: after(30),
      reportedEndWh: 9000,
      energyWh: 8000,
      stopReason: 'Remote',
      stopTxStatus: 'stopped',
      stopTxStatusAt: after(30),
      lastSequence: 5,
      endReported: true,
      warning: null,
    })
  })

  test('is settled again from what is kept, however little that is', () => {
    const little: Order = { ...ended, transactionFinish: null, stopTxStatusAt: null, stopReason: null }
    expect(rules.recalculate(little, [], terms)).toMatchObject({
      transactionFinish: start,
      stopReason: 'Local',
      stopTxStatusAt: start,
    })
  })
})

test.each([
  [null, 'Accepted'],
  ['clock', 'Accepted'],
  ['unowned', 'Invalid'],
  ['other_token', 'ConcurrentTx'],
] as const)('the card of a session with warning %s is answered %s', (warning, status) => {
  expect(rules.startStatusOf(charging({ warning }))).toBe(status)
})

test('a start is lost a day after its last word, shown after half an hour', () => {
  expect([rules.silentMs, rules.lostMs]).toEqual([HOUR_MS / 2, 24 * HOUR_MS])
})
