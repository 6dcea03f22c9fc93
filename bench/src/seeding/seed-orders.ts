import type { Query } from './seeding.ts'

/** Days over which the sessions are spread, ending yesterday, and places at which they are. */
const days = 365
const places = 500

/**
 * Fills a seeded network with sessions that ended, their payments, the ledger and the sums by day, each with one statement inside the
 * database, by a superuser: references are not looked up, and indexes are made when their table is full. A million takes a minute or two.
 */
export async function seedOrders(query: Query, count: number): Promise<void> {
  for (const text of statements) await query(text, text.includes('$1') ? [count] : [])
  await query('vacuum analyze', [])
}

const drivers = 20_000
const paid = `case when o.id % 10 = 0 then 'cash' when o.id % 5 = 0 then 'terminal' when o.id % 3 = 0 then 'sbp' else 'card' end`

const filled = `array['orders', 'payments', 'ledger_entries', 'ledger_transfers']::regclass[]`
const eachIndex = (statement: string) =>
  `do $$ declare i record; begin for i in select * from index_to_make loop execute ${statement}; end loop; end $$`

const statements = [
  `set session_replication_role = replica`,
  `set maintenance_work_mem = '512MB'`,
  `set work_mem = '256MB'`,
  `create temporary table index_to_make as
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i where i.indrelid = any (${filled}) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  eachIndex(`'drop index ' || i.name`),
  `insert into drivers (first_name, last_name, phone, created_at)
  select 'Driver', n::text, '+7916' || lpad(n::text, 7, '0'), now() from generate_series(1, ${drivers}) n`,
  `insert into id_tokens (token, driver_id, created_at)
  select 'CARD' || lpad(last_name, 8, '0'), id, now() from drivers where first_name = 'Driver'`,
  `with place as (
    select s.id as station_id, s.location_id, c.id as connector_id, row_number() over (order by s.number, c.ordinal) - 1 as nth
    from stations s join connectors c on c.station_id = s.id and c.ordinal = 1 where s.number <= ${places}
  ), driver as (select min(id) as first from drivers)
  insert into orders (id, status, source, location_id, station_id, connector_id, driver_id, rfid, created_at, transaction_id,
    transaction_start, transaction_finish, meter_start, meter_stop, energy_wh, charging_price_minor, billable, business_day,
    payment_method_type, end_told, outcome)
  select 1000000000 + n, 'completed', 'app', p.location_id, p.station_id, p.connector_id, d.first + (n::bigint * 7919) % ${drivers},
    case when n % 4 = 0 then 'CARD' || lpad(((n::bigint * 7919) % ${drivers} + 1)::text, 8, '0') end,
    t.at, 'S' || n, t.at, t.at + interval '40 minutes', 1000, 21000 + n % 5000, 20000 + n % 5000, 34000 + n % 5000, true,
    (t.at at time zone 'Europe/Moscow')::date, 'card', true,
    case when n % 25 = 0 then 'energy' when n % 40 = 0 then 'start' else 'charged' end
  from generate_series(1, $1::int) n join place p on p.nth = n % ${places} cross join driver d
  cross join lateral (select date_trunc('day', now()) - interval '1 day'
    - ((n::bigint * 31 + n / ${places}) % ${days}) * interval '1 day' + (n::bigint * 17 % 1380) * interval '1 minute' as at) t`,
  `insert into payments (order_id, purpose, method_type, provider, market_shop_id, owner_id, driver_id, status, captured_minor,
    agent_fee_minor, bank_commission_minor, location_id, energy_wh, business_day, created_at, updated_at)
  select o.id, 'charging', ${paid}, 'bank', 'shop-1', l.owner_id, o.driver_id, 'captured', o.charging_price_minor,
    case when l.owner_id is null then 0 else o.charging_price_minor / 8 end, 500, o.location_id, o.energy_wh, o.business_day,
    o.created_at, o.created_at
  from orders o join locations l on l.id = o.location_id where o.business_day is not null`,
  `insert into ledger_entries (id, cause, kind, at, business_day, order_id, location_id, owner_id, method_type, provider,
    market_shop_id, order_count, energy_wh)
  select nextval('ledger_entry_ids'), 'order:' || order_id || ':1', 'closed', created_at, business_day, order_id, location_id,
    owner_id, method_type, provider, market_shop_id, 1, energy_wh
  from payments order by business_day`,
  `analyze orders, payments, ledger_entries`,
  `insert into ledger_transfers (entry_id, leg, kind, debit, credit, amount_minor)
  select e.id, t.leg, t.kind, t.debit, t.credit, t.amount
  from ledger_entries e join payments p on p.order_id = e.order_id
  cross join lateral (select coalesce('owner_payable:' || p.owner_id, 'own_revenue') as due) d
  cross join lateral (values (1, 'sale', 'provider_clearing:bank:shop-1', d.due, p.captured_minor),
    (2, 'agent_fee', d.due, 'agent_income', p.agent_fee_minor),
    (3, 'bank_commission', d.due, 'provider_clearing:bank:shop-1', p.bank_commission_minor)) t(leg, kind, debit, credit, amount)
  where t.amount > 0`,
  eachIndex('i.definition'),
  `analyze`,
  `insert into daily_totals (day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor,
    bank_commission_minor, agent_fee_minor, compensation_minor, owner_id, refunded_minor, charged_back_minor)
  select day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor, bank_commission_minor,
    agent_fee_minor, compensation_minor, owner_id, refunded_minor, charged_back_minor
  from ledger_total_view`,
  `insert into hourly_outcomes
  select day, connector_id, hour, firmware, min(location_id), min(station_id), sum(attempts), sum(failed_authorisation),
    sum(failed_start), sum(failed_energy), sum(failed_stop), sum(charging_seconds), sum(plugged_seconds)
  from order_hour_view group by day, connector_id, hour, firmware`,
  `insert into hourly_takings
  select h.day, o.connector_id, h.hour, min(h.location_id), min(o.station_id), sum(h.order_count), sum(h.energy_wh),
    sum(h.amount_minor), sum(h.cash_minor)
  from ledger_hour_view h join orders o on o.id = h.order_id group by h.day, o.connector_id, h.hour`,
]
