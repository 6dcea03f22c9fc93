import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openBothDatabases } from '../general/testing.ts'
import { type ColumnMap, rows } from './bulk.ts'

interface Row {
  whole: number | null
  exact: number | null
  near: number | null
  at: Date | null
  text: string | null
  yes: boolean | null
  json: unknown
}

const columns: ColumnMap<Row> = {
  whole: ['whole', 'bigint'],
  exact: ['exact', 'numeric'],
  near: ['near', 'real'],
  at: ['at', 'timestamptz'],
  text: ['text', 'text'],
  yes: ['yes', 'boolean'],
  json: ['json', 'jsonb'],
}
const nothing: Row = { whole: null, exact: null, near: null, at: null, text: null, yes: null, json: null }
const texts = [
  ...[
    '',
    'NULL',
    'null',
    ' a b ',
    'a,b',
    '{a}',
    '"',
    '\\',
    'a"b\\"c',
    "it's",
    '\u{1f50c}ß',
    '\n\t\u0001"\\',
    '\u007f\u2028',
  ],
]
const given: Row[] = [
  nothing,
  { ...nothing, whole: -9_007_199_254_740_991, exact: 0.001, near: 31.5, yes: false },
  { ...nothing, whole: 0, exact: 1e21, near: -0.5, yes: true, at: new Date('2026-03-29T01:00:00.007Z') },
  ...texts.map((text) => ({ ...nothing, text, json: { text, list: [text, null, 1] } })),
  ...['a', 7, [], {}, false].map((json) => ({ ...nothing, json })),
]
/** What no database can hold becomes U+FFFD, and what JSON cannot say becomes null. */
const replaced: [given: Row, kept: Row][] = [
  [
    { ...nothing, text: 'a\0b\ud83d', json: ['\0', '\udd0c'] },
    { ...nothing, text: 'a\ufffdb\ufffd', json: ['\ufffd', '\ufffd'] },
  ],
  [{ ...nothing, whole: Number.NaN, at: new Date(Number.NaN) }, nothing],
]

describe.each(openBothDatabases())('$name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const read = async (list: readonly Row[]): Promise<Row[]> => {
    const properties = Object.keys(columns) as (keyof Row)[]
    const { rows: found } = await sql<Row & { beside: string }>`
      select r.* from ${rows(list, columns, properties, ['beside', 'text', ({ text }) => text])}`.execute(
      database.db,
    )
    return found.map(({ whole, exact, near, at, text, yes, json }) => ({
      whole,
      exact,
      near,
      at,
      text,
      yes,
      json,
    }))
  }

  test('one row comes as it was given, and so do many', async () => {
    for (const row of given) expect(await read([row])).toEqual([row])
    expect(await read(given)).toEqual(given)
  })

  test('seven rows are as many as eight', async () => {
    for (const count of [7, 8, 9]) expect(await read(given.slice(0, count))).toEqual(given.slice(0, count))
  })

  test('what cannot be kept is replaced, in one row and in many', async () => {
    const list = Array.from({ length: 10 }, () => replaced).flat()
    for (const [row, kept] of replaced) expect(await read([row])).toEqual([kept])
    expect(await read(list.map(([row]) => row))).toEqual(list.map(([, kept]) => kept))
  })

  test('lists are a column of many rows too', async () => {
    const list = Array.from({ length: 9 }, (_, i) => ({ tags: i === 0 ? [] : ['a', `"${i}`] }))
    const { rows: found } = await sql<{ tags: string[] }>`
      select r.tags from ${rows(list, { tags: ['tags', 'text[]'] }, ['tags'])}`.execute(database.db)
    expect(found).toEqual(list)
  })
})
