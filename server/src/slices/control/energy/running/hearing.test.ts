import { newControl, type OutletState, usualRules } from '@stationmaster/energy'
import type { CommandOutcome } from '@stationmaster/ocpp'
import { describe, expect, test } from 'vitest'
import { type Memory, memoryKept, memoryOf } from '../looking/memory.ts'
import { type Heard, meaningOf, takeIn, takeOver, watchObeying } from './hearing.ts'

const now = 1_000_000
const outlet = (more: Partial<OutletState> = {}): OutletState => ({
  set: null,
  open: null,
  doubt: null,
  changedAt: Number.NEGATIVE_INFINITY,
  chargesSince: null,
  chargedMs: 0,
  lookedAt: now,
  belowSince: null,
  ceilingMa: null,
  aboveSince: null,
  disobeyed: null,
  leftAloneUntil: Number.NEGATIVE_INFINITY,
  failed: 0,
  ...more,
})
const open = { id: 7, currentMa: 16_000, until: now + 180_000, at: now }
const memory = (state = outlet({ open }), more: Partial<Memory> = {}): Memory => ({
  ...memoryOf({}),
  control: { ...newControl, outlets: new Map([['A/1', state]]), nextId: 8 },
  ...more,
})
const heard = (more: Partial<Heard> = {}): Heard => ({
  stationId: 'A',
  setting: { outlet: 'A/1', id: 7 },
  unit: 'A',
  answer: 'accepted',
  trouble: null,
  at: now,
  ...more,
})
const refused = heard({ answer: 'refused', trouble: 'refused' })
const stateOf = ({ control }: Memory) => control.outlets.get('A/1')

describe('what the end of a command means', () => {
  const answered = (accepted: boolean): CommandOutcome => ({
    kind: 'answered',
    accepted,
    status: '',
    findings: {},
    effect: null,
    payload: {},
  })
  test.each<[string, CommandOutcome | undefined, Heard['answer'], Heard['trouble']]>([
    ['accepted', answered(true), 'accepted', null],
    ['refused', answered(false), 'refused', 'refused'],
    ['an error', { kind: 'call_error', code: 'InternalError', text: '' }, 'refused', 'refused'],
    ['sent, and no answer', { kind: 'timeout', afterMs: 1, sent: true }, 'unknown', 'unanswered'],
    ['never sent', { kind: 'timeout', afterMs: 1, sent: false }, 'refused', null],
    ['the link ended', { kind: 'disconnected' }, 'unknown', null],
    ['its server is not reached', { kind: 'no_path' }, 'refused', null],
    ['not connected', undefined, 'refused', null],
  ])('%s', (_, outcome, answer, trouble) => {
    expect(meaningOf(outcome)).toEqual({ answer, trouble })
  })
})

describe('answers', () => {
  test('an accepted setting holds, a refused one does not', () => {
    expect(stateOf(takeIn(memory(), [heard()], usualRules).memory)).toMatchObject({
      set: { currentMa: 16_000 },
      open: null,
    })
    expect(stateOf(takeIn(memory(), [refused], usualRules).memory)).toMatchObject({
      set: null,
      open: null,
      leftAloneUntil: now + usualRules.retryMs,
    })
  })

  test('after a refusal the other unit is tried, and the timeline hears of it once, until it is over', () => {
    const once = takeIn(memory(), [refused], usualRules)
    expect(once.memory.units).toEqual({ A: 'W' })
    expect(once.said).toEqual([{ stationId: 'A', word: 'refused' }])
    const again = takeIn(once.memory, [heard({ ...refused, unit: 'W' })], usualRules)
    expect(again.memory.units).toEqual({ A: 'A' })
    expect(again.said).toEqual([])
    const over = takeIn(again.memory, [heard({ setting: null })], usualRules)
    expect(over.said).toEqual([{ stationId: 'A', word: 'obeys' }])
    expect(over.memory.troubles).toEqual({})
  })

  test('a station that goes on refusing is tried ever less often, every ten minutes at least', () => {
    const after = (ms: number) =>
      stateOf(
        takeIn(
          memory(undefined, { troubles: { A: { kind: 'refused', since: now - ms } } }),
          [refused],
          usualRules,
        ).memory,
      )?.leftAloneUntil
    expect(after(5000)).toBe(now + usualRules.retryMs)
    expect(after(90_000)).toBe(now + 90_000)
    expect(after(3_600_000)).toBe(now + 600_000)
  })

  test('who does not obey is under watch although it accepts, until it obeys', () => {
    const state = outlet({ disobeyed: { mostMa: 30_000, at: now } })
    const watched = watchObeying(memory(), new Map([['A/1', state]]), () => 'A', now)
    expect(watched.said).toEqual([{ stationId: 'A', word: 'disobeys' }])
    const accepted = takeIn(watched.memory, [heard({ setting: null })], usualRules)
    expect(accepted.said).toEqual([])
    expect(watchObeying(accepted.memory, new Map([['A/1', state]]), () => 'A', now).said).toEqual([])
    const over = watchObeying(accepted.memory, new Map([['A/1', outlet()]]), () => 'A', now)
    expect(over.said).toEqual([{ stationId: 'A', word: 'obeys' }])
  })
})

test('another server goes on with all that is known, and does not trust what was under way', () => {
  const kept = JSON.parse(JSON.stringify(memoryKept(memory(outlet({ open, chargedMs: 5 })))))
  const found = memoryOf(kept)
  expect(found).toEqual(memory(outlet({ open, chargedMs: 5 })))
  expect(stateOf(takeOver(found, usualRules, now))).toMatchObject({
    open: null,
    set: null,
    doubt: { currentMa: 16_000, until: open.until },
  })
})
