import { describe, expect, test } from 'vitest'
import { picked, readColumns, shownColumns, technicalColumns } from './columns.ts'

describe('the columns of a station', () => {
  test('hold no secret', () => {
    expect(readColumns.filter((name) => /password|secret|hash|token|key/.test(name))).toEqual([])
  })

  test('are each read once', () => {
    expect(readColumns.filter((name, at) => readColumns.indexOf(name) !== at)).toEqual([])
  })

  test('for administrators are what they need to mend it, and nobody else sees them', () => {
    expect(technicalColumns).toEqual(expect.arrayContaining(['serial_number', 'firmware_version', 'iccid']))
    expect(technicalColumns.filter((name) => (shownColumns as string[]).includes(name))).toEqual([])
  })
})

test('what is picked has the named fields alone', () => {
  expect(picked({ a: 1, b: null, c: 3 }, ['c', 'b'])).toEqual({ c: 3, b: null })
  expect(picked({ a: 1 }, [])).toEqual({})
})
