import { expect, test } from 'vitest'
import { tableWith } from './mutation-table.mjs'

const standing = (name, killed, all, tried = 1) => ({ name, runs: 1, tried, killed, all })
const rowsOf = (text) => text.split('\n').filter((line) => /^\| (?!part)/.test(line))

test('a part has its row when it was tried to its end, the others keep theirs, and what is no part has none', () => {
  const before = tableWith(
    '',
    ['a', 'b', 'gone'],
    [standing('b', 1, 2), standing('gone', 1, 1)],
    '2026-01-02',
  )
  expect(rowsOf(before)).toEqual(['| b | 50.0 % | 2 | 2026-01-02 |', '| gone | 100.0 % | 1 | 2026-01-02 |'])
  const after = tableWith(
    before,
    ['b', 'a', 'c', 'd'],
    [standing('a', 8496, 9996), standing('c', 0, 0), standing('d', 1, 1, 0)],
    '2026-01-03',
  )
  expect(rowsOf(after)).toEqual([
    '| a | 84.9 % | 9996 | 2026-01-03 |',
    '| b | 50.0 % | 2 | 2026-01-02 |',
    '| c | nothing to change | 0 | 2026-01-03 |',
  ])
})

test('what came out as it did before keeps its day', () => {
  const before = tableWith('', ['a'], [standing('a', 1, 2)], '2026-01-02')
  expect(tableWith(before, ['a'], [standing('a', 1, 2)], '2026-01-03')).toBe(before)
  expect(rowsOf(tableWith(before, ['a'], [standing('a', 2, 2)], '2026-01-03'))).toEqual([
    '| a | 100.0 % | 2 | 2026-01-03 |',
  ])
})
