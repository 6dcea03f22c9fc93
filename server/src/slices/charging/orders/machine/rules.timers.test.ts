import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import type { LostEvidence, Order } from '../order.ts'
import { after, afterMs, charging, endOf, start, starting, terms } from './rules.fixtures.ts'
import * as rules from './rules.ts'

const seconds = (count: number): Date => afterMs(count * SECOND_MS)

describe('a start', () => {
  test('may take as long as its station waits for a car, and 30 s; without a report that is a minute', () => {
    expect(rules.startWindowOf(undefined)).toBe(90)
    expect(rules.startWindowOf(0)).toBe(30)
    expect(rules.startWindowOf(300)).toBe(330)
    expect(rules.startWindowOf(86_399)).toBe(86_429)
    expect(rules.startWindowOf(2 ** 31 - 1)).toBe(86_430)
  })

  test.each<[string, Partial<Order>, Date]>([
    ['counts from its answer', { startTxStatusAt: after(2), startWindowSeconds: 120 }, after(4)],
    ['counts from its order where none came', { startWindowSeconds: 120 }, after(2)],
    ['has 90 s unless its station reports more', {}, seconds(90)],
  ])('%s', (_, changes, due) => {
    expect(rules.dueOf(starting(changes))).toEqual(due)
    expect(rules.timed(starting(changes)).dueAt).toEqual(due)
  })

  test('asks an online station once how long it may take, before it is canceled', () => {
    const late = starting({ startTxStatusAt: after(1) })
    const due = rules.fire(late, true, afterMs(10 * MINUTE_MS + 1))
    expect(due).toMatchObject({ act: 'ask', order: { startWindowSeconds: 9 * 60 + 36 } })
    expect(due.order.dueAt).toEqual(seconds(60 + 9 * 60 + 36))
    expect(rules.fire(starting(), true, after(10)).order.startWindowSeconds).toBe(10 * 60 + 35)
    expect(rules.fire(due.order, true, after(11)).act).toBe('cancel')
    expect(rules.fire(late, false, after(10)).act).toBe('cancel')
  })

  test('is held open while nobody knows, final when refused, and under way when accepted', () => {
    const sent = starting({ startTxStatus: 'wait', startTxStatusAt: start, startWindowSeconds: 60 })
    expect(rules.startAnswered(sent, 'unknown', after(1))).toBe(sent)
    expect(rules.startAnswered(sent, 'accepted', after(1))).toMatchObject({
      status: 'starting',
      startTxStatus: 'accepted_has',
      startTxStatusAt: after(1),
      dueAt: after(2),
    })
    expect(rules.startAnswered(sent, 'refused', after(1))).toMatchObject({
      status: 'canceled',
      startTxStatus: 'rejected_only',
      startTxStatusAt: after(1),
      chargingFinish: after(1),
      stopReason: 'start_rejected',
      dueAt: null,
    })
    const begun = charging()
    expect(rules.startAnswered(begun, 'refused', after(1))).toBe(begun)
    expect(rules.startAnswered(begun, 'accepted', after(1))).toBe(begun)
  })

  test('waits as long as its station reports, once it has', () => {
    expect(rules.startWindowReported(starting(), 300)).toMatchObject({
      startWindowSeconds: 330,
      dueAt: seconds(330),
    })
    const begun = charging()
    expect(rules.startWindowReported(begun, 300)).toBe(begun)
  })

  test('without an answer is given up by its station no sooner than an answer may take', () => {
    const sent = starting({ startTxStatus: 'wait' })
    const gaveUp = (order: Order, at: Date) => rules.timedOut(order, 'Preparing', 'Available', at)
    expect(gaveUp(sent, seconds(35))).toBe(true)
    expect(gaveUp(sent, afterMs(35 * SECOND_MS - 1))).toBe(false)
    const again = { ...sent, startTxStatusAt: seconds(10) }
    expect(gaveUp(again, seconds(45))).toBe(true)
    expect(gaveUp(again, seconds(44))).toBe(false)
  })

  test('that is canceled without a word of its station keeps what was known', () => {
    const sent = starting({ startTxStatus: 'wait', startTxStatusAt: start, dueAt: after(1) })
    expect(rules.cancel(sent, null, after(5), 'no_transaction')).toMatchObject({
      status: 'canceled',
      startTxStatus: 'wait',
      startTxStatusAt: start,
      stopReason: 'no_transaction',
      chargingFinish: after(5),
      dueAt: null,
    })
  })
})

describe('a stop', () => {
  const stopping = rules.withStopRequested(charging({ startTxStatus: 'started' }), start)

  test('waits 35 s for its answer, then it is sent again', () => {
    expect(stopping).toMatchObject({ stopTxStatus: 'wait', stopTxStatusAt: start, dueAt: seconds(35) })
    expect(rules.fire(stopping, true, afterMs(35 * SECOND_MS - 1)).act).toBe('none')
    const again = rules.fire(stopping, true, seconds(35))
    expect(again).toMatchObject({
      act: 'stop',
      order: { stopTxStatus: 'wait', stopTxStatusAt: seconds(35), stopTxRetryCount: 1, dueAt: seconds(70) },
    })
  })

  test('that was accepted is not sent again', () => {
    const accepted = rules.stopAnswered(stopping, 'accepted', seconds(3))
    expect(accepted).toMatchObject({
      stopTxStatus: 'accepted_has',
      stopTxStatusAt: seconds(3),
      dueAt: after(30),
      lostEvidence: null,
    })
    expect(rules.fire(accepted, true, after(5)).act).toBe('none')
  })

  test.each([
    ['unanswered', null, seconds(8)],
    ['refused', 'stop_refused', seconds(8)],
    ['transaction_unknown', 'transaction_unknown', seconds(8)],
  ] as const)('that is %s is sent again, and leaves evidence %s', (outcome, lostEvidence, dueAt) => {
    expect(rules.stopAnswered(stopping, outcome, seconds(3))).toMatchObject({
      stopTxStatus: 'rejected_only',
      stopTxStatusAt: seconds(3),
      lostEvidence,
      lostEvidenceAt: lostEvidence && seconds(3),
      dueAt,
    })
  })

  test('of a session that has ended changes nothing', () => {
    const ended = rules.complete(charging(), endOf(2000, 5), [], terms, after(5))
    expect(rules.stopAnswered(ended, 'refused', after(6))).toBe(ended)
    expect(rules.fire(ended, true, after(6))).toEqual({ order: ended, act: 'none' })
  })
})

describe('a limit of time', () => {
  const limited = charging({ limitSeconds: 600, lastHeardAt: start })

  test('is due by itself, unless a stop is under way or nothing has begun', () => {
    expect(rules.dueOf(limited)).toEqual(after(10))
    expect(rules.dueOf({ ...limited, stopTxStatus: 'accepted_has' })).toEqual(after(30))
    expect(rules.dueOf({ ...limited, transactionStart: null })).toEqual(after(30))
  })

  test('asks for a stop when it is reached, not before', () => {
    const due = rules.fire(limited, true, after(10))
    expect(due).toMatchObject({
      act: 'stop',
      order: { stopTxStatus: 'wait', stopTxStatusAt: after(10), stopTxRetryCount: 0 },
    })
    expect(rules.fire(limited, true, afterMs(10 * MINUTE_MS - 1))).toMatchObject({
      act: 'none',
      order: { dueAt: after(10) },
    })
  })
})

describe('a running session', () => {
  const session = charging({ lastHeardAt: after(10) })

  test.each<[string, Partial<Order>, Date]>([
    ['last heard', {}, after(40)],
    ['begun, where it was never heard', { lastHeardAt: null, transactionStart: after(5) }, after(35)],
    ['made, where it has no begin', { lastHeardAt: null, transactionStart: null }, after(30)],
  ])('is looked at half an hour after it was %s', (_, changes, due) => {
    expect(rules.dueOf({ ...session, ...changes })).toEqual(due)
  })

  test('shows its silence after half an hour without a station, not with one', () => {
    const soon = rules.fire(session, false, afterMs(40 * MINUTE_MS - 1))
    expect(soon).toMatchObject({ act: 'none', order: { warning: null, dueAt: after(40) } })
    const silent = rules.fire(session, false, after(40))
    expect(silent).toMatchObject({ act: 'none', order: { warning: 'offline', dueAt: after(10 + 24 * 60) } })
    const there = rules.fire(session, true, after(41))
    expect(there).toMatchObject({ act: 'none', order: { warning: null, dueAt: after(71) } })
    const long = rules.fire(session, true, after(48 * 60))
    expect(long).toMatchObject({ act: 'none', order: { dueAt: after(48 * 60 + 30) } })
  })

  test('keeps a warning that says more than its silence', () => {
    const warned = { ...session, warning: 'clock' as const }
    expect(rules.fire(warned, false, after(50)).order.warning).toBe('clock')
  })

  test('is lost after a day of silence, not before; one never heard of counts from its making', () => {
    const day = 10 * MINUTE_MS + 24 * HOUR_MS
    expect(rules.fire(session, false, afterMs(day - 1)).act).toBe('none')
    expect(rules.fire(session, false, afterMs(day))).toEqual({ act: 'lose', order: session })
    const unheard = { ...session, lastHeardAt: null }
    expect(rules.fire(unheard, false, afterMs(24 * HOUR_MS)).act).toBe('lose')
    expect(rules.fire(unheard, false, afterMs(24 * HOUR_MS - 1)).act).toBe('none')
  })

  test('that speaks of its loss is lost when that has stood, by a station that is there', () => {
    const spoken = { ...session, lostEvidence: 'connector_free' as const, lostEvidenceAt: after(10) }
    const suspected = { ...spoken, cardFree: true }
    expect(rules.dueOf(suspected)).toEqual(after(15))
    expect(rules.fire(suspected, true, after(15))).toEqual({ act: 'lose', order: suspected })
    const before = rules.fire(suspected, true, afterMs(15 * MINUTE_MS - 1))
    expect(before).toMatchObject({ act: 'none', order: { dueAt: after(15) } })
    const away = rules.fire(suspected, false, after(15))
    expect(away).toMatchObject({ act: 'none', order: { dueAt: after(20) } })
    expect(rules.fire(suspected, false, after(14)).order.dueAt).toEqual(after(15))
    // one that comes back and says nothing more of it does not keep its connector for a day
    const long = rules.fire(suspected, false, after(100))
    expect(long).toMatchObject({ act: 'none', order: { warning: 'offline', dueAt: after(105) } })
    expect(rules.fire(long.order, true, after(105)).act).toBe('lose')
  })

  test('whose station is away frees its driver’s card at once where its loss is plain, and only then', () => {
    const spoken = (lostEvidence: LostEvidence | null) => ({
      ...session,
      lostEvidence,
      lostEvidenceAt: after(10),
    })
    for (const evidence of ['connector_free', 'transaction_unknown'] as const) {
      const freed = rules.fire(spoken(evidence), false, after(10))
      expect(freed).toMatchObject({ act: 'free', order: { status: 'started', cardFree: true } })
      expect(freed.order.dueAt).toEqual(rules.dueOf(spoken(evidence)))
      expect(rules.fire(freed.order, false, after(10)).act).toBe('none')
      expect(rules.fire(spoken(evidence), true, after(10))).toMatchObject({
        act: 'none',
        order: { cardFree: false },
      })
    }
    for (const evidence of ['booted', 'stop_refused', null] as const)
      expect(rules.fire(spoken(evidence), false, after(60))).toMatchObject({ order: { cardFree: false } })
  })

  test('with an unanswered remote start belongs to nobody again', () => {
    const unanswered = charging({
      awaitsCard: true,
      managerId: 3,
      limitWh: 5000,
      startTxStatus: 'wait',
      startTxStatusAt: after(1),
      startWindowSeconds: 60,
      lastHeardAt: after(10),
    })
    expect(rules.dueOf(unanswered)).toEqual(after(2))
    expect(rules.dueOf({ ...unanswered, awaitsCard: false })).toEqual(after(40))
    expect(rules.fire(unanswered, true, afterMs(2 * MINUTE_MS - 1)).order).toMatchObject({
      managerId: 3,
      dueAt: after(2),
    })
    expect(rules.fire(unanswered, true, after(2))).toMatchObject({
      act: 'none',
      order: {
        managerId: null,
        limitWh: null,
        startTxStatus: 'started',
        startTxStatusAt: after(2),
        dueAt: after(40),
      },
    })
  })

  test('that has ended has nothing to wait for', () => {
    const ended = rules.complete(charging({ dueAt: after(9) }), endOf(2000, 5), [], terms, after(5))
    expect(ended.dueAt).toBeNull()
    expect(rules.timed({ ...ended, dueAt: after(9) }).dueAt).toBeNull()
    expect(rules.dueOf({ ...ended, dueAt: after(9) })).toBeNull()
  })
})
