import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sqlOutsideStores } from './table-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-rules-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

test('SQL outside of a store is named, whichever way it is said', () => {
  write(
    'server/src/slices/orders/actions.ts',
    [
      'const a = sql`select 1`',
      'const b = sql<{ id: number }>`select id from orders`',
      "const c = db.selectFrom('orders')",
      "await tx\n  .updateTable('orders')",
      "await insertRows(tx, 'orders', list, columns)",
      'const raw = sql.raw(text)',
    ].join('\n'),
  )
  expect(sqlOutsideStores(folder)).toEqual(
    [1, 2, 3, 5, 6, 7].map(
      (line) => `server/src/slices/orders/actions.ts:${line}: SQL stands in store.ts or *-store.ts only`,
    ),
  )
})

test('stores speak SQL, so do tests, and what says none is left alone', () => {
  const source = 'export const one = sql`select 1`\n'
  write('server/src/slices/orders/store.ts', source)
  write('server/src/slices/orders/list-store.ts', source)
  write('server/src/platform/audit.ts', source)
  write('server/src/slices/orders/rules.test.ts', source)
  write('server/src/story/world.ts', source)
  write('bench/src/load.ts', source)
  write(
    'server/src/slices/orders/rules.ts',
    "// sql`select 1`\nconst text = 'sql`'\nimport { type RawBuilder } from 'kysely'\ndb.transaction().execute(work)\n",
  )
  expect(sqlOutsideStores(folder)).toEqual([])
})

test('a file whose name only ends alike is no store', () => {
  write('server/src/slices/orders/restore.ts', 'export const one = sql`select 1`\n')
  expect(sqlOutsideStores(folder)).toHaveLength(1)
})
