import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenRules } from './source-rules.mjs'
import { readable } from './source-text.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-rules-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

test('only config.ts reads the environment and only the clock knows the time', () => {
  const source =
    'const a = process.env.PORT\n\nconst b = new Date()\nconst c = Date.now()\nconst d = new Date(0)\n'
  write('server/src/app.ts', source)
  write('server/src/app.test.ts', source)
  expect(brokenRules(folder)).toEqual([
    'server/src/app.ts:1: process.env: only server/src/config.ts reads the environment',
    'server/src/app.ts:3: new Date(): only platform/clock.ts knows the time: take it as an argument',
    'server/src/app.ts:4: Date.now(: only platform/clock.ts knows the time: take it as an argument',
  ])
})

test('the files that may are left alone, and so are comments and strings', () => {
  write('server/src/config.ts', 'export const port = process.env.PORT\n')
  write('server/src/platform/clock.ts', 'export const now = () => new Date()\n')
  write('server/src/app.ts', "// Date.now() is not for us\nconst text = 'process.env' + `new Date()`\n")
  expect(brokenRules(folder)).toEqual([])
})

test('code inside a template is code', () => {
  write('server/src/app.ts', 'const text = `{ at ${Date.now()} }`\n')
  expect(brokenRules(folder)).toHaveLength(1)
})

test('protocol versions are named in ocpp/ and nowhere to its right', () => {
  write('ocpp/src/protocol.ts', "export const protocols = ['ocpp1.6']\n")
  write('server/src/flow.ts', "if (link.protocol === 'ocpp1.6') stop()\n")
  expect(brokenRules(folder)).toEqual([
    "server/src/flow.ts:1: 'ocpp1.6': protocol versions end at the translators in ocpp/",
  ])
})

test('a file of more than 400 lines is found', () => {
  write('units/src/long.ts', 'export {}\n'.repeat(401))
  expect(brokenRules(folder)).toEqual(['units/src/long.ts:400: 401 lines; a file has 400 at most'])
})

test('patterns, divisions and nested templates are told apart', () => {
  const { code } = readable("const a = /['\"`]/.test(x) ? `${`${b}`}` : c / d // e\nconst f = 'g'\n")
  expect(code.replace(/ +/g, ' ')).toBe("const a = / /.test(x) ? `${`${b}`}` : c / d \nconst f = ' '\n")
})
