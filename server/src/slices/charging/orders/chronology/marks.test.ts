import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contradictingWh } from './marks.ts'

const begin = (registerWh: number) => ({ context: 'Transaction.Begin', registerWh })
const end = (registerWh: number) => ({ context: 'Transaction.End', registerWh })
const told = (beginWh: number | null, endWh: number | null) => ({ beginWh, endWh })

describe('readings that are marked as a session’s edges', () => {
  test.each<[string, ReturnType<typeof begin>[], ReturnType<typeof told>, number | null]>([
    ['are none', [], told(0, 5000), null],
    ['say the same', [begin(1000), end(6000)], told(1000, 6000), null],
    ['differ by as much as a finer register may', [begin(1001), end(6011)], told(1001, 6001), null],
    ['differ by more', [begin(1001), end(6012)], told(1001, 6001), 5011],
    ['say more', [begin(0), end(5000)], told(0, 0), 5000],
    ['say less', [begin(0), end(1000)], told(0, 5000), 1000],
    ['tell the begin alone', [begin(3000)], told(1000, 6000), 3000],
    ['tell the end alone', [end(3000)], told(1000, 6000), 2000],
    ['are of a counter of its own', [begin(910_000), end(915_000)], told(0, 5000), null],
    ['are rounded to kWh', [begin(1000), end(7000)], told(1490, 6980), null],
    ['are cut to kWh', [begin(1000), end(6000)], told(1490, 6980), null],
    ['are rounded to tenths of a kWh', [begin(1500), end(7000)], told(1490, 6960), null],
    ['are finer than the edges', [begin(1490), end(6980)], told(1000, 7000), null],
    ['are another kWh', [begin(1000), end(8000)], told(1490, 6980), 7000],
    ['begin at a zero that is none', [begin(0), end(6980)], told(490, 6980), 6980],
    ['stand in for edges that are not told', [begin(1000), end(6000)], told(null, null), null],
    ['tell two ends', [begin(1000), end(6000), end(9000)], told(null, null), 5000],
    ['tell one edge of two', [end(6000)], told(null, null), null],
  ])('%s', (_, readings, edges, energyWh) => {
    expect(contradictingWh(readings, edges)).toBe(energyWh)
  })

  test('contradict in whatever order they come, and the more the further they are apart', () => {
    const wh = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(wh, wh, wh, wh, (from, rise, fromMarked, riseMarked) => {
        const readings = [begin(fromMarked), end(fromMarked + riseMarked)]
        const found = contradictingWh(readings, told(from, from + rise))
        expect(contradictingWh(readings.toReversed(), told(from, from + rise))).toBe(found)
        if (Math.abs(rise - riseMarked) <= 10) expect(found).toBeNull()
        if (Math.abs(rise - riseMarked) > 2000) expect(found).toBe(riseMarked)
      }),
    )
  })
})
