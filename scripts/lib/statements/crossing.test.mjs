import { expect, test } from 'vitest'
import { crossingOf, ofSources } from './crossing.mjs'

const crossing = (text) =>
  crossingOf([text])
    .filter((one) => one.crossing.length > 0)
    .map(({ table }) => table)

test.each([
  ['select * from frames where station_id = $1 and at > $2', []],
  ['select * from frames where at > $1', ['frames']],
  ['select * from meter_samples m where m.order_id = any($1)', []],
  ['select sum(energy_wh) from orders where business_day = $1', ['orders']],
  ['select * from order_view o where o.id in ($1, $2)', []],
  ['select * from payment_view p join orders o on o.id = p.order_id where o.due_at < now()', []],
  ['update orders set due_at = null where due_at < $1', ['orders']],
  ['insert into frames (station_id, at) select * from unnest($1, $2)', []],
  ['delete from order_logs where at < $1', ['order_logs']],
  ['select * from locations where id = $1', []],
])('%s', (text, tables) => {
  expect(crossing(text)).toEqual(tables)
})

test('a statement counts once, whatever its white space', () => {
  const [frames] = crossingOf(['select 1 from frames', 'select  1\n from frames'])
  expect(frames).toMatchObject({ table: 'frames', all: 1, crossing: ['select 1 from frames'] })
})

test('what only tests ask is left out', () => {
  const statements = new Map([
    [
      'select id from orders where due_at < \0 for update',
      new Set(['select id from orders where due_at < $1 for update']),
    ],
    ['update orders set due_at = null', new Set(['update orders set due_at = null'])],
  ])
  const source = 'sql`select id\n  from orders where due_at < ${now} for update`'
  expect(ofSources(statements, [source])).toEqual(['select id from orders where due_at < $1 for update'])
})
