import { expect, test } from 'vitest'
import { linesOf } from './controller-lines.ts'

const at = new Date('2026-03-10T09:00:00Z')
const log = (content: unknown, changes = {}) =>
  linesOf(
    { type: 'vendor.message', vendorId: 'autoenterprise', messageId: 'log', content, ...changes },
    'S1',
    at,
  )
const one = { at, stationId: 'S1', connector: null, level: 'info', source: 'vendor' }

test('only the log of that vendor has lines', () => {
  expect(log('hello', { vendorId: 'AutoEnterprise' })).toEqual([{ ...one, text: 'hello' }])
  expect(log('hello', { vendorId: 'other' })).toBeNull()
  expect(log('hello', { messageId: 'miscInfo' })).toBeNull()
  expect(log('hello', { messageId: undefined })).toBeNull()
})

test('one line comes as text or object, several as a list', () => {
  expect(log('hello')).toEqual([{ ...one, text: 'hello' }])
  expect(log({ text: 'hello', connector: 2, level: 'error' })).toEqual([
    { ...one, connector: 2, level: 'error', text: 'hello' },
  ])
  expect(log([{ text: 'first' }, 'second'])).toEqual([
    { ...one, text: 'first' },
    { ...one, text: 'second' },
  ])
})

test.each([
  [''],
  [null],
  [undefined],
  [7],
  [{}],
  [{ text: '' }],
  [{ text: 7 }],
  [{ text: null }],
  [[]],
])('without a text there is no line: %o', (content) => {
  expect(log(content)).toEqual([])
})

test('what is no line is left out from among lines', () => {
  expect(log([null, 'second', { text: '' }, 7])).toEqual([{ ...one, text: 'second' }])
})

test.each([
  [undefined, null],
  [null, null],
  [0, null],
  [-1, null],
  [1, 1],
  ['2', 2],
  [1.5, null],
  [100, 100],
  [101, null],
  ['left', null],
])('the connector %s is kept as %s', (connector, expected) => {
  expect(log({ text: 'hello', connector })).toMatchObject([{ connector: expected }])
})

test.each([
  ['debug', 'debug'],
  ['info', 'info'],
  ['warning', 'warning'],
  ['WARN', 'warning'],
  ['Error', 'error'],
  ['fatal', 'info'],
  [undefined, 'info'],
  [3, 'info'],
])('the level %s is kept as %s', (level, expected) => {
  expect(log({ text: 'hello', level })).toMatchObject([{ level: expected }])
})

test('a message has 200 lines at most, and a line 4,000 characters', () => {
  expect(log(Array.from({ length: 200 }, () => 'x'))).toHaveLength(200)
  expect(log(Array.from({ length: 201 }, (_, index) => `${index}`))?.at(-1)?.text).toBe('199')
  expect(log('x'.repeat(4000))).toMatchObject([{ text: 'x'.repeat(4000) }])
  expect(log(`${'x'.repeat(4000)}y`)).toMatchObject([{ text: 'x'.repeat(4000) }])
})
