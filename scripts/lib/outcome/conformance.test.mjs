import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conformanceCases } from '../../../server/src/story/conformance/index.ts'
import { at } from '../root.mjs'
import { page, rowsOf, summary, table } from './conformance.mjs'

const row = (id, more = {}) => ({
  version: 'OCPP 1.6',
  block: 'Sessions',
  id,
  subject: `Subject of ${id}`,
  ...more,
})
const played = (status, conformance, ...failureMessages) => ({
  status,
  failureMessages,
  meta: conformance ? { conformance } : {},
})

test('rows are the cases of a report, with what failed', () => {
  const report = {
    testResults: [
      {
        assertionResults: [
          played('passed', row('TC_1')),
          played('failed', row('TC_2'), 'Error: expected 1\n    at case.ts:1'),
          played('skipped', row('TC_3')),
          played('passed', undefined),
        ],
      },
    ],
  }
  expect(rowsOf(report)).toEqual([
    row('TC_1'),
    row('TC_2', { failure: 'Error: expected 1' }),
    row('TC_3', { failure: 'the case was skipped' }),
  ])
})

const mixed = [
  row('TC_1'),
  row('TC_20', { version: 'OCPP 2.0.1', notOffered: 'no cars' }),
  row('TC_3', { failure: 'Error: expected 1' }),
]

test('a summary counts what passed, what is not offered and what failed', () => {
  expect(summary(mixed)).toBe('3 cases: 1 passed, 1 not offered, 1 failed')
  expect(summary([row('TC_1')])).toBe('1 case: 1 passed')
})

test('the table has a line for each case, by version', () => {
  expect(table(mixed)).toBe(`OCPP 1.6, 2 cases: 1 passed, 1 failed

TC_1   Subject of TC_1   passed
TC_3   Subject of TC_3   FAILED: Error: expected 1

OCPP 2.0.1, 1 case: 0 passed, 1 not offered

TC_20  Subject of TC_20  not offered: no cars
`)
})

test('the page says what it is, and what it is not', () => {
  const text = page(mixed)
  expect(text).toContain('self-tested against the subjects of the test cases')
  expect(text).toContain('It is not\ncertified')
  expect(text).toContain('| TC_20 | Subject of TC_20 | not offered: no cars |')
})

test('docs/conformance.md is the table of the cases as they are', () => {
  const rows = conformanceCases.map(({ version, block, id, subject, notOffered }) => ({
    version,
    block,
    id,
    subject,
    ...(notOffered === undefined ? {} : { notOffered }),
  }))
  const written = readFileSync(at('docs/conformance.md'), 'utf8')
  expect(written, 'run npm run conformance').toBe(page(rows))
  const keys = rows.map(({ version, id }) => `${version} ${id}`)
  expect(new Set(keys).size).toBe(keys.length)
})
