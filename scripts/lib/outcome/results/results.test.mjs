import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  failed,
  longest,
  playwrightCounts,
  playwrightFailures,
  playwrightTimes,
  sum,
  verdict,
  vitestCounts,
  vitestFailures,
  vitestTimes,
} from './results.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-results-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function report(content) {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('a test file that cannot be loaded is a failure', () => {
  const file = report({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    ],
  })
  expect(vitestCounts(file, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('a run that ends badly without a failed test, or without a report, is a failure', () => {
  const good = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, testResults: [] }
  expect(vitestCounts(report(good), 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
  expect(vitestCounts(join(folder, 'none.json'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(playwrightCounts(join(folder, 'none.json'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('the last line sums everything and speaks of skipped tests only where there are any', () => {
  const stories = playwrightCounts(report({ stats: { expected: 3, unexpected: 1, skipped: 0, flaky: 0 } }), 1)
  expect(verdict(sum([stories, { passed: 8, failed: 0 }]))).toBe('11 passed, 1 failed')
  expect(verdict({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped')
  expect(verdict({ passed: 1, failed: 0 }, { embedded: true })).toMatch(
    /^1 passed, 0 failed, all on the embedded/,
  )
})

test('what took longest is listed with its file, all tries of a story together', () => {
  const unit = report({
    testResults: [
      {
        name: '/home/somebody/server/src/story/cards.test.ts',
        assertionResults: [{ title: 'a card', duration: 1240 }, { title: 'never run' }],
      },
    ],
  })
  const quick = vitestTimes(unit)
  const spec = (title, ...durations) => ({
    file: 'cards.spec.ts',
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const stories = playwrightTimes(
    report({ suites: [{ specs: [spec('tapped', 900)], suites: [{ specs: [spec('lost', 30_000, 2000)] }] }] }),
  )
  expect(longest([...quick, ...stories], 3)).toEqual([
    '  32.0 s  cards.spec.ts: lost',
    '   1.2 s  cards.test.ts: a card',
    '   0.9 s  cards.spec.ts: tapped',
  ])
  expect(
    longest([...vitestTimes(join(folder, 'none.json')), ...playwrightTimes(join(folder, 'none.json'))]),
  ).toEqual([])
})

test('what failed is listed with its file and the first lines of its error, a story only where no try passed', () => {
  const unit = vitestFailures(
    report({
      testResults: [
        { name: '/a/b/broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        {
          name: '/a/b/cards.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a card' },
            {
              status: 'failed',
              fullName: 'a lost card',
              failureMessages: [['\u001b[31mexpected 1\u001b[39m', ...Array(40).fill('at')].join('\n')],
            },
          ],
        },
      ],
    }),
  )
  expect(unit.map(({ file, title }) => `${file}: ${title}`)).toEqual([
    'broken.test.ts: cannot be loaded',
    'cards.test.ts: a lost card',
  ])
  expect(unit[1].message.split('\n')).toHaveLength(12)
  const tries = (status) => ({
    file: 'cards.spec.ts',
    title: status,
    tests: [{ status, results: [{ error: { message: 'not yet' } }, { error: { message: 'never' } }] }],
  })
  const stories = playwrightFailures(
    report({ suites: [{ specs: [tries('flaky')], suites: [{ specs: [tries('unexpected')] }] }] }),
  )
  expect(failed([...unit.slice(0, 1), ...stories])).toEqual([
    '✗ broken.test.ts: cannot be loaded\n    no such module',
    '✗ cards.spec.ts: unexpected\n    never',
  ])
  expect(failed([...unit])[1]).toContain('    expected 1\n    at')
})
