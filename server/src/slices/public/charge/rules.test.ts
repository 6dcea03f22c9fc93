import { describe, expect, test } from 'vitest'
import { quoteOf, readQuote, writeQuote } from './quote.ts'
import { canOf, hindranceOf, stateOf } from './rules.ts'

const connector = {
  id: 1,
  online: true,
  operational: true,
  paused: false,
  ocppStatus: 'Available' as const,
  evseNumber: 1,
  maintenanceUntil: null,
  monetized: true,
} satisfies Parameters<typeof hindranceOf>[0]
const other = { ...connector, id: 2 }

test.each([
  [{}, undefined, 'free'],
  [{ online: false }, undefined, 'offline'],
  [{ ocppStatus: 'Faulted' }, undefined, 'faulted'],
  [{ operational: false }, undefined, 'out_of_use'],
  [{ ocppStatus: 'Faulted' }, { status: 'started', awaitsCard: false }, 'faulted'],
  [{ ocppStatus: 'Charging' }, { status: 'started', awaitsCard: true }, 'plugged'],
  [{ ocppStatus: 'Charging' }, { status: 'started', awaitsCard: false }, 'busy'],
  [{}, { status: 'active', awaitsCard: false }, 'reserved'],
  [{ ocppStatus: 'Reserved' }, undefined, 'reserved'],
  [{ ocppStatus: 'Preparing' }, undefined, 'plugged'],
  [{ ocppStatus: 'Occupied' }, undefined, 'plugged'],
  [{ ocppStatus: 'Charging' }, undefined, 'busy'],
  [{ ocppStatus: 'Finishing' }, undefined, 'busy'],
] as const)('a connector with %j and the order %j is %s', (of, order, state) => {
  expect(stateOf({ ...connector, ...of }, order, [])).toBe(state)
})

test('a connector is busy while a car charges at another one of its EVSE', () => {
  expect(stateOf(connector, undefined, [other, { ...other, ocppStatus: 'Charging' as const }])).toBe('busy')
  expect(stateOf(connector, undefined, [other])).toBe('free')
})

test.each([
  [{}, true, null],
  [{}, false, 'no_payments'],
  [{ monetized: false }, false, null],
  [{ paused: true }, false, 'sales_paused'],
  [{ paused: true, maintenanceUntil: new Date(0) }, true, 'maintenance'],
  [{ paused: true, maintenanceUntil: new Date(0), online: false }, true, 'offline'],
] as const)('at a station with %j, where money is taken: %s, what stands in the way is %s', (of, takesMoney, why) => {
  expect(hindranceOf({ ...connector, ...of }, takesMoney)).toBe(why)
})

test('a driver begins where a connector is free or a car is plugged in, and reserves what is free and has a price', () => {
  const may = { hindered: false, reservable: true, priced: true }
  expect(canOf('free', may)).toEqual({ charge: true, reserve: true })
  expect(canOf('plugged', may)).toEqual({ charge: true, reserve: false })
  expect(canOf('busy', may)).toEqual({ charge: false, reserve: false })
  expect(canOf('free', { ...may, hindered: true })).toEqual({ charge: false, reserve: false })
  expect(canOf('free', { ...may, reservable: false })).toEqual({ charge: true, reserve: false })
  expect(canOf('free', { ...may, priced: false })).toEqual({ charge: true, reserve: false })
})

describe('a price that was shown', () => {
  const now = new Date('2026-11-23T10:00:00Z')
  const at = (ms: number) => new Date(now.getTime() + ms)
  const quarter = 15 * 60_000
  const text = writeQuote('secret', quoteOf(3, 9, now))
  const changed = expect.objectContaining({ code: 'payment.price_changed' })

  test('is good for a quarter of an hour at its connector', () => {
    expect(readQuote('secret', text, 3, at(quarter - 1))).toEqual({
      connectorId: 3,
      versionId: 9,
      until: now.getTime() + quarter,
    })
    expect(() => readQuote('secret', text, 3, at(quarter))).toThrow(changed)
    expect(() => readQuote('secret', text, 4, now)).toThrow(changed)
  })

  test('is read by this network alone', () => {
    expect(() => readQuote('other', text, 3, now)).toThrow(changed)
    expect(() => readQuote('secret', 'x', 3, now)).toThrow(changed)
    expect(() => readQuote('secret', '', 3, now)).toThrow(changed)
  })

  test('holds the code that a station showed', () => {
    const code = { stationId: 'S1', evse: 2, step: 5 }
    expect(quoteOf(3, 9, now, code)).toMatchObject({ code })
    expect(quoteOf(3, 9, now)).not.toHaveProperty('code')
  })
})
