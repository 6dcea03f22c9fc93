import { expect, test } from 'vitest'
import {
  conditionFieldsOf,
  conditionsOf,
  emptyForm,
  idleFieldsOf,
  idleOf,
  kindOf,
  kindValue,
  nightOf,
  startOf,
  validity,
} from './price-form.ts'

const now = Date.parse('2026-03-10T09:00:00Z')

test('a price is a whole number of kopecks that is not negative', () => {
  expect(validity(emptyForm, now)).toEqual({
    idle: true,
    tariff: true,
    rate: true,
    bounds: true,
    windows: true,
    startFee: true,
    start: true,
  })
  for (const tariff of ['' as const, -1, 17.5])
    expect(validity({ ...emptyForm, tariff }, now).tariff).toBe(false)
})

test('a later start is told in the network’s time zone and lies ahead', () => {
  const later = { ...emptyForm, later: true, day: '2026-03-10', time: '12:30' }
  expect(startOf(later)?.toISOString()).toBe('2026-03-10T09:30:00.000Z')
  expect(validity(later, now).start).toBe(true)
  expect(validity({ ...later, time: '12:00' }, now).start).toBe(false)
  expect(validity({ ...later, day: '' }, now).start).toBe(false)
  expect(startOf({ ...later, later: false })).toBeNull()
})

test('a later start at a location is told in its own zone', () => {
  const later = { ...emptyForm, later: true, day: '2026-03-10', time: '12:30' }
  expect(startOf(later, 'Asia/Yekaterinburg')?.toISOString()).toBe('2026-03-10T07:30:00.000Z')
  expect(validity(later, now, 'Asia/Yekaterinburg').start).toBe(false)
})

test('hours need a day and a price, and the least is not above the most', () => {
  const night = nightOf(emptyForm)
  const withNight = (change: object) => ({ ...emptyForm, windows: [{ ...night, ...change }] })
  expect(validity(withNight({}), now).windows).toBe(true)
  for (const wrong of [{ days: [] }, { tariff: '' }, { from: '' }])
    expect(validity(withNight(wrong), now).windows).toBe(false)
  expect(nightOf(withNight({})).key).toBe(1)
  const bounds = (minPrice: number | null, maxPrice: number | null) =>
    validity({ ...emptyForm, minPrice, maxPrice }, now).bounds
  expect([bounds(1, 1), bounds(2, null), bounds(null, 2), bounds(2, 1)]).toEqual([true, true, true, false])
})

test('the conditions of a form are those of what holds', () => {
  const holds = { ...conditionsOf({ ...emptyForm, windows: [nightOf(emptyForm)], minPrice: 500 }) }
  expect(conditionsOf({ ...emptyForm, ...conditionFieldsOf(holds) })).toEqual(holds)
})

test('a kind of connector survives being a value', () => {
  const kind = { type: 'GB/T DC', current: 'DC', power: 22.5 }
  expect(kindOf(kindValue(kind))).toEqual(kind)
})

test('a form tells whose idle fee holds, and is made of what holds', () => {
  const own = { ...emptyForm.idle, block_amount: 100 }
  expect(idleOf(emptyForm)).toBe(null)
  expect(idleOf({ ...emptyForm, idleFrom: 'own', idle: own })).toEqual(own)
  expect(idleOf({ ...emptyForm, idleFrom: 'none' })?.block_amount).toBe(0)
  for (const form of [
    emptyForm,
    { ...emptyForm, idleFrom: 'own', idle: own },
    { ...emptyForm, idleFrom: 'none' },
  ] as const)
    expect({ ...emptyForm, ...idleFieldsOf(idleOf(form)) }).toEqual(form)
  const typed = { ...emptyForm, idle: { ...own, block_amount: '' as const } }
  expect(validity({ ...typed, idleFrom: 'own' }, now).idle).toBe(false)
  expect(validity(typed, now).idle).toBe(true)
})
