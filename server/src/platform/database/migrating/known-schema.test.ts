import { expect, test } from 'vitest'
import { type Applied, everyVersion, missingOf } from './known-schema.ts'

const row = (number: number, works_from: string | null = null, hash = 'h'): Applied => ({
  number,
  name: `${number}.sql`,
  hash,
  works_from,
})
const ours = [row(1), row(2)]
const look = (applied: Applied[]) => missingOf(applied, ours, '1.10.0').map(({ number }) => number)

test('what is not applied is missing', () => {
  expect(look([])).toEqual([1, 2])
  expect(look([row(1)])).toEqual([2])
  expect(look([row(1), row(2)])).toEqual([])
  expect(() => look([row(1, null, 'other')])).toThrow(/^Migration 1\.sql was changed/)
})

test('what only a newer version knows is accepted where this one works with it', () => {
  for (const worksFrom of [everyVersion, '1.9.9', '1.10.0'])
    expect(look([...ours, row(3, worksFrom)])).toEqual([])
  for (const worksFrom of ['1.10.1', '1.11.0', '2.0.0'])
    expect(() => look([...ours, row(3, worksFrom)])).toThrow(
      `from version ${worksFrom} on, and this is 1.10.0`,
    )
  expect(() => look([...ours, row(3)])).toThrow(/does not know/)
  const { works_from: _unused, ...ofFirstRelease } = row(3)
  expect(() => look([...ours, ofFirstRelease])).toThrow(/does not know/)
  // both would be of another line of versions
  expect(() => look([row(1), row(3, everyVersion)])).toThrow(/does not know/)
})
