import fc from 'fast-check'
import type { OutsideLimit } from '../../station-event.ts'

const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) }).map((ms) => new Date(ms))
export const count = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const source = fc.constantFrom('EMS' as const, 'SO' as const, 'CSO' as const, 'Other' as const)

/** What others allow at a station. */
const allowing = (place: { evse: fc.Arbitrary<number>; report?: fc.Arbitrary<number> }) =>
  fc.record({
    type: fc.constant('limits.noticed' as const),
    source,
    ...place,
    limits: fc.array(
      fc.record(
        {
          id: count,
          unit: fc.constantFrom('A' as const, 'W' as const),
          from: instant,
          seconds: count,
          periods: fc.array(fc.record({ startSeconds: count, limit: fc.integer({ min: 0, max: 64 }) }), {
            minLength: 1,
            maxLength: 3,
          }),
        },
        { requiredKeys: ['id', 'unit', 'periods'] },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  })

/** A notice, a report, and the end of what was noticed. */
export const outsideLimits = [
  allowing({ evse: count }),
  allowing({ evse: count, report: count }),
  fc.record({
    type: fc.constant('limits.noticed' as const),
    source,
    evse: count,
    limits: fc.constant<OutsideLimit[]>([]),
  }),
]
