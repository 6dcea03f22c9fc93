import { energySiteBody } from '@stationmaster/contract'
import { usualRules } from '@stationmaster/energy'
import { describe, expect, test } from 'vitest'
import { floorProfileBase } from '../site/numbers.ts'
import type { PlugRow } from './facts-store.ts'
import { flowsOf, lookAt, type SiteFacts, shortW } from './look.ts'
import { type Memory, memoryOf } from './memory.ts'
import { limit, now, session } from './rows.fixtures.ts'

const idle = (more: Partial<PlugRow> = {}): PlugRow => ({
  ...session(),
  orderId: null,
  transactionId: null,
  ...more,
})
const saved = (stations: readonly [string, number][], fuse = 40) =>
  energySiteBody.parse({
    enabled: true,
    strategy: 'equal',
    circuits: [{ id: 'grid', name: 'Grid', parent: null, fuse_a: [fuse, fuse, fuse] }],
    outlets: stations.map(([station_id, evse]) => ({
      station_id,
      evse,
      circuit: 'grid',
      phases: [1, 2, 3],
      most_a: 32,
      floor_a: 6,
    })),
  })
const floor = (stationId: string, evse = 1) =>
  limit({ stationId, evse, profileId: floorProfileBase + evse, amount: 6 })
const facts = (plugs: PlugRow[], more: Partial<SiteFacts> = {}): SiteFacts => ({
  body: saved(plugs.map(({ stationId, evse }) => [stationId, evse])),
  timeZone: 'Europe/Berlin',
  plugs,
  limits: plugs.map(({ stationId, evse }) => floor(stationId, evse)),
  calls: [],
  readings: [],
  prices: [],
  outside: [],
  reductions: [],
  units: new Map(),
  ...more,
})
const look = (given: SiteFacts, memory: Memory = memoryOf({})) => lookAt(given, memory, now)
const grants = (given: SiteFacts, memory?: Memory) =>
  look(given, memory).decision.settings.map(({ outlet, currentMa }) => [outlet, currentMa])

describe('what counts without a setting', () => {
  const other = idle({ stationId: 'B' })
  test('is the floor that its station has accepted', () => {
    expect(look(facts([session(), other])).decision.counted.get('B/1')).toBe(6000)
    expect(grants(facts([session(), other]))).toEqual([['A/1', 32_000]])
  })

  test('is all that it can deliver before that', () => {
    const unset = facts([session(), other], { limits: [floor('A')] })
    expect(look(unset).decision.counted.get('B/1')).toBe(32_000)
    expect(grants(unset)).toEqual([['A/1', 8000]])
    expect(look(unset).missing).toMatchObject([{ stationId: 'B', amount: 6 }])
  })

  test('is the floor of a station that has never connected', () => {
    const fresh = facts([session(), { ...other, isNew: true }], { limits: [floor('A')] })
    expect(look(fresh).decision.counted.get('B/1')).toBe(6000)
  })

  test('is all of an EVSE that nobody has placed', () => {
    const plugs = [session(), session({ stationId: 'B', orderId: 8 })]
    const found = facts(plugs, { body: saved([['A', 1]]) })
    expect(look(found).decision.counted.get('B/1')).toBe(32_000)
    expect([...look(found).cars.keys()]).toEqual(['A/1'])
    expect(grants(found)).toEqual([['A/1', 8000]])
  })
})

test('a session gets no setting before its station has named the transaction', () => {
  expect(grants(facts([session({ transactionId: null })]))).toEqual([])
})

test('a session that needs no more energy gets none, and one with a limit by hand no more than that', () => {
  expect(grants(facts([session({ limitWh: 1000, energyWh: 1000 })]))).toEqual([['A/1', 0]])
  const limits = [floor('A'), limit({ amount: 9 })]
  expect(grants(facts([session()], { limits }))).toEqual([['A/1', 9000]])
})

describe('on how many phases a car draws', () => {
  const one = { context: '', measurand: 'Current.Import', phase: 'L1', value: 16, multiplier: 0, unit: 'A' }
  const measurements = [one, { ...one, phase: 'L2', value: 0 }]
  test('is as measured, so that it leaves the other phases to others', () => {
    const cars = [session({ measurements }), session({ stationId: 'B', orderId: 8 })]
    const { decision, wiring } = look(
      facts(cars, {
        body: saved(
          [
            ['A', 1],
            ['B', 1],
          ],
          32,
        ),
      }),
    )
    expect(decision.standings.map(({ currentMa }) => currentMa)).toEqual([16_000, 16_000])
    expect(wiring.site.outlets).toHaveLength(2)
  })

  test('is remembered while it pauses, and not of the car before it', () => {
    const memory = look(facts([session({ measurements })])).memory
    const paused = [{ ...one, value: 0 }]
    expect(look(facts([session({ measurements: paused })]), memory).cars.get('A/1')?.phases).toBe(1)
    expect(look(facts([session({ measurements: paused, orderId: 9 })]), memory).cars.get('A/1')?.phases).toBe(
      3,
    )
  })
})

test('a measurement says nothing of a change for ten seconds after it', () => {
  const state = {
    set: { currentMa: 8000, until: now.getTime() + 100_000 },
    open: null,
    doubt: null,
    chargesSince: 0,
    chargedMs: 0,
    lookedAt: 0,
    belowSince: null,
    ceilingMa: null,
    aboveSince: null,
    disobeyed: null,
    leftAloneUntil: 0,
    failed: 0,
  }
  const counts = (ms: number) => {
    const outlets = [['A/1', { ...state, changedAt: now.getTime() - ms }]] as const
    const found = look(
      facts([session({ powerNowW: 20_700 })]),
      memoryOf({ outlets: [...outlets], nextId: 2 }),
    )
    return found.look.measuredMa.get('A/1')
  }
  expect(counts(9999)).toBeUndefined()
  expect(counts(10_000)).toBe(30_000)
})

test('a measurement of more than three minutes ago says nothing any more', () => {
  const measured = (ageMs: number) =>
    look(facts([session({ powerNowW: 6900, sampledAt: new Date(now.getTime() - ageMs) })])).measured.get(
      'A/1',
    )?.mA
  expect(measured(180_000)).toBe(10_000)
  expect(measured(180_001)).toBeUndefined()
})

test('a station of several outlets gets longer settings: no more than one profile a minute', () => {
  const plugs = [1, 2, 3].map((evse) => idle({ evse, ordinal: evse }))
  expect(look(facts(plugs.slice(0, 1))).rules.validMs).toBe(usualRules.validMs)
  const { validMs } = look(facts(plugs)).rules
  // each is renewed in the second half of its time
  expect(3 / (validMs / 2 / 60_000)).toBeLessThanOrEqual(1)
})

test('what cars could take more, and what flows, is summed by phase', () => {
  const cars = [session({ powerNowW: 6900 }), session({ stationId: 'B', orderId: 8, powerNowW: 13_800 })]
  const found = look(facts(cars))
  expect(found.decision.standings.map(({ currentMa }) => currentMa)).toEqual([20_000, 20_000])
  expect(shortW(found)).toBe(2 * 12 * 230 * 3)
  expect(flowsOf(found).flows).toEqual([30_000, 30_000, 30_000])
})
