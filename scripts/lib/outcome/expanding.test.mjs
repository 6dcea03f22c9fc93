import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { contractingMigrations, contractionsIn } from './expanding.mjs'

test.each([
  'create table a (id int primary key, b text not null)',
  "create index on orders (paid_at); comment on table orders is '; drop table orders'",
  'alter table orders add column a text',
  "alter table orders add column a text not null default 'x, not null', add column b numeric(10, 2)",
  'alter table orders add column a int generated always as (b + 1) stored not null',
  'alter table orders add column a int; update orders set a = greatest(b, c) where b = 1',
  'create table a (id int); create unique index on a (id); insert into a values (1); alter table a drop column id',
  '-- drop table orders\n/* truncate orders; */ create view v as select 1',
  'create function f() returns int language sql as $$ delete from orders; select 1 $$',
])('a migration that only adds: %s', (source) => expect(contractionsIn(source)).toEqual([]))

test.each([
  'drop table orders',
  'alter table orders drop column a',
  'alter table orders rename column a to b',
  'alter table orders alter column a type bigint',
  'alter table orders alter column a set not null',
  'alter table orders alter column a drop not null',
  'alter table orders add column a int not null',
  'alter table orders add column a int unique default 1',
  'alter table orders add column b int, drop column a',
  'alter table orders add constraint c check (a > 0)',
  'create unique index on orders (a)',
  'create or replace view v as select 2',
  'create or replace function f() returns int language sql as $$ select 1 $$',
  'create trigger t before insert on orders for each row execute function f()',
  'update orders set a = 1',
  'delete from orders',
  'truncate orders',
])('a migration that an older server may not bear: %s', (source) =>
  expect(contractionsIn(source)).toEqual([source.toLowerCase().replace(/\$\$.*\$\$/, "''")]))

let root
afterEach(() => root && rmSync(root, { recursive: true, force: true }))

test('what was released with the first version is left alone, and later ones add or say who can bear them', () => {
  root = mkdtempSync(join(tmpdir(), 'expanding-'))
  for (const folder of ['server/migrations', 'server/releases'])
    mkdirSync(join(root, folder), { recursive: true })
  const put = (path, text) => writeFileSync(join(root, path), text)
  put('server/releases/0.1.0.json', JSON.stringify({ version: '0.1.0', migrations: { '0001-a.sql': '' } }))
  put('server/migrations/0001-a.sql', 'drop table a;')
  put('server/migrations/0002-b.sql', 'create table b ();')
  put(
    'server/migrations/0003-c.sql',
    '-- works from 0.1.0: no server has read a since that version\ndrop table a;',
  )
  expect(contractingMigrations(root)).toEqual([])
  put('server/migrations/0004-d.sql', 'drop table b;')
  put(
    'server/migrations/0005-e.sql',
    '-- works from 0.2.0: no server has read a since that version\ndrop table a;',
  )
  put('server/migrations/0006-f.sql', '-- works from 0.1.0: why\ndrop table a;')
  const broken = contractingMigrations(root)
  expect(broken.map((line) => line.split(':')[0])).toEqual(
    ['0004-d', '0005-e', '0006-f'].map((name) => `server/migrations/${name}.sql`),
  )
  expect(broken[0]).toContain('"drop table b"')
  expect(contractingMigrations(root, { '0004-d.sql': '', '0005-e.sql': '', '0006-f.sql': '' })).toEqual([])
})
