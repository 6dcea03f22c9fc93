import { guard, unguard } from '@stationmaster/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeHeader, writeLines } from '../../../platform/documents/csv.ts'
import { readLines } from './csv.ts'

test('what a spreadsheet would run is written as text, and read back as it was', () => {
  for (const cell of ['=1+1', '+7 900', '-2+3', '@SUM(A1)', '\tx', "'quoted'", '＝1'])
    expect([guard(cell)[0], unguard(guard(cell))]).toEqual(["'", cell])
  for (const cell of ['', 'plain', '-33.86', '12', 'a=b', "it's"]) expect(guard(cell)).toBe(cell)
  fc.assert(fc.property(fc.string(), (cell) => unguard(guard(cell)) === cell))
})

test.each([
  [';=1+1', ";'=1+1"],
  ['a;=1+1;-2', "a;'=1+1;'-2"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a\n=1+1', "a\n'=1+1"],
  ['a\r\n@SUM(A1)', "a\r\n'@SUM(A1)"],
  ['a;"=1+1"', `a;"'=1+1"`],
  ['a;""+1', `a;""'+1`],
  [";'=1", ";''=1"],
  ['a;＝1', "a;'＝1"],
  ['a; =1', 'a; =1'],
  ['a;b=1', 'a;b=1'],
  ['a;"b"=1', 'a;"b"=1'],
  ['a,=1', 'a,=1'],
])('%j is guarded after each separator that a spreadsheet may have: %j', (cell, guarded) => {
  expect([guard(cell), unguard(guarded)]).toEqual([guarded, cell])
})

test('no field is a formula, whichever separator a spreadsheet takes', () => {
  const unit = fc.constantFrom('a', '"', ',', ';', '\n', '\r', '\t', '=', '+', "'", ' ')
  fc.assert(
    fc.property(fc.array(fc.string({ unit }), { minLength: 1, maxLength: 3 }), (cells) => {
      // of a field that begins with quotation marks, what begins after them is left at the most
      for (const line of writeLines([cells]).split(/\r\n|\n|\r/))
        for (const delimiter of [';', '\t'])
          for (const field of line.split(delimiter)) expect(field.replace(/^"*/, '')).not.toMatch(/^[=+]/)
    }),
  )
})

test('any cells survive the file', async () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'Ж', '"', ',', ';', '\n', '\r\n', '=', "'", ' ', '-', '\t'),
  })
  const row = fc
    .array(cell, { minLength: 3, maxLength: 3 })
    .filter((cells) => cells.some((text) => text !== ''))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      const { lines, broken } = await readLines(writeHeader(['a', 'b', 'c']) + writeLines(rows))
      expect(broken).toBeNull()
      expect(lines.slice(1).map(({ cells }) => cells)).toEqual(rows)
    }),
  )
})

test('rows know their lines, past empty ones and line breaks in cells', async () => {
  const { lines } = await readLines('a,b\r\n1,2\r\n\r\n\r\n3,"x\ny"\r\n4,5\n6,7')
  expect(lines.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [1, 'a'],
    [2, '1'],
    [5, '3'],
    [7, '4'],
    [8, '6'],
  ])
})

test('semicolons and tabs are taken too', async () => {
  const cells = async (text: string) => (await readLines(text)).lines.map((line) => line.cells)
  expect(await cells('a;b\n"1,5";2')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
  expect(await cells('a\tb\n1\t2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('a file whose quotation marks do not match is told with its line', async () => {
  expect((await readLines('a,b\n1,2\n3,"x"y\n')).broken).toBe(3)
})
