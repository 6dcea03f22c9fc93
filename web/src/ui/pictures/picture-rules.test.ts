import { expect, test } from 'vitest'
import { problemOf, shortName } from './picture-rules.ts'

test('jpg, jpeg and png pass in any case, nothing else does', () => {
  for (const name of ['a.jpg', 'A.JPG', 'b.c.Jpeg', 'ю.PNG']) expect(problemOf({ name, size: 10 })).toBeNull()
  for (const name of ['a.gif', 'jpg', 'a.jpg.svg', 'a.', ''])
    expect(problemOf({ name, size: 10 })).toBe('extension')
  expect(problemOf({ name: 'a.png', size: 20 * 1024 * 1024 })).toBeNull()
  expect(problemOf({ name: 'a.png', size: 20 * 1024 * 1024 + 1 })).toBe('size')
})

test('a name longer than 25 characters keeps its beginning and its extension', () => {
  expect(shortName(`${'x'.repeat(21)}.jpg`)).toHaveLength(25)
  expect(shortName('holiday-by-the-sea-2026-08.jpeg')).toBe('holiday-by-the-sea-….jpeg')
  expect(shortName('y'.repeat(40))).toBe(`${'y'.repeat(24)}…`)
})
