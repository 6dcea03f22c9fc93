import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { at } from '../root.mjs'
import { beyondBounds, measured, tableOf } from './measures.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-measures-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source = '') {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

const fill = (path, count) => {
  for (let i = 0; i < count; i++) write(`${path}/${i}.json`)
}

test('a folder shows fifteen entries, its folders and its tests among them', async () => {
  fill('web/src', 13)
  write('web/src/a.test.ts')
  write('web/src/b/c.ts')
  expect(await beyondBounds(folder)).toEqual([])
  write('web/src/d/e.ts')
  expect(await beyondBounds(folder)).toEqual([
    'entries of the fullest folder: 16, at most 15; web/src has 16',
    'folders with more than 15 entries: 1, at most 0',
  ])
})

test('the root, the migrations and what tools write may show more', async () => {
  fill('.', 16)
  fill('server/migrations', 16)
  fill('server/dist', 16)
  expect(await beyondBounds(folder)).toEqual([])
})

test('a file has 400 lines, and half of the files 80', async () => {
  write('units/src/a.ts', 'export {}\n'.repeat(80))
  write('units/src/b.ts', 'export {}\n'.repeat(400))
  write('units/src/c.ts', '')
  expect(await beyondBounds(folder)).toEqual([])
  write('units/src/a.ts', 'export {}\n'.repeat(81))
  write('units/src/b.ts', 'export {}\n'.repeat(401))
  expect(await beyondBounds(folder)).toEqual([
    'lines of a file, median: 81, at most 80',
    'lines of the longest file: 401, at most 400; units/src/b.ts',
  ])
})

test('hard words count everywhere, long functions and assertions in production code only', async () => {
  const source = `// told\nexport const told = (a, b, c, d, e, f) => {${'\n'.repeat(60)}a!}\n`
  for (const path of ['server/src/a.ts', 'server/src/a.test.ts', 'e2e/stories/a.spec.ts']) write(path, source)
  const values = new Map((await measured(folder)).map(({ name, value }) => [name, value]))
  expect(values.get('hard words in names')).toBe(3)
  expect(values.get('hard words in comments')).toBe(3)
  expect(values.get('functions with more than five parameters')).toBe(3)
  expect(values.get('functions over 60 lines that are no flat list')).toBe(1)
  expect(values.get('non-null assertions without a reason')).toBe(1)
})

test('a flat list may be long, and is on the list only while it is', async () => {
  const path = 'server/src/slices/charging/orders/order.ts'
  const long = (name) => `export const ${name} = () => {${'\n'.repeat(60)}}\n`
  write(path, long('newOrder'))
  expect(await beyondBounds(folder)).toEqual([])
  write(path, long('oldOrder'))
  expect(await beyondBounds(folder)).toEqual([
    `functions over 60 lines that are no flat list: 1, at most 0; ${path}:1 oldOrder`,
    `flat lists that are listed as long and are not: 1, at most 0; ${path} newOrder`,
  ])
})

test('what occurs more often than its bound is listed with its places', async () => {
  write('server/src/a.ts', `${'told(asked)\n'.repeat(2000)}`)
  const beyond = await beyondBounds(folder)
  expect(beyond.find((line) => line.startsWith('hard words in names: 4000'))).toContain(
    'server/src/a.ts:2 told; server/src/a.ts:2 asked',
  )
})

test('a recipe costs no more files than were agreed, and says how many', async () => {
  const costs = (screen, field) =>
    write(
      'CONTRIBUTING.md',
      `A call with its screen is ${screen} files: some.\n\nThat is ${field} files: the migration.\n`,
    )
  costs(14, 8)
  expect(await beyondBounds(folder)).toEqual([])
  costs(15, 9)
  expect(await beyondBounds(folder)).toEqual([
    'files of a call with its screen, by its recipe: 15, at most 14',
    "files of a station's field, by its recipe: 9, at most 8",
  ])
  copyFileSync(at('CONTRIBUTING.md'), join(folder, 'CONTRIBUTING.md'))
  const ours = (await measured(folder)).filter(({ name }) => name.endsWith('by its recipe'))
  expect(ours.map(({ value }) => value > 0)).toEqual([true, true])
})

test('a part whose tests notice too little is named', async () => {
  const table = (percent) =>
    write(
      'scripts/lib/mutation/results.csv',
      `part,percent noticed,changes,since\nlinks,${percent},20,2026-11-29\nocpp,,0,2026-11-29\n`,
    )
  table('85.0')
  expect(await beyondBounds(folder)).toEqual([])
  table('84.9')
  expect(await beyondBounds(folder)).toEqual([
    'percent noticed in the weakest of these parts: 84.9, at least 85; links',
  ])
})

test('a row has a value and may have bounds on either side', async () => {
  const rows = (value) => [
    { name: 'plain', value: () => 7 },
    { name: 'bounded', value: async () => value, least: 2, most: 4 },
  ]
  for (const [value, kept] of [
    [1, false],
    [2, true],
    [4, true],
    [5, false],
  ])
    expect((await measured(folder, rows(value))).map((row) => row.kept)).toEqual([true, kept])
  expect(tableOf(await measured(folder, rows(5)))).toBe(
    '  plain          7\n✗ bounded        5  at most 4, at least 2',
  )
})
