import { describe, expect, test } from 'vitest'
import { guard, guardBeginning, unguard } from './csv-guard.ts'

describe('a cell of a CSV file', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['=1+1', "'=1+1"],
    ['+7', "'+7"],
    ['-a', "'-a"],
    ['@sum', "'@sum"],
    ["'quoted", "''quoted"],
    ['＝1', "'＝1"],
    ['a=1', 'a=1'],
    // cells of spreadsheets with other separators
    ['a;=1', "a;'=1"],
    ['a\n=1;b', "a\n'=1;b"],
    ['a;"=1"', 'a;"\'=1"'],
    ['a"=1', 'a"=1'],
    ['""@x', '""\'@x'],
    ['a;=1;b;-c', "a;'=1;b;'-c"],
  ])('%j is kept as %j, and is the same when it is read again', (cell, kept) => {
    expect(guard(cell)).toBe(kept)
    expect(unguard(kept)).toBe(cell)
  })

  test.each(['-5', '-5.25', '-1234,5', '12'])('%s is a number', (cell) => {
    expect(guard(cell)).toBe(cell)
    expect(guardBeginning(cell)).toBe(cell)
  })
  test.each(['-5.', '-5.2x', '-x5', '-', '-5 5', '--5'])('%s is none', (cell) => {
    expect(guard(cell)).toBe(`'${cell}`)
    expect(guardBeginning(cell)).toBe(`'${cell}`)
  })

  test('an apostrophe that guards nothing stays', () => {
    for (const cell of ["'", "'a", "a'=", "it's"]) expect(unguard(cell)).toBe(cell)
  })
})

describe('a cell of a file that knows formulas', () => {
  test.each(['', 'plain', 'a;=1', '+74951234567', '+49 (30) 12-34', '+12345'])('%j stays', (cell) => {
    expect(guardBeginning(cell)).toBe(cell)
  })
  test.each([
    '=1',
    '@x',
    '+1234',
    `+1${'2'.repeat(31)}`,
    '+7495123456x',
    '+a12345',
    '=+12345',
    "'a",
  ])('%j is guarded', (cell) => {
    expect(guardBeginning(cell)).toBe(`'${cell}`)
  })
})
