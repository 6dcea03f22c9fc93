import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verdictOn } from './mutation-verdict.mjs'

const fileName = join(mkdtempSync(join(tmpdir(), 'mutation-')), 'rules.ts')
writeFileSync(fileName, 'const late = a < b\nconst most = Math.max(\n  a,\n  b,\n)\n')

const mutant = (status, location, replacement, testsCompleted = 3) => ({
  fileName,
  status,
  location,
  replacement,
  testsCompleted,
})
const less = { start: { line: 1, column: 14 }, end: { line: 1, column: 19 } }
const most = { start: { line: 2, column: 14 }, end: { line: 5, column: 2 } }

test('what was noticed is counted, what was not is listed with its place and both versions of the code', () => {
  const { killed, all, missed } = verdictOn([
    mutant('Killed', less, 'true'),
    mutant('Timeout', less, 'false'),
    mutant('CompileError', less, 'a'),
    mutant('Survived', less, 'a <= b'),
    mutant('NoCoverage', most, 'Math.min(a, b)', 0),
  ])
  expect([killed, all]).toEqual([2, 4])
  expect(missed).toEqual([
    expect.stringMatching(/rules\.ts:1:14 {2}a < b {2}-> {2}a <= b$/),
    expect.stringMatching(
      /rules\.ts:2:14 {2}Math\.max\( a, b, \) {2}-> {2}Math\.min\(a, b\) \(no test comes here\)$/,
    ),
  ])
})

test('a mutant that no test was run against is no proof of anything, and is listed as that', () => {
  expect(verdictOn([mutant('Survived', less, 'true', 0)]).missed).toEqual([
    expect.stringMatching(/\(no test was run\)$/),
  ])
})
