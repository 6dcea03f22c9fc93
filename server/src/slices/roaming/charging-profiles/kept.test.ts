import { expect, test } from 'vitest'
import { profileKept, profileOfKept } from './kept.ts'

test('a profile is kept in the words of OCPI, and read as it was', () => {
  const profile = {
    chargingRateUnit: 'A' as const,
    durationSeconds: 60,
    chargingProfilePeriod: [{ startPeriodSeconds: 0, limitTenths: 160 }],
  }
  expect(profileKept(profile)).toEqual({
    charging_rate_unit: 'A',
    duration: 60,
    charging_profile_period: [{ start_period: 0, limit: 16 }],
  })
  expect(profileOfKept(profileKept(profile))).toEqual(profile)
})

test('what is no profile cannot be read', () => {
  expect(() => profileOfKept({ charging_rate_unit: 'V' })).toThrow(
    'a charging profile that is kept cannot be read',
  )
})
