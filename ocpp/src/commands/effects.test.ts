import { describe, expect, test } from 'vitest'
import { cancelEffect, clearEffect, limitEffect } from './effects.ts'

const schedule = {
  startSchedule: '2026-11-20T10:00:00Z',
  duration: 3600,
  chargingRateUnit: 'A',
  chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }],
}
const profile = {
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Absolute',
  stackLevel: 3,
}

/** What a profile limits at the first connector. */
function limitOf(more: Record<string, unknown> = {}, of: Record<string, unknown> = {}, id: unknown = 7) {
  const effect = limitEffect(
    { ...profile, ...more },
    { id, at: { ordinal: 1 }, schedule: { ...schedule, ...of }, replacesLevel: true },
  )
  if (effect === null) return null
  if (effect.effect !== 'limit_set') throw new Error(`not ${effect.effect}`)
  return effect.limit
}

describe('the time of a limit', () => {
  test('is that of its schedule', () => {
    expect(limitOf()).toEqual({
      profileId: 7,
      at: { ordinal: 1 },
      purpose: 'default',
      stackLevel: 3,
      unit: 'A',
      limit: 16,
      varies: false,
      from: new Date('2026-11-20T10:00:00Z'),
      until: new Date('2026-11-20T11:00:00Z'),
    })
  })

  test.each([
    ['begins with the later of profile and schedule', '09:00', '10:00', '10:30', '10:30'],
    ['ends with the earlier of both', '10:30', '10:30', '11:30', '11:00'],
  ])('%s', (_what, validFrom, from, validTo, until) => {
    const on = (time: string) => `2026-11-20T${time}:00Z`
    expect(limitOf({ validFrom: on(validFrom), validTo: on(validTo) })).toMatchObject({
      from: new Date(on(from)),
      until: new Date(on(until)),
    })
  })

  test('is the profile’s alone where a schedule starts again with each transaction, or has no length', () => {
    const relative = limitOf({ chargingProfileKind: 'Relative', validTo: '2026-11-20T12:00:00Z' })
    expect(relative).toMatchObject({ until: new Date('2026-11-20T12:00:00Z') })
    expect(relative).not.toHaveProperty('from')
    const endless = limitOf({}, { duration: undefined })
    expect(endless).toMatchObject({ from: new Date('2026-11-20T10:00:00Z') })
    expect(endless).not.toHaveProperty('until')
  })
})

test.each([
  ['ChargePointMaxProfile', 'station'],
  ['ChargingStationMaxProfile', 'station'],
  ['TxDefaultProfile', 'default'],
  ['TxProfile', 'transaction'],
])('%s is a limit of the %s', (chargingProfilePurpose, purpose) => {
  expect(limitOf({ chargingProfilePurpose, transactionId: 'T1' })).toMatchObject({ purpose })
})

test('only a limit of a transaction names one', () => {
  expect(limitOf({ chargingProfilePurpose: 'TxProfile', transactionId: 'T1' })).toHaveProperty(
    'transactionId',
    'T1',
  )
  expect(limitOf({ transactionId: 'T1' })).not.toHaveProperty('transactionId')
})

test('a schedule of two periods varies; watts and the lowest level are what nobody names', () => {
  const two = [{ limit: 11_000 }, { limit: 3000 }]
  expect(
    limitOf({ stackLevel: undefined }, { chargingRateUnit: undefined, chargingSchedulePeriod: two }),
  ).toMatchObject({ unit: 'W', limit: 11_000, varies: true, stackLevel: 0 })
})

test('what is none of ours to set, has no number or limits nothing has no effect', () => {
  expect(limitOf({ chargingProfilePurpose: 'ChargingStationExternalConstraints' })).toBeNull()
  expect(limitOf({}, {}, 'seven')).toBeNull()
  expect(limitOf({}, { chargingSchedulePeriod: [] })).toBeNull()
})

test('limits are cleared by their number, or by all fields that the call names', () => {
  expect(clearEffect(7, { ordinal: 1 }, { stackLevel: 3 })).toEqual({
    effect: 'limits_cleared',
    profileId: 7,
  })
  expect(
    clearEffect(undefined, { ordinal: 1 }, { chargingProfilePurpose: 'TxProfile', stackLevel: 3 }),
  ).toEqual({ effect: 'limits_cleared', at: { ordinal: 1 }, purpose: 'transaction', stackLevel: 3 })
  expect(clearEffect(undefined, undefined, {})).toEqual({ effect: 'limits_cleared' })
})

test('a reservation that was cancelled is gone, if it has a number', () => {
  expect(cancelEffect(5)).toEqual({ effect: 'reservation_ended', reservationId: 5 })
  expect(cancelEffect('five')).toBeNull()
})
