import { expect, test } from 'vitest'
import { changeOf, faultsOf, rebased, type SettingsValues } from './settings-values.ts'

const base: SettingsValues = {
  name: 'Yard',
  owner_id: null,
  country: 'Russia',
  city: 'Tver',
  street: 'Sovetskaya 34',
  postal_code: '',
  coordinates: { lat: 56.86, lng: 35.9 },
  time_zone: 'Europe/Moscow',
  cashback_percent: 0,
  free_parking: false,
  height_limit_cm: null,
  features: [],
  listed: true,
  silence_minutes: 30,
  local_lists: false,
  silent_partner: 'whitelist',
  service_price_most: 500_000,
}

test.each([
  'name',
  'country',
  'city',
  'street',
] as const)('%s is required, and blanks are not enough', (field) => {
  expect(faultsOf({ ...base, [field]: '' })).toEqual({ [field]: 'required' })
  expect(faultsOf({ ...base, [field]: '  ' })).toEqual({ [field]: 'required' })
})

test('the postal code may be missing; a percentage and a zone must be one', () => {
  expect(faultsOf(base)).toEqual({})
  expect(faultsOf({ ...base, cashback_percent: 101, time_zone: 'Mars/Olympus' })).toEqual({
    cashback_percent: 'invalid',
    time_zone: 'invalid',
  })
})

test('only what was changed is sent', () => {
  expect(changeOf(base, { ...base, name: 'Hof', coordinates: { lat: 56.86, lng: 35.9 } })).toEqual({
    name: 'Hof',
  })
})

test('what was typed stands on top of what somebody else saved', () => {
  const saved = { ...base, name: 'Theirs', city: 'Kazan' }
  expect(rebased(base, { ...base, name: 'Mine', free_parking: true }, saved)).toEqual({
    ...saved,
    name: 'Mine',
    free_parking: true,
  })
})
