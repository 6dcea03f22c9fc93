import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at } from '../root.mjs'
import { layOutBeside, takePackages } from './packages-beside.mjs'

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packages-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const read = (path) => readFileSync(join(folder, path), 'utf8')
const recordOf = (...names) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1.0.0' }])),
  })

test('packages that are lacking come from beside, and those that are there stay', () => {
  write('node_modules/both/index.js', 'own')
  write('node_modules/@scope/one/index.js', 'own')
  write('node_modules/.bin/both', 'own')
  write('node_modules/.package-lock.json', recordOf('both', '@scope/one'))
  const beside = '.packages/node_modules'
  for (const path of [
    'both/index.js',
    '@scope/two/index.js',
    'lacking/index.js',
    '.bin/both',
    '.bin/lacking',
  ])
    write(`${beside}/${path}`, 'beside')
  write(`${beside}/.cache/index.js`, 'beside')
  write(`${beside}/.package-lock.json`, recordOf('both', '@scope/two', 'lacking'))
  write('web/package.json', '{ "name": "the real one" }')
  write('.packages/web/package.json', '{}')
  mkdirSync(join(folder, beside, '@ours'))
  symlinkSync('../../web', join(folder, beside, '@ours/web'))

  takePackages(join(folder, beside), join(folder, 'node_modules'))

  expect(
    ['both/index.js', '@scope/one/index.js', '.bin/both'].map((path) => read(`node_modules/${path}`)),
  ).toEqual(Array(3).fill('own'))
  expect(
    ['@scope/two/index.js', 'lacking/index.js', '.bin/lacking'].map((path) => read(`node_modules/${path}`)),
  ).toEqual(Array(3).fill('beside'))
  expect(existsSync(join(folder, 'node_modules/.cache'))).toBe(false)
  expect(readlinkSync(join(folder, 'node_modules/@ours/web'))).toBe(join('..', '..', 'web'))
  expect(read('node_modules/@ours/web/package.json')).toContain('the real one')
  expect(Object.keys(JSON.parse(read('node_modules/.package-lock.json')).packages).sort()).toEqual([
    'node_modules/@scope/one',
    'node_modules/@scope/two',
    'node_modules/both',
    'node_modules/lacking',
  ])
})

test('what npm reads is laid out beside, and nothing that an earlier start has left there', () => {
  write('left/node_modules/old/index.js', 'old')
  layOutBeside(at(), join(folder, 'left'))
  expect(existsSync(join(folder, 'left/node_modules'))).toBe(false)
  for (const path of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'web/package.json',
    'server/package.json',
  ])
    expect(read(`left/${path}`)).toBe(readFileSync(at(path), 'utf8'))
})
