import { describe, expect, test } from 'vitest'
import { isAgreed } from './price-bound.ts'

describe('the most that a service costs without an administrator', () => {
  test.each([
    { priceMinor: 499_999, agreedMinor: null, agreed: true },
    { priceMinor: 500_000, agreedMinor: null, agreed: true },
    { priceMinor: 500_001, agreedMinor: null, agreed: false },
    { priceMinor: 799_999, agreedMinor: 800_000, agreed: true },
    { priceMinor: 800_000, agreedMinor: 800_000, agreed: true },
    { priceMinor: 800_001, agreedMinor: 800_000, agreed: false },
    // what was agreed to before the location's most was raised bounds nothing
    { priceMinor: 500_000, agreedMinor: 400_000, agreed: true },
  ])('$priceMinor, agreed up to $agreedMinor: $agreed', ({ agreed, ...service }) => {
    expect(isAgreed({ ...service, mostMinor: 500_000 })).toBe(agreed)
  })
})
