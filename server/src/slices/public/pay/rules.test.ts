import { expect, test } from 'vitest'
import { agreementOf } from './rules.ts'

const none = { amountMinor: null, energyWh: null, seconds: null, percents: null }

test('a reservation holds its fee too, and the session ends at the held amount', () => {
  expect(agreementOf(none, 5000, null)).toEqual({
    holdMinor: 5000,
    reservation: null,
    limits: { ...none, amountMinor: 5000 },
  })
  expect(agreementOf(none, 5000, { seconds: 60, freeSeconds: 5 })).toEqual({
    holdMinor: 15_000,
    limits: { ...none, amountMinor: 5000 },
    reservation: { seconds: 60, freeSeconds: 5, feeMinor: 10_000 },
  })
})
