import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contradictingWh } from './marks.ts'

const begin = (registerWh: number) => ({ context: 'Transaction.Begin', registerWh })
const end = (registerWh: number) => ({ context: 'Transaction.End', registerWh })
const reported = (beginWh: number | null, endWh: number | null) => ({ beginWh, endWh })

describe('readings that are marked as a session’s edges', () => {
  test.each<[string, ReturnType<typeof begin>[], ReturnType<typeof reported>, number | null]>([
    ['are none', [], reported(0, 5000), null],
    ['are the same', [begin(1000), end(6000)], reported(1000, 6000), null],
    ['differ by the resolution', [begin(1001), end(6011)], reported(1001, 6001), null],
    ['differ by more', [begin(1001), end(6012)], reported(1001, 6001), 5011],
    ['show more', [begin(0), end(5000)], reported(0, 0), 5000],
    ['show less', [begin(0), end(1000)], reported(0, 5000), 1000],
    ['mark only the begin', [begin(3000)], reported(1000, 6000), 3000],
    ['mark only the end', [end(3000)], reported(1000, 6000), 2000],
    ['come from another counter', [begin(910_000), end(915_000)], reported(0, 5000), null],
    ['are rounded to kWh', [begin(1000), end(7000)], reported(1490, 6980), null],
    ['are cut to kWh', [begin(1000), end(6000)], reported(1490, 6980), null],
    ['are rounded to tenths of a kWh', [begin(1500), end(7000)], reported(1490, 6960), null],
    ['have more digits than the edges', [begin(1490), end(6980)], reported(1000, 7000), null],
    ['are another kWh', [begin(1000), end(8000)], reported(1490, 6980), 7000],
    ['begin at a false zero', [begin(0), end(6980)], reported(490, 6980), 6980],
    ['replace missing edges', [begin(1000), end(6000)], reported(null, null), null],
    ['mark two ends', [begin(1000), end(6000), end(9000)], reported(null, null), 5000],
    ['mark one edge of two', [end(6000)], reported(null, null), null],
  ])('%s', (_, readings, edges, energyWh) => {
    expect(contradictingWh(readings, edges)).toBe(energyWh)
  })

  test('contradict in whatever order they come, and the more the further they are apart', () => {
    const wh = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(wh, wh, wh, wh, (from, rise, fromMarked, riseMarked) => {
        const readings = [begin(fromMarked), end(fromMarked + riseMarked)]
        const found = contradictingWh(readings, reported(from, from + rise))
        expect(contradictingWh(readings.toReversed(), reported(from, from + rise))).toBe(found)
        if (Math.abs(rise - riseMarked) <= 10) expect(found).toBeNull()
        if (Math.abs(rise - riseMarked) > 2000) expect(found).toBe(riseMarked)
      }),
    )
  })
})
