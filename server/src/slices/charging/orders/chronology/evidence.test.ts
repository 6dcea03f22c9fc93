import { MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { after, afterMs, charging, endOf, terms } from '../machine/rules.fixtures.ts'
import { complete } from '../machine/rules.ts'
import type { LostEvidence, Order } from '../order.ts'
import { booted, connectorReported, evidenceDueOf, seenAlive, suspect } from './evidence.ts'

const suspected = (lostEvidence: LostEvidence, minutes: number): Order =>
  charging({ lostEvidence, lostEvidenceAt: after(minutes) })
const dueIn = (order: Order): number | null => {
  const due = evidenceDueOf(order)
  return due && (due.getTime() - after(0).getTime()) / MINUTE_MS
}

test.each<[LostEvidence, number]>([
  ['transaction_unknown', 1],
  ['connector_free', 5],
  ['stop_refused', 15],
  ['booted', 30],
  ['operator', 0],
])('%s must stand for %i minutes', (evidence, minutes) => {
  expect(dueIn(suspect(charging(), evidence, after(2)))).toBe(2 + minutes)
})

describe('evidence', () => {
  test('is none until there is a piece of it', () => {
    expect(dueIn(charging())).toBeNull()
    expect(dueIn(charging({ lostEvidenceAt: after(1) }))).toBeNull()
    expect(dueIn(charging({ lostEvidence: 'booted' }))).toBeNull()
  })

  test('of two pieces is the one that ends the session sooner', () => {
    const free = suspected('connector_free', 0)
    expect(suspect(free, 'stop_refused', after(1))).toBe(free)
    expect(suspect(free, 'transaction_unknown', after(4))).toBe(free)
    expect(suspect(free, 'transaction_unknown', after(3))).toMatchObject({
      lostEvidence: 'transaction_unknown',
      lostEvidenceAt: after(3),
    })
  })

  test('speaks of running sessions only', () => {
    const ended = complete(charging(), endOf(2000, 5), [], terms, after(5))
    expect(suspect(ended, 'booted', after(6))).toBe(ended)
    const kept = { ...suspected('booted', 0), status: 'completed' as const }
    expect(seenAlive(kept, after(6))).toBe(kept)
  })

  test('goes with a sign of life, which may be a minute older', () => {
    const order = suspected('booted', 10)
    const alive = { ...order, lostEvidence: null, lostEvidenceAt: null }
    expect(seenAlive(order, after(11))).toEqual(alive)
    expect(seenAlive(order, after(9))).toEqual(alive)
    expect(seenAlive(order, afterMs(9 * MINUTE_MS - 1))).toBe(order)
    const clear = charging()
    expect(seenAlive(clear, after(11))).toBe(clear)
  })
})

describe('a connector', () => {
  test.each([
    'Available',
    'Preparing',
    'Reserved',
    'Finishing',
  ] as const)('that is %s has no session', (state) => {
    expect(connectorReported(charging(), state, after(5), after(6))).toMatchObject({
      lostEvidence: 'connector_free',
      lostEvidenceAt: after(6),
    })
  })

  test.each(['Charging', 'SuspendedEV', 'SuspendedEVSE'] as const)('that is %s has one', (state) => {
    const order = suspected('booted', 5)
    expect(connectorReported(order, state, after(5), after(6))).toMatchObject({ lostEvidence: null })
    expect(connectorReported(order, state, after(5), after(3))).toBe(order)
  })

  test.each(['Faulted', 'Unavailable', 'Occupied'] as const)('in state %s is no evidence', (state) => {
    for (const order of [charging(), suspected('booted', 5)]) {
      expect(connectorReported(order, state, after(5), after(6))).toBe(order)
    }
  })

  test('is no evidence by a state from before the session, or before its last sample', () => {
    const order = charging({ lastSampleAt: after(5) })
    expect(connectorReported(order, 'Available', afterMs(5 * MINUTE_MS - 1), after(6))).toBe(order)
    expect(connectorReported(order, 'Available', after(5), after(6)).lostEvidence).toBe('connector_free')
    const unmeasured = charging()
    expect(connectorReported(unmeasured, 'Available', after(0), after(6))).toBe(unmeasured)
    expect(connectorReported(unmeasured, 'Available', afterMs(1), after(6)).lostEvidence).toBe(
      'connector_free',
    )
    const unbegun = charging({ transactionStart: null })
    expect(connectorReported(unbegun, 'Available', after(-5), after(6)).lostEvidence).toBe('connector_free')
  })
})

test('a boot is evidence of a loss, unless the server requested the boot message', () => {
  const order = charging()
  expect(booted(order, 'Triggered', after(1))).toBe(order)
  for (const reason of ['PowerUp', undefined]) {
    expect(booted(order, reason, after(1))).toMatchObject({
      lostEvidence: 'booted',
      lostEvidenceAt: after(1),
    })
  }
})
