import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { strayTables } from './table-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-rules-'))
  write(
    'server/src/slices/order.json',
    '{ "stations": ["stations"], "charging": ["orders"], "money": ["payments"] }',
  )
  owned({
    stations: { tables: ['stations'] },
    orders: { tables: ['orders'] },
    payments: { tables: ['payments'] },
  })
  write(
    'server/migrations/0001-network.sql',
    'create table stations (id text);\ncreate table orders (id bigint);\n',
  )
  write('server/migrations/0002-money.sql', 'create table payments (\n  id bigint\n);\n')
})

const owned = (owners) => write('server/src/slices/tables.json', JSON.stringify(owners))

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

test('SQL outside of a store is named, whichever way it is said', () => {
  write(
    'server/src/slices/charging/orders/actions.ts',
    [
      'const a = sql`select 1`',
      'const b = sql<{ id: number }>`select id from orders`',
      "const c = db.selectFrom('orders')",
      "await tx\n  .updateTable('orders')",
      "await insertRows(tx, 'orders', list, columns)",
      'const raw = sql.raw(text)',
      "import { sql as told } from 'kysely'",
      "await removeBefore(db, 'orders', 'at', before)",
    ].join('\n'),
  )
  expect(strayTables(folder)).toEqual(
    [1, 2, 3, 5, 6, 7, 8, 9].map(
      (line) =>
        `server/src/slices/charging/orders/actions.ts:${line}: SQL stands in store.ts or *-store.ts only`,
    ),
  )
})

test('stores speak SQL, so do tests, and what says none is left alone', () => {
  const source = 'export const one = sql`select 1`\n'
  write('server/src/slices/charging/orders/store.ts', source)
  write('server/src/slices/charging/orders/list-store.ts', source)
  write('server/src/platform/general/audit.ts', source)
  write('server/src/slices/charging/orders/rules.test.ts', source)
  write('server/src/story/world.ts', source)
  write('bench/src/load.ts', source)
  write(
    'server/src/slices/charging/orders/rules.ts',
    "// sql`select 1`\nconst text = 'sql`'\nimport { type RawBuilder } from 'kysely'\ndb.transaction().execute(work)\n",
  )
  expect(strayTables(folder)).toEqual([])
})

test('a file whose name only ends alike is no store', () => {
  write('server/src/slices/charging/orders/restore.ts', 'export const one = sql`select 1`\n')
  expect(strayTables(folder)).toHaveLength(1)
})

test('a store names tables of its own slice, and of strangers none, whichever way they are named', () => {
  write(
    'server/src/slices/charging/orders/store.ts',
    'const a = sql`select * from orders o join orders p on true`\n',
  )
  write(
    'server/src/slices/money/payments/store.ts',
    [
      '// from orders',
      'const a = sql`select * from payments p join orders o on true`',
      'const b = sql`select 1 from payments p, orders o`',
      "const c = db.selectFrom('payments').innerJoin('orders as o', 'o.id', 'p.id')",
      'const d = sql`update stations set id = ${id}`',
      "const e = insertRows(tx, 'stations', list, columns)",
      'const f = sql`select ${sql`exists (select from stations)`} from payments`',
      "const g = removeBefore(db, 'orders', 'at', before)",
    ].join('\n'),
  )
  const reason = (owner) => `a table of ${owner}: read it by a function of its store, or by a view`
  expect(strayTables(folder)).toEqual([
    `server/src/slices/money/payments/store.ts:2: orders: ${reason('orders')}`,
    `server/src/slices/money/payments/store.ts:3: orders: ${reason('orders')}`,
    `server/src/slices/money/payments/store.ts:4: orders: ${reason('orders')}`,
    `server/src/slices/money/payments/store.ts:5: stations: ${reason('stations')}`,
    `server/src/slices/money/payments/store.ts:6: stations: ${reason('stations')}`,
    `server/src/slices/money/payments/store.ts:7: stations: ${reason('stations')}`,
    `server/src/slices/money/payments/store.ts:8: orders: ${reason('orders')}`,
  ])
})

describe('a view', () => {
  const views = (leftReaders) => {
    owned({
      stations: { tables: ['stations'] },
      orders: { tables: ['orders'], views: { order_view: leftReaders } },
      payments: { tables: ['payments'] },
    })
    write('server/migrations/0003-views.sql', 'create view order_view as\n  select id from orders;\n')
  }

  test('is read to the right of its owner, and to the left by those that are named', () => {
    views([])
    write('server/src/slices/money/payments/store.ts', 'const a = sql`select * from order_view`\n')
    write('server/src/slices/stations/stations/store.ts', 'const a = sql`select * from order_view`\n')
    expect(strayTables(folder)).toEqual([
      'server/src/slices/stations/stations/store.ts:1: order_view: a view of orders, which stands to the right of stations in order.json',
    ])
    views(['stations'])
    expect(strayTables(folder)).toEqual([])
  })

  test('is written by nobody', () => {
    views([])
    write('server/src/slices/money/payments/store.ts', 'const a = sql`delete from order_view`\n')
    write('server/src/slices/charging/orders/store.ts', 'const a = sql`update order_view set id = 1`\n')
    expect(strayTables(folder)).toEqual([
      'server/src/slices/charging/orders/store.ts:1: order_view: a view is there to be read',
      'server/src/slices/money/payments/store.ts:1: order_view: a view is there to be read',
    ])
  })

  test('shows tables of its owner alone', () => {
    views([])
    write(
      'server/migrations/0004-more.sql',
      'create or replace view order_view as select p.id from orders o join payments p on true;',
    )
    expect(strayTables(folder)).toEqual([
      'server/migrations/0004-more.sql: order_view of orders shows payments of payments',
    ])
  })
})

test('every table has an owner, and every owner its table', () => {
  write(
    'server/migrations/0003-more.sql',
    'create table refunds (id bigint);\ndrop table payments;\n-- create table old (id int);\n',
  )
  expect(strayTables(folder)).toEqual([
    'server/migrations/0003-more.sql: refunds has no owner in server/src/slices/tables.json',
    'server/src/slices/tables.json: there is no table "payments"',
  ])
  owned({ refunds: { tables: ['refunds', 'orders', 'stations'] } })
  expect(strayTables(folder)).toEqual(['server/src/slices/tables.json: there is no slice "refunds"'])
})
