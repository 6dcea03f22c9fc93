import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inForce, mayBegin, mayChange, sharesOf, type Terms } from './rules.ts'

const captured = {
  methodType: 'card' as const,
  provider: 'sandbox',
  capturedMinor: 34_000,
  givenBackMinor: 0,
}
const fees = [
  { validFrom: '2026-03-10', agentFeeBp: 1250 },
  { validFrom: '2026-01-01', agentFeeBp: 1000 },
  { validFrom: '2026-02-01', agentFeeBp: 1100 },
]
const terms: Terms = {
  ownerId: 7,
  fees: new Map([
    [7, fees],
    [8, [{ validFrom: '2026-01-01', agentFeeBp: 500 }]],
  ]),
  rates: [
    { provider: 'sandbox', methodType: 'card', rateBp: 200, validFrom: '2026-01-01' },
    { provider: 'sandbox', methodType: 'sbp', rateBp: 70, validFrom: '2026-01-01' },
    { provider: 'bank', methodType: 'card', rateBp: 280, validFrom: '2026-01-01' },
  ],
}

test.each([
  ['2025-12-31', undefined],
  ['2026-01-01', 1000],
  ['2026-01-31', 1000],
  ['2026-02-01', 1100],
  ['2026-03-09', 1100],
  ['2026-03-10', 1250],
  ['2030-01-01', 1250],
])('on %s the fee is %s', (day, fee) => {
  expect(inForce(fees, day)?.agentFeeBp).toBe(fee)
  expect(sharesOf(captured, terms, day).agentFeeMinor).toBe(fee === undefined ? 0 : (34_000 * fee) / 10_000)
})

test.each([
  ['card', 'sandbox', 680],
  ['sbp', 'sandbox', 238],
  ['card', 'bank', 952],
  ['card', '', 0],
  ['terminal', 'sandbox', 0],
  ['account', 'sandbox', 0],
  ['cash', '', 0],
] as const)('of %s by %s the bank gets %i', (methodType, provider, minor) => {
  expect(sharesOf({ ...captured, methodType, provider }, terms, '2026-03-10').bankCommissionMinor).toBe(minor)
})

test.each([
  ['card', 34_000, 500, 500],
  ['sbp', 34_000, 500, 500],
  ['card', 34_000, 0, 0],
  ['card', 34_000, null, 680],
  ['card', 1, 500, 500],
  // nothing was taken, so that there is nothing to have a fee for
  ['card', 0, 500, 0],
  ['terminal', 34_000, 500, 0],
  ['account', 34_000, 500, 0],
  ['cash', 34_000, 500, 0],
] as const)('of %s, %i kopecks, with a reported fee of %s the bank gets %i', (methodType, capturedMinor, providerFeeMinor, minor) => {
  const payment = { ...captured, methodType, capturedMinor, providerFeeMinor }
  expect(sharesOf(payment, terms, '2026-03-10').bankCommissionMinor).toBe(minor)
})

test('a rate counts from its day on, and the reported fee before it too', () => {
  const commission = (day: string, providerFeeMinor: number | null) =>
    sharesOf({ ...captured, providerFeeMinor }, terms, day).bankCommissionMinor
  expect(commission('2025-12-31', null)).toBe(0)
  expect(commission('2025-12-31', 500)).toBe(500)
  expect(commission('2026-01-01', null)).toBe(680)
})

test('of two that begin on one day the first is in force', () => {
  const [first, second] = [1, 2].map((agentFeeBp) => ({ validFrom: '2026-01-01', agentFeeBp }))
  expect(inForce([first!, second!], '2026-01-01')).toBe(first)
})

test('nothing is in force where nothing was agreed on', () => {
  expect(inForce([], '2026-01-01')).toBeUndefined()
})

test('what went back costs no fee, and the bank keeps its commission', () => {
  expect(sharesOf({ ...captured, givenBackMinor: 4000 }, terms, '2026-01-05')).toEqual({
    agentFeeMinor: 3000,
    bankCommissionMinor: 680,
  })
})

test('each owner has a fee of their own, one without a contract none', () => {
  const feeOf = (ownerId: number) => sharesOf(captured, { ...terms, ownerId }, '2026-03-10').agentFeeMinor
  expect([7, 8, 9].map(feeOf)).toEqual([4250, 1700, 0])
})

test('our own locations have no agent', () => {
  const own = sharesOf(captured, { ...terms, ownerId: null }, '2026-03-10')
  expect(own).toEqual({ agentFeeMinor: 0, bankCommissionMinor: 680 })
})

test('half a kopeck is rounded up, once', () => {
  const rounded = (capturedMinor: number) =>
    sharesOf({ ...captured, capturedMinor }, { ...terms, rates: [] }, '2026-01-05').agentFeeMinor
  expect([4, 5, 14, 15].map(rounded)).toEqual([0, 1, 1, 2])
})

test('no share is below zero or above what it is a share of', () => {
  const share = fc.record({ minor: fc.nat(1e9), back: fc.nat(100), bp: fc.nat(10_000) })
  fc.assert(
    fc.property(share, ({ minor, back, bp }) => {
      const givenBackMinor = Math.floor((minor * back) / 100)
      const given: Terms = {
        ownerId: 1,
        fees: new Map([[1, [{ validFrom: '2026-01-01', agentFeeBp: bp }]]]),
        rates: [{ provider: 'sandbox', methodType: 'card', rateBp: bp, validFrom: '2026-01-01' }],
      }
      const shares = sharesOf({ ...captured, capturedMinor: minor, givenBackMinor }, given, '2026-01-01')
      expect(shares.agentFeeMinor).toBeGreaterThanOrEqual(0)
      expect(shares.agentFeeMinor).toBeLessThanOrEqual(minor - givenBackMinor)
      expect(shares.bankCommissionMinor).toBeLessThanOrEqual(minor)
    }),
  )
})

test.each([
  ['2026-03-01', true],
  ['2026-03-15', true],
  ['2026-12-01', true],
  ['2026-02-28', false],
  ['2025-03-20', false],
])('on 15 March something may begin on %s: %s', (day, may) => {
  expect(mayBegin(day, '2026-03-15')).toBe(may)
})

test('what has begun is not changed any more', () => {
  expect(mayChange('2026-03-16', '2026-03-15')).toBe(true)
  expect(mayChange('2026-03-15', '2026-03-15')).toBe(false)
})
