import { describe, expect, test } from 'vitest'
import { type ReductionDraft, reductionBodyOf } from './reduction-form.ts'

const now = Date.parse('2026-07-15T12:00:00Z')
const draft: ReductionDraft = { power: '', from: null, end: 'revoked', at: '', source: ' ', reason: ' peak ' }
const bodyOf = (part: Partial<ReductionDraft>) => reductionBodyOf({ ...draft, ...part }, now, 'Europe/Berlin')

describe('a reduction', () => {
  test('without anything goes down to what is guaranteed, from now on until it is revoked', () => {
    expect(bodyOf({})).toEqual({ power_w: null, from: null, until: null, source: null, reason: 'peak' })
  })

  test('ends so long after its begin, by the clock of the location', () => {
    expect(bodyOf({ power: 7.5, from: '2026-07-15T16:00', end: '2' })).toMatchObject({
      power_w: 7500,
      from: '2026-07-15T14:00:00.000Z',
      until: '2026-07-15T16:00:00.000Z',
    })
    // a begin that is over is now
    expect(bodyOf({ from: '2026-07-15T10:00', end: '1' })?.until).toBe('2026-07-15T13:00:00.000Z')
  })

  test.each([
    [{ power: Number.NaN }],
    [{ power: -1 }],
    [{ from: '' }],
    [{ end: 'at', at: '' }],
    [{ end: 'at', at: '2026-07-15T14:00' }],
    [{ from: '2026-07-15T16:00', end: 'at', at: '2026-07-15T16:00' }],
  ] as Partial<ReductionDraft>[][])('does not hold with %j', (part) => {
    expect(bodyOf(part!)).toBeUndefined()
  })
})
