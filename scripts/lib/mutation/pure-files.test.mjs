import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pureFiles } from './pure-files.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-pure-'))
  for (const workspace of ['units', 'contract', 'ocpp', 'ocpi', 'energy', 'server'])
    mkdirSync(join(folder, workspace, 'src'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const rule = 'export const isLate = (a, b) => a > b\n'

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

test('what takes values and gives values is pure, whatever types it names', () => {
  write(
    'server/src/rules.ts',
    `import type { Pool } from 'pg'\nimport { type Db, type Tx } from './store.ts'\n// no await, no Promise\n${rule}`,
  )
  write('server/src/store.ts', "import { sql } from 'kysely'\nexport const list = () => sql``\n")
  expect(pureFiles(folder)).toEqual(['server/src/rules.ts'])
})

test('what waits, or imports a library by itself or through another file, is not', () => {
  write('server/src/waits.ts', `export async function read() {}\n${rule}`)
  write('server/src/promises.ts', `export const read = (): Promise<void> => never\n${rule}`)
  write('server/src/library.ts', `import fastify from 'fastify'\n${rule}`)
  write('server/src/through.ts', `import { x } from './near/library.ts'\n${rule}`)
  write('server/src/near/library.ts', `import { readFileSync } from 'node:fs'\n${rule}`)
  write('server/src/unknown.ts', `import './missing.ts'\n${rule}`)
  expect(pureFiles(folder)).toEqual([])
})

test('our own rules, hashes and shapes may be imported, and pure files each other', () => {
  write(
    'server/src/a.ts',
    `import { DAY_MS } from '@stationmaster/units'\nimport { createHash } from 'node:crypto'\nimport { z } from 'zod'\nimport * as b from './b.ts'\n${rule}`,
  )
  write('server/src/b.ts', `export { isLate } from './a.ts'\n${rule}`)
  expect(pureFiles(folder)).toEqual(['server/src/a.ts', 'server/src/b.ts'])
})

test('names alone, texts for people, descriptions of calls and tests are no rules', () => {
  write('server/src/names.ts', "export const names = ['a', 'b']\n")
  write('server/src/texts.ts', 'export const hello = (name) => `Привет, ${name}`\n')
  write('contract/src/calls.ts', `import { z } from 'zod'\n${rule}`)
  write('server/src/rules.test.ts', rule)
  write('server/src/story/tell.ts', rule)
  write('contract/src/price.ts', rule)
  expect(pureFiles(folder)).toEqual(['contract/src/price.ts'])
})
