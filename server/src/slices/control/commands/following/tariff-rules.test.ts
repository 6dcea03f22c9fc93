import type { EvseTariff } from '@stationmaster/contract'
import type { StationTariff } from '@stationmaster/ocpp'
import { describe, expect, test } from 'vitest'
import { version as priced, simple } from '../../../places/tariffs/pricing/pricing.fixtures.ts'
import type { StoredVersion } from '../../../places/tariffs/store.ts'
import {
  abilityState,
  isInStep,
  knownAfter,
  type PricesAt,
  refusedBeforehand,
  stepsOf,
  type Wanted,
  wantedOf,
} from './tariff-rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const later = new Date('2026-11-23T20:00:00Z')
const tariff = (id: string): StationTariff => ({ id, currency: 'EUR', energy: [], time: [], fee: [] })
const wanted = (of: Partial<Wanted> = {}): Wanted => ({
  evse: 1,
  tariff: tariff('a'),
  obstacles: [],
  gaps: [],
  next: null,
  ...of,
})
const known = (of: Partial<EvseTariff> = {}): EvseTariff => ({
  evse: 1,
  id: 'a',
  since: '2026-11-20T10:00:00.000Z',
  next: null,
  obstacles: [],
  gaps: [],
  refused: null,
  ...of,
})
const next = (id: string, from = later) => ({ tariff: tariff(id), from })
const set = (id: string) => ({ type: 'set_tariff', evse: 1, tariff: tariff(id) })
const clear = { type: 'clear_tariffs', evse: 1 }

describe('an EVSE is sent', () => {
  test.each<[string, Wanted, EvseTariff | null, object[]]>([
    ['nothing where it has all', wanted(), known(), []],
    ['its price where nothing is known', wanted(), null, [set('a')]],
    ['its price where it has another', wanted(), known({ id: 'b' }), [set('a')]],
    ['its price where it has none', wanted(), known({ id: null }), [set('a')]],
    ['nothing where it should have none, and has none', wanted({ tariff: null }), known({ id: null }), []],
    ['to forget all where it should have none', wanted({ tariff: null }), known(), [clear]],
    ['to forget all where nothing is known', wanted({ tariff: null }), null, [clear]],
    [
      'to forget all that is planned, and then the price of later',
      wanted({ tariff: null, next: next('b') }),
      known({ id: null, next: { id: 'c', from: later.toISOString() } }),
      [clear, set('b')],
    ],
    ['the price of later after that of now', wanted({ next: next('b') }), null, [set('a'), set('b')]],
    ['the price of later alone', wanted({ next: next('b') }), known(), [set('b')]],
    [
      'nothing where it knows the price of later',
      wanted({ next: next('b') }),
      known({ next: { id: 'b', from: later.toISOString() } }),
      [],
    ],
    [
      'the price of later in place of another',
      wanted({ next: next('b') }),
      known({ next: { id: 'c', from: later.toISOString() } }),
      [{ ...clear, ids: ['c'] }, set('b')],
    ],
    [
      'the price of later in place of the same at another time',
      wanted({ next: next('b') }),
      known({ next: { id: 'b', from: new Date(later.getTime() + 1).toISOString() } }),
      [{ ...clear, ids: ['b'] }, set('b')],
    ],
    [
      'to forget what is planned no more',
      wanted(),
      known({ next: { id: 'c', from: later.toISOString() } }),
      [{ ...clear, ids: ['c'] }],
    ],
    [
      'nothing where the price of later has become that of now',
      wanted(),
      known({ id: 'z', next: { id: 'a', from: now.toISOString() } }),
      [],
    ],
  ])('%s', (_, want, has, steps) => {
    expect(stepsOf(want, has, now)).toEqual(steps)
  })
})

test('all is in step where each EVSE has what it should, and has refused nothing', () => {
  expect(isInStep([wanted()], [known()], now)).toBe(true)
  expect(isInStep([], [], now)).toBe(true)
  expect(isInStep([wanted()], [], now)).toBe(false)
  expect(isInStep([], [known()], now)).toBe(false)
  expect(isInStep([wanted()], [known({ evse: 2 })], now)).toBe(false)
  expect(isInStep([wanted()], [known({ refused: 'Rejected' })], now)).toBe(false)
  expect(isInStep([wanted()], [known({ id: 'b' })], now)).toBe(false)
})

test('a tariff with conditions is not sent to a station that knows none', () => {
  const when = { from: '10:00' } as never
  const abilities = { available: true, enabled: true }
  for (const part of ['energy', 'time', 'fee'] as const) {
    const conditional = { ...tariff('a'), [part]: [{ priceMicro: 1, when }] }
    expect(refusedBeforehand(conditional, { ...abilities, conditions: false })).toBe('ConditionNotSupported')
    expect(refusedBeforehand(conditional, { ...abilities, conditions: true })).toBeNull()
    expect(refusedBeforehand(conditional, abilities)).toBeNull()
  }
  expect(refusedBeforehand(tariff('a'), { ...abilities, conditions: false })).toBeNull()
})

test('a station gets prices that understands them and reckons by them', () => {
  expect(abilityState(undefined)).toBe('unsupported')
  expect(abilityState({ available: false, enabled: true })).toBe('unsupported')
  expect(abilityState({ available: true, enabled: false })).toBe('off')
  expect(abilityState({ available: true, enabled: true })).toBeNull()
})

describe('after it was sent, an EVSE has', () => {
  const at = now.toISOString()
  test('its price since now, or since it has it', () => {
    expect(knownAfter(wanted({ obstacles: ['no_price'] }), null, null, now)).toEqual(
      known({ since: at, obstacles: ['no_price'] }),
    )
    expect(knownAfter(wanted(), known(), null, now)).toEqual(known())
    expect(knownAfter(wanted(), known({ since: null }), null, now).since).toBe(at)
    expect(knownAfter(wanted(), known({ id: 'b' }), null, now).since).toBe(at)
  })

  test('the price that was to follow since it did', () => {
    const before = known({ id: 'z', next: { id: 'a', from: '2026-11-23T08:00:00.000Z' } })
    expect(knownAfter(wanted(), before, null, now)).toMatchObject({
      id: 'a',
      since: '2026-11-23T08:00:00.000Z',
    })
  })

  test('the price that follows', () => {
    expect(knownAfter(wanted({ next: next('b') }), null, null, now).next).toEqual({
      id: 'b',
      from: later.toISOString(),
    })
  })

  test('none where it has refused it, or should have none', () => {
    expect(knownAfter(wanted({ next: next('b') }), known(), 'Rejected', now)).toEqual(
      known({ id: null, since: null, next: null, refused: 'Rejected' }),
    )
    expect(knownAfter(wanted({ tariff: null }), known(), null, now)).toMatchObject({ id: null, since: null })
  })
})

describe('an EVSE should have', () => {
  const version = (id: number, kopecks: number) =>
    ({ ...priced(simple(kopecks)), id, idle: null }) as unknown as StoredVersion
  const connectors = [
    { id: 1, evse: 1 },
    { id: 2, evse: 1 },
    { id: 3, evse: 2 },
  ] as unknown as Parameters<typeof wantedOf>[0]['connectors']
  const prices = (at: Date, ...of: [number, StoredVersion][]): PricesAt => ({ at, versions: new Map(of) })
  const place = { currency: 'EUR', idle: null }
  const dear = version(1, 2000)
  const cheap = version(2, 1000)
  const want = (all: [PricesAt, ...PricesAt[]], monetized = true) =>
    wantedOf({ monetized, connectors }, all, place)

  test('the price that all of its connectors have', () => {
    const all = prices(now, [1, dear], [2, dear], [3, cheap])
    const [first, second] = want([all])
    expect(first).toMatchObject({ evse: 1, obstacles: [], next: null })
    expect(second).toMatchObject({ evse: 2, obstacles: [], next: null })
    expect(first?.tariff?.energy).not.toEqual(second?.tariff?.energy)
  })

  test('none where it has none, where they differ, or where nothing is sold', () => {
    expect(want([prices(now, [1, dear], [2, cheap])])).toEqual([
      { evse: 1, tariff: null, obstacles: ['connectors_differ'], gaps: [], next: null },
      { evse: 2, tariff: null, obstacles: ['no_price'], gaps: [], next: null },
    ])
    expect(want([prices(now, [1, dear])])[0]?.obstacles).toEqual(['connectors_differ'])
    expect(
      want([prices(now, [1, dear], [2, dear], [3, dear])], false).map(({ obstacles }) => obstacles),
    ).toEqual([['not_sold'], ['not_sold']])
  })

  test('the first other price that follows', () => {
    const at = (ms: number, one: StoredVersion) => prices(new Date(now.getTime() + ms), [3, one])
    const [, same] = want([at(0, dear), at(1, dear)])
    expect(same?.next).toBeNull()
    const [, turns] = want([at(0, dear), at(1, dear), at(2, cheap), at(3, dear)])
    expect(turns?.next?.from).toEqual(new Date(now.getTime() + 2))
    expect(turns?.next?.tariff.validFrom).toEqual(new Date(now.getTime() + 2))
    const [, ends] = want([at(0, dear), prices(later)])
    expect(ends).toMatchObject({ next: null })
    expect(ends?.tariff).not.toBeNull()
  })
})
