import { energySiteBody } from '@stationmaster/contract'
import { Wiring } from '@stationmaster/energy'
import { describe, expect, test } from 'vitest'
import { type CalledLimit, type SupplyFacts, suppliesOf, supplyMaOf } from './supply.ts'
import { treeOf } from './tree.ts'

const saved = (more: { other?: object; limits?: object[] } = {}) =>
  energySiteBody.parse({
    enabled: true,
    strategy: 'equal',
    circuits: [
      { id: 'grid', name: 'Grid', parent: null, fuse_a: [63, 63, 50], reserve_a: [3, 3, 3] },
      {
        id: 'shop',
        name: 'Shop',
        parent: 'grid',
        fuse_a: [32, 32, 32],
        other: more.other ?? { kind: 'none' },
      },
    ],
    outlets: [],
    limits: more.limits ?? [],
  })
// a Wednesday: in Berlin it is 13:00
const now = new Date('2026-07-15T11:00:00Z')
const facts = (more: Partial<SupplyFacts> = {}): SupplyFacts => ({
  calls: [],
  readings: [],
  timeZone: 'Europe/Berlin',
  now,
  ...more,
})
const called = (more: Partial<CalledLimit> = {}): CalledLimit => ({
  id: 1,
  circuit: 'grid',
  percent: 60,
  limitMa: null,
  startsAt: now,
  endsAt: new Date(now.getTime() + 60_000),
  reason: 'the grid operator',
  ...more,
})
const limit = (days: number[], from: string, to: string) => ({
  circuit: 'grid',
  name: 'Peak',
  days,
  from,
  to,
  limit_a: 20,
})

describe('a limit by time', () => {
  test.each([
    ['on its day, between its times', [3], '12:00', '14:00', 20],
    ['from its begin on', [3], '13:00', '14:00', 20],
    ['until its end, and no longer', [3], '12:00', '13:00', 63],
    ['not on another day', [2, 4], '12:00', '14:00', 63],
    ['past midnight, of the day before', [2], '22:00', '13:30', 20],
    ['past midnight, of its own day', [3], '12:30', '06:00', 20],
    ['the whole day', [3], '00:00', '00:00', 20],
  ])('%s', (_, days, from, to, amperes) => {
    const [grid] = suppliesOf(
      saved({ limits: [limit(days as number[], from as string, to as string)] }),
      facts(),
    )
    expect(grid?.limitMa[0]).toBe((amperes as number) * 1000)
    expect(grid?.limitedBy?.name).toBe(amperes === 20 ? 'Peak' : undefined)
  })

  test('a Monday follows a Sunday', () => {
    const monday = facts({ now: new Date('2026-07-12T23:00:00Z') })
    expect(suppliesOf(saved({ limits: [limit([7], '22:00', '05:00')] }), monday)[0]?.limitMa[0]).toBe(20_000)
  })
})

test('a limit by call is in percent of the fuse or in A, holds until its end, and the least counts', () => {
  const of = (calls: CalledLimit[]) => suppliesOf(saved(), facts({ calls }))[0]
  expect(of([called()])).toMatchObject({
    limitMa: [37_800, 37_800, 30_000],
    limitedBy: { kind: 'call', until: called().endsAt },
  })
  expect(of([called({ percent: null, limitMa: 55_000 })])?.limitMa).toEqual([55_000, 55_000, 50_000])
  expect(of([called(), called({ percent: null, limitMa: 10_000, reason: 'works' })])?.limitedBy?.name).toBe(
    'works',
  )
  expect(of([called({ endsAt: now })])?.limitedBy).toBeNull()
})

describe('what else flows', () => {
  const meter = { kind: 'meter', most_a: [20, 20, 20], age_seconds: 30 }
  const reading = (ageMs: number) => ({
    circuit: 'shop',
    surplusMa: null,
    othersMa: [1000, 2000, 3000],
    receivedAt: new Date(now.getTime() - ageMs),
  })
  test.each([
    ['as its meter says', [reading(30_000)], [1000, 2000, 3000], false],
    ['as much as it may where the reading is too old', [reading(30_001)], [20_000, 20_000, 20_000], true],
    ['and where there never was one', [], [20_000, 20_000, 20_000], true],
  ])('%s', (_, readings, othersMa, stale) => {
    const shop = suppliesOf(saved({ other: meter }), facts({ readings: readings as never }))[1]
    expect(shop).toMatchObject({ othersMa, meter: { stale } })
  })

  test('is that of the hour of the week, in the time zone of the location', () => {
    const hours_a = Array.from({ length: 168 }, (_, hour) => hour / 10)
    const at = (instant: string) =>
      suppliesOf(saved({ other: { kind: 'week', hours_a } }), facts({ now: new Date(instant) }))[1]
        ?.othersMa[0]
    expect(at('2026-07-15T11:00:00Z')).toBe(6100)
    expect(at('2026-07-12T22:00:00Z')).toBe(0)
    expect(at('2026-07-12T21:59:59Z')).toBe(16_700)
  })

  test('is taken off there and at all circuits above; nothing is less than none', () => {
    const body = saved({ other: meter })
    const wiring = new Wiring(treeOf(body, []).site)
    const left = supplyMaOf(wiring, suppliesOf(body, facts({ readings: [reading(0)] })))
    expect(left).toEqual([59_000, 58_000, 44_000, 31_000, 30_000, 29_000])
    const little = supplyMaOf(wiring, suppliesOf(body, facts({ calls: [called({ percent: 5 })] })))
    expect(little.slice(0, 3)).toEqual([0, 0, 0])
  })
})
