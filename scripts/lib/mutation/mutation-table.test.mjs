import { expect, test } from 'vitest'
import { tableWith } from './mutation-table.mjs'

const standing = (name, killed, all, tried = 1) => ({ name, runs: 1, tried, killed, all })
const head = 'part,percent noticed,changes,since'

test('a part has its row when it was tried to its end, the others keep theirs, and what is no part has none', () => {
  const before = tableWith(
    '',
    ['a', 'b', 'gone'],
    [standing('b', 1, 2), standing('gone', 1, 1)],
    '2026-01-02',
  )
  expect(before).toBe(`${head}\nb,50.0,2,2026-01-02\ngone,100.0,1,2026-01-02\n`)
  const tried = [standing('a', 8496, 9996), standing('c', 0, 0), standing('d', 1, 1, 0)]
  expect(tableWith(before, ['b', 'a', 'c', 'd'], tried, '2026-01-03')).toBe(
    `${head}\na,84.9,9996,2026-01-03\nb,50.0,2,2026-01-02\nc,,0,2026-01-03\n`,
  )
})

test('what came out as it did before keeps its day', () => {
  const before = tableWith('', ['a'], [standing('a', 1, 2)], '2026-01-02')
  expect(tableWith(before, ['a'], [standing('a', 1, 2)], '2026-01-03')).toBe(before)
  expect(tableWith(before, ['a'], [standing('a', 2, 2)], '2026-01-03')).toBe(
    `${head}\na,100.0,2,2026-01-03\n`,
  )
})
