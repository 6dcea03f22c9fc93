import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoTime } from './time.ts'

it('writes instants as toISOString does, whichever came before', () => {
  fc.assert(
    fc.property(fc.array(fc.date({ noInvalidDate: true })), (instants) => {
      for (const at of instants) expect(isoTime(at)).toBe(at.toISOString())
    }),
  )
  const midnight = Date.UTC(2026, 2, 29)
  for (const ms of [-1, 0, 1, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000]) {
    const at = new Date(midnight + ms)
    expect(isoTime(at)).toBe(at.toISOString())
  }
})
