import { expect, test } from 'vitest'
import type { IdleTerms } from '../idle-terms.ts'
import { stayPartsOf } from './nights.ts'

const at = (text: string) => new Date(`2026-${text}Z`)
const parts = (from: string, to: string, night: [number, number] | null, zone = 'UTC') =>
  stayPartsOf(
    at(from),
    at(to),
    { night: night && { from: night[0], to: night[1] } } as unknown as IdleTerms,
    zone,
  ).map(({ fromMs, toMs, isNight }) => [
    new Date(fromMs).toISOString().slice(5, 16),
    new Date(toMs).toISOString().slice(5, 16),
    isNight,
  ])
const evening = 22 * 60
const morning = 6 * 60

test('a stay is divided where the hours for nothing begin and end', () => {
  expect(parts('11-23T20:00', '11-24T07:00', [evening, morning])).toEqual([
    ['11-23T20:00', '11-23T22:00', false],
    ['11-23T22:00', '11-24T06:00', true],
    ['11-24T06:00', '11-24T07:00', false],
  ])
  expect(parts('11-23T23:00', '11-24T05:00', [evening, morning])).toEqual([
    ['11-23T23:00', '11-24T05:00', true],
  ])
})

test('it is what the clocks of the location show, also on the night on which they are changed', () => {
  expect(parts('10-24T21:00', '10-25T06:00', [evening, morning], 'Europe/Berlin')).toEqual([
    ['10-24T21:00', '10-25T05:00', true],
    ['10-25T05:00', '10-25T06:00', false],
  ])
})

test('without such hours it is whole, and what has no length has no parts', () => {
  const whole = [['11-23T20:00', '11-24T07:00', false]]
  expect(parts('11-23T20:00', '11-24T07:00', null)).toEqual(whole)
  expect(parts('11-23T20:00', '11-24T07:00', [evening, evening])).toEqual(whole)
  expect(parts('11-23T20:00', '11-23T20:00', null)).toEqual([])
  expect(parts('11-23T20:00', '11-23T19:00', null)).toEqual([])
})
