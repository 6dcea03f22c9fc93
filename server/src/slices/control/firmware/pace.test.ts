import { expect, test } from 'vitest'
import { LookPace } from './pace.ts'

const beatsOf = (pace: LookPace, count: number) => Array.from({ length: count }, () => pace.beat())
const many = (count: number, value: boolean) => Array.from({ length: count }, () => value)

test('for thirty beats after something has happened each is a look, and every fifth later', () => {
  const pace = new LookPace()
  expect(beatsOf(pace, 31)).toEqual([...many(30, true), false])
  expect(beatsOf(pace, 9)).toEqual([...many(3, false), true, ...many(4, false), true])
  pace.hurry()
  expect(beatsOf(pace, 31)).toEqual([...many(30, true), false])
})

test('something that happens again and again makes each beat a look', () => {
  const pace = new LookPace()
  for (let nth = 0; nth < 5; nth++) {
    expect(beatsOf(pace, 29)).toEqual(many(29, true))
    pace.hurry()
  }
})
