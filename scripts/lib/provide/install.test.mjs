import { expect, test } from 'vitest'
import { isWhole } from './install.mjs'

const wanted = {
  '': { name: 'x' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a-for-other-systems': { version: '1.0.0', optional: true },
  'node_modules/tests': { version: '2.0.0', dev: true },
}
const ofStart = { 'node_modules/a': { version: '1.0.0' } }
const all = { ...ofStart, 'node_modules/tests': { version: '2.0.0' } }

test('a start is whole without the packages of the tests, and the tests are not', () => {
  expect(isWhole(wanted, ofStart, 'start')).toBe(true)
  expect(isWhole(wanted, ofStart, 'all')).toBe(false)
  expect(isWhole(wanted, all, 'all')).toBe(true)
})

test('a package that is missing or of another version is noticed', () => {
  expect(isWhole(wanted, {}, 'start')).toBe(false)
  expect(isWhole(wanted, { 'node_modules/a': { version: '1.0.1' } }, 'start')).toBe(false)
  expect(isWhole(wanted, { ...all, 'node_modules/tests': { version: '2.0.1' } }, 'all')).toBe(false)
})
