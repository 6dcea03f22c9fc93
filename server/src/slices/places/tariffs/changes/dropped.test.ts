import { expect, test } from 'vitest'
import { simpleElements } from '../elements.ts'
import type { AssignedNow } from '../pricing/pricing-store.ts'
import { windowElements } from '../pricing/windows.ts'
import type { ConnectorFilter } from './assign.ts'
import { droppedBy } from './dropped.ts'

const energy = { tariffMinorPerKwh: 1700, rateMinorPerMinute: 0, startFeeMinor: 0 }
const free = { minPriceMinor: null, maxPriceMinor: null }
const night = { days: [1], from: '22:00', to: '07:00', tariffMinorPerKwh: 900 }
const every: ConnectorFilter = { type: null, current: null, powerW: null, stationId: null }
const price = { prices: energy, windows: [], bounds: free }

const at = (locationId: number, change: Partial<AssignedNow> = {}): AssignedNow => ({
  ...every,
  locationId,
  tariffId: locationId,
  priority: 0,
  shared: false,
  ranged: false,
  elements: simpleElements(energy),
  idle: null,
  bounds: free,
  ...change,
})

const rich = {
  elements: [
    ...windowElements([night]),
    ...simpleElements({ ...energy, rateMinorPerMinute: 50, startFeeMinor: 3000 }),
  ],
  bounds: { minPriceMinor: null, maxPriceMinor: 90_000 },
  idle: {} as AssignedNow['idle'],
}

test('a plain price drops what the prices of locations have beside it, each location counted once', () => {
  const all = { hours: 2, bounds: 2, rate: 2, start_fee: 2, idle: 2 }
  expect(droppedBy(price, [every], [at(1), at(2, rich), at(2, rich), at(3, rich)])).toEqual(all)
})

test('what the new price says itself is not dropped, and an idle fee is', () => {
  const own = {
    prices: { ...energy, rateMinorPerMinute: 1, startFeeMinor: 1 },
    windows: [night],
    bounds: { minPriceMinor: 100, maxPriceMinor: null },
  }
  expect(droppedBy(own, [every], [at(1, rich)])).toEqual({
    hours: 0,
    bounds: 0,
    rate: 0,
    start_fee: 0,
    idle: 1,
  })
})

test('a price of other connectors, or one that says nothing now, drops nothing', () => {
  const none = { hours: 0, bounds: 0, rate: 0, start_fee: 0, idle: 0 }
  const ccs = { ...every, type: 'CCS 2' }
  expect(droppedBy(price, [ccs], [at(1, { ...rich, type: 'Type 2' }), at(2, { elements: null })])).toEqual(
    none,
  )
  expect(droppedBy(price, [ccs], [at(1, rich)])).not.toEqual(none)
})
