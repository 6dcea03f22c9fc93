import { expect, test } from 'vitest'
import { type Change, standingOf } from './changes.ts'

const all = { type: null, current: null, powerW: null, stationId: null }
const dc = { ...all, current: 'DC' }
const ccs = { ...dc, type: 'CCS 2' }
const day = (day: number) => new Date(Date.UTC(2026, 2, day))
const from = (on: number, filter: object = all, more: Partial<Change> = {}): Change => ({
  ...all,
  ...filter,
  validFrom: day(on),
  canceledAt: null,
  ...more,
})
const standing = (now: number, ...changes: Change[]) =>
  standingOf(changes, day(now)).map(({ state, validTo }) => [state, validTo?.getUTCDate() ?? null])

test('a price holds until one begins that covers all of its connectors', () => {
  expect(standing(10, from(12), from(5), from(1))).toEqual([
    ['planned', null],
    ['current', 12],
    ['past', 5],
  ])
  expect(standing(10, from(5, dc), from(3, ccs), from(1))).toEqual([
    ['current', null],
    ['past', 5],
    ['current', null],
  ])
})

test('a price that was taken back ends nothing', () => {
  expect(standing(10, from(8, all, { canceledAt: day(7) }), from(1))).toEqual([
    ['canceled', null],
    ['current', null],
  ])
})

test('a price holds from its first instant, and is past at the first of the next one', () => {
  expect(standing(5, from(5))).toEqual([['current', null]])
  expect(standing(5, from(5), from(1))).toEqual([
    ['current', null],
    ['past', 5],
  ])
  expect(standing(10, from(12), from(11), from(1))).toEqual([
    ['planned', null],
    ['planned', 12],
    ['current', 11],
  ])
})

test('a price that was taken back has no end of its own', () => {
  expect(standing(10, from(8), from(1, all, { canceledAt: day(2) }))).toEqual([
    ['current', null],
    ['canceled', null],
  ])
})
