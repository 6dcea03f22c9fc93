import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentOf } from './json-lines.ts'
import { linesOf } from './lines.ts'
import { DumpFault, rowsOfDump } from './sql-dump.ts'
import { instantOf, minorOf, numberOf } from './values.ts'

const rowsIn = async (text: string) => {
  const rows = []
  for await (const row of rowsOfDump(linesOf(Readable.from([Buffer.from(text)])))) rows.push(row)
  return rows
}

describe('dumps', () => {
  test('of mysqldump have the columns of their tables, and texts with quotation marks, brackets and line ends', async () => {
    const create =
      'CREATE TABLE `user` (\n  `user_pk` int(11) NOT NULL,\n  `note` text,\n  PRIMARY KEY (`user_pk`)\n) ENGINE=InnoDB;\n'
    const insert = "INSERT INTO `user` VALUES (1,'a\\'b),(\\\\;'),(2,NULL),(3,'it''s\\nnew');\n"
    expect(await rowsIn(create + insert)).toEqual([
      { table: 'user', row: { user_pk: '1', note: "a'b),(\\;" } },
      { table: 'user', row: { user_pk: '2', note: null } },
      { table: 'user', row: { user_pk: '3', note: "it's\nnew" } },
    ])
  })

  test('may write each row on a line of its own, and name the columns', async () => {
    expect(await rowsIn('INSERT INTO `a` (`x`, `y`) VALUES\n\t(1, 2),\n\t(3, 4);\nSELECT 1;')).toEqual([
      { table: 'a', row: { x: '1', y: '2' } },
      { table: 'a', row: { x: '3', y: '4' } },
    ])
  })

  test('of pg_dump are COPY or INSERT', async () => {
    const copy = 'COPY public."Tariffs" (id, "pricePerKwh") FROM stdin;\n7\t0.5\n8\t\\N\n\\.\n'
    const insert = 'INSERT INTO public."Tariffs" VALUES (9, 1);\n'
    await expect(rowsIn(copy)).resolves.toEqual([
      { table: 'Tariffs', row: { id: '7', pricePerKwh: '0.5' } },
      { table: 'Tariffs', row: { id: '8', pricePerKwh: null } },
    ])
    await expect(rowsIn(copy + insert)).rejects.toThrow(DumpFault)
  })

  test('are read alike however their bytes arrive', async () => {
    const text = "INSERT INTO `a` (`x`,`y`) VALUES (1,'Ä\\'ö,)'),\n(2,'плюс'),(3,NULL);\n"
    const whole = await rowsIn(text)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 }),
        async (sizes) => {
          const bytes = Buffer.from(text)
          const pieces: Buffer[] = []
          for (let at = 0, index = 0; at < bytes.length; index += 1) {
            const size = sizes[index % sizes.length] ?? 1
            pieces.push(bytes.subarray(at, at + size))
            at += size
          }
          const rows = []
          for await (const row of rowsOfDump(linesOf(Readable.from(pieces)))) rows.push(row)
          expect(rows).toEqual(whole)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('values', () => {
  test('extended JSON is unwrapped', () => {
    const line =
      '{"_id":{"$oid":"6f"},"at":{"$date":"2026-01-01T00:00:00Z"},"n":{"$numberLong":"7"},"list":[{"$numberInt":"1"}]}'
    expect(documentOf(line)).toEqual({ _id: '6f', at: '2026-01-01T00:00:00Z', n: 7, list: [1] })
    expect(documentOf('[1]')).toBeUndefined()
    expect(documentOf('{"a":')).toBeUndefined()
  })

  test.each([
    ['2026-02-01 10:00:00.000000', '2026-02-01T10:00:00.000Z'],
    ['2026-02-01T10:00:00+02:00', '2026-02-01T08:00:00.000Z'],
    ['2026-02-01 10:00:00+00', '2026-02-01T10:00:00.000Z'],
    ['2026-02-01', '2026-02-01T00:00:00.000Z'],
    ['yesterday', undefined],
    ['2026-13-01 10:00:00', undefined],
  ])('an instant: %s', (text, instant) => {
    expect(instantOf(text)?.toISOString()).toBe(instant)
  })

  test('numbers and amounts', () => {
    expect([numberOf('1.5'), numberOf(''), numberOf('x'), minorOf('12.345'), minorOf(-1)]).toEqual([
      1.5,
      null,
      null,
      1235,
      null,
    ])
  })
})
