import { describe, expect, test } from 'vitest'
import { faultText, outcomeOf } from './delivered.ts'
import { mayPass } from './faults.ts'

type Refused = Extract<Parameters<typeof outcomeOf>[0], { ok: false }>
const refused = (of: Partial<Refused>) =>
  ({ ok: false, fault: 'refused', httpStatus: 200, message: 'no', mayPass: false, ...of }) as Refused

describe('what was sent to a partner', () => {
  test('is done with when it was taken, or when there is nobody to take it', () => {
    expect(outcomeOf({ ok: true } as Parameters<typeof outcomeOf>[0])).toEqual({ kind: 'done' })
    expect(outcomeOf(refused({ fault: 'no_endpoint' }))).toEqual({ kind: 'done' })
    expect(outcomeOf(refused({ fault: 'party_away' }))).toEqual({ kind: 'done' })
  })

  test.each([
    [{}, 'refused', 'refused 200 no'],
    [{ mayPass: true }, 'away', 'refused 200 no'],
    [{ fault: 'http', httpStatus: 401, message: '' }, 'away', 'http 401'],
    [{ fault: 'http', httpStatus: 403, message: '' }, 'away', 'http 403'],
    [{ fault: 'http', httpStatus: 404, message: '' }, 'refused', 'http 404'],
    [{ fault: 'unreachable', httpStatus: null, mayPass: true }, 'away', 'unreachable no'],
  ] as const)('after %j is %s: %s', (of, kind, error) => {
    expect(outcomeOf(refused(of))).toEqual({ kind, error })
  })

  test('is explained in 500 characters at most', () => {
    expect(faultText(refused({ message: 'x'.repeat(600) }))).toHaveLength(500)
  })
})

describe('a call may succeed later', () => {
  test.each([
    ['unreachable', null, null, true],
    ['broken', null, null, true],
    ['timeout', null, null, true],
    ['not_connected', null, null, true],
    ['no_endpoint', null, null, false],
    ['http', 499, null, false],
    ['http', 500, null, true],
    ['http', 429, null, true],
    ['http', 408, null, true],
    ['http', 404, null, false],
    ['not_ocpi', 200, null, false],
    ['refused', 200, 2999, false],
    ['refused', 200, 3000, true],
    ['refused', 200, null, false],
    ['not_ocpi', 200, 3000, false],
  ] as const)('after %s, HTTP %s and OCPI %s: %s', (fault, http, ocpi, may) => {
    expect(mayPass(fault, http, ocpi)).toBe(may)
  })
})
