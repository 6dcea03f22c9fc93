import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../root.mjs'
import { partsOf } from './mutation-parts.mjs'
import { forgetSurvivors, MutationResults, standingOf } from './mutation-results.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-parts-'))
  for (const { runs } of partsOf(root))
    for (const path of runs.flatMap(({ files }) => files)) write(path, "import 'pg'\n")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const rule = (lines = 1) => `export const isLate = (a, b) => a > b\n${'\n'.repeat(lines - 1)}`

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}
const partNamed = (name) => partsOf(folder).find((part) => part.name === name)

test('a folder of pure files is a part, with the tests in it and beside it, and no stories', () => {
  write('ocpp/src/socket/frames.ts', rule())
  write('ocpp/src/new/words.ts', rule())
  write('ocpp/src/beside.test.ts', '')
  write('ocpp/src/new/words.test.ts', '')
  write('ocpp/src/other/other.test.ts', '')
  expect(partNamed('ocpp/new').runs).toEqual([
    { files: ['ocpp/src/new/words.ts'], tests: ['ocpp/src/beside.test.ts', 'ocpp/src/new/words.test.ts'] },
  ])
  write('server/src/rules.ts', rule())
  write('server/src/rules.test.ts', '')
  write('server/src/story/rules.test.ts', '')
  expect(partNamed('server').runs[0].tests).toEqual(['server/src/rules.test.ts'])
})

test('a folder without tests has those of the folder around it', () => {
  write('server/src/slices/tolls/rules.ts', rule())
  write('server/src/slices/others/rules.test.ts', '')
  const tests = () => partNamed('tolls').runs[0].tests.filter((path) => path.endsWith('.test.ts'))
  expect(tests()).toEqual(['server/src/slices/others/rules.test.ts'])
  // what tests are made of is no test
  write('server/src/slices/tolls/rules.fixtures.ts', '')
  expect(tests()).toEqual(['server/src/slices/others/rules.test.ts'])
})

test('a run has files of 400 lines together, or one that is longer', () => {
  for (const [name, lines] of Object.entries({ a: 199, b: 199, c: 2, d: 500, e: 1 }))
    write(`server/src/slices/tolls/${name}.ts`, rule(lines))
  expect(partNamed('tolls').runs.map(({ files }) => files.map((path) => path.at(-4)).join(''))).toEqual([
    'ab',
    'c',
    'd',
    'e',
  ])
})

test('a result holds until a file or a test of its run changes, while other runs have none yet', async () => {
  write('server/src/slices/tolls/a.ts', rule(399))
  write('server/src/slices/tolls/b.ts', rule(399))
  write('server/src/slices/tolls/a.test.ts', '')
  const results = new MutationResults(folder, join(folder, 'results'))
  const verdict = { killed: 3, all: 4, missed: ['a'] }
  const [first, second] = partNamed('tolls').runs
  await results.making(first, async () => verdict)
  expect([results.find(first), results.find(second)]).toEqual([verdict, undefined])
  expect(standingOf(partNamed('tolls'), results)).toEqual({ name: 'tolls', runs: 2, tried: 1, ...verdict })
  write('server/src/slices/tolls/b.ts', rule(398))
  expect(results.find(first)).toEqual(verdict)
  write('server/src/slices/tolls/a.test.ts', 'more')
  expect(results.find(first)).toBeUndefined()
})

test('what is kept is of the files as they were when the run began', async () => {
  write('server/src/slices/tolls/a.ts', rule())
  const results = new MutationResults(folder, join(folder, 'results'))
  const [run] = partNamed('tolls').runs
  await results.making(run, async () => {
    write('server/src/slices/tolls/a.ts', rule(2))
    return { killed: 1, all: 1, missed: [] }
  })
  expect(results.find(run)).toBeUndefined()
})

test('what survived is not remembered, so that new tests try it', () => {
  const path = join(folder, 'tried.json')
  const report = (...statuses) =>
    JSON.stringify({ files: { 'a.ts': { mutants: statuses.map((status) => ({ status })) } } })
  writeFileSync(path, report('Killed', 'Survived', 'Timeout', 'NoCoverage'))
  forgetSurvivors(path)
  expect(readFileSync(path, 'utf8')).toBe(report('Killed', 'Timeout'))
  forgetSurvivors(join(folder, 'never-tried.json'))
})

test('what was chosen by hand is there, with its tests', () => {
  for (const { name, runs } of partsOf(root))
    for (const { files, tests } of runs)
      expect([name, files.length > 0, tests.length > 0]).toEqual([name, true, true])
})
