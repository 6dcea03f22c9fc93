import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginFolder, finishDemo } from './unfinished.ts'

let folder: string
let said: string[]
const begin = (mode: 'demo' | 'empty' | 'serve') => beginFolder(folder, mode, (line) => said.push(line))
const make = (name: string) => {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'kept'), '')
}
const has = (name: string) => existsSync(join(folder, name))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unfinished-'))
  said = []
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a demo whose first start was ended half-way begins again, with its key', () => {
  writeFileSync(join(folder, 'secret-key'), 'k')
  begin('demo')
  for (const name of ['database', 'files', 'sandbox']) make(name)
  expect(said).toEqual([])
  begin('demo')
  expect(['database', 'files', 'sandbox', 'secret-key'].map(has)).toEqual([false, false, false, true])
  expect(said).toEqual([expect.stringContaining('it is made anew')])
  // this one may be ended half-way as well
  make('database')
  begin('demo')
  expect(has('database')).toBe(false)
})

test('a demo that stands is kept', () => {
  begin('demo')
  make('database')
  finishDemo(folder)
  begin('demo')
  begin('demo')
  expect(has('database')).toBe(true)
  expect(said).toEqual([])
})

test('a database that was there before the demo is kept, and one that was used without it since', () => {
  make('database')
  begin('demo')
  begin('demo')
  expect(has('database')).toBe(true)
  rmSync(join(folder, 'database'), { recursive: true })
  begin('demo')
  make('database')
  begin('empty')
  begin('demo')
  expect(has('database')).toBe(true)
})
