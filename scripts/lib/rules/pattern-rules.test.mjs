import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { slowPatterns } from './pattern-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-patterns-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

const faultAt = (path, line, pattern) =>
  `${path}:${line}: ${pattern}: some texts take it time by their square`

test.each([
  '/^(a+)+$/',
  String.raw`/^\w+\s*\w*$/`,
  String.raw`/^\d+\.?\d*$/`,
  String.raw`/\s+$/`,
  String.raw`/^\[?(\d{4}-\d\d)\]?\s+(?:\[?(info|warn)\]?:?\s+)?(?:\[(\d{1,2})\]\s*)?(.*)$/i`,
])('%s is found', (pattern) => {
  write('server/src/a.ts', `const b = c / d\nexport const slow = (text: string) => ${pattern}.test(text)\n`)
  expect(slowPatterns(folder)).toEqual([faultAt('server/src/a.ts', 2, pattern)])
})

test.each([
  '/^[a-z]+(,[a-z]+)*$/',
  String.raw`/^\d+(?:\.\d*)?$/`,
  String.raw`/^[^<>@\s]+@[^<>@\s]+$/`,
  '/(password|secret|pin$)/i',
  String.raw`/\{(\w{1,40})\}/g`,
])('%s is not', (pattern) => {
  write('ocpp/src/a.ts', `export const fast = ${pattern}\n`)
  expect(slowPatterns(folder)).toEqual([])
})

test('tests, comments, strings and what runs elsewhere are left alone', () => {
  write('server/src/a.test.ts', 'export const slow = /(a+)+$/\n')
  write('server/src/b.ts', "// /(a+)+$/\nexport const text = '/(a+)+$/'\n")
  write('bench/src/c.ts', 'export const slow = /(a+)+$/\n')
  expect(slowPatterns(folder)).toEqual([])
})
