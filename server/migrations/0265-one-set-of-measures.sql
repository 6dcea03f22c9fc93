-- Every measure of the ledger has one definition, here and in slices/ledger/rules.ts; the glossary says them in words.
-- A row for each transfer, and one for an entry that moved nothing; amounts in minor units.
create view ledger_measure_view as
  select e.id as entry_id, e.at, e.business_day as day, e.order_id, e.location_id, e.method_type, e.provider, e.market_shop_id,
    coalesce(e.owner_id, 0) as owner_id,
    case when coalesce(t.leg, 1) = 1 then e.order_count else 0 end as order_count,
    case when coalesce(t.leg, 1) = 1 then e.energy_wh else 0 end as energy_wh,
    case when t.kind = 'sale' then d.due_minor else 0 end as captured_minor,
    case when t.kind = 'refund' then -d.due_minor else 0 end as refunded_minor,
    case when t.kind = 'chargeback' then -d.due_minor else 0 end as charged_back_minor,
    case when t.kind in ('sale', 'refund', 'chargeback') then d.due_minor else 0 end as amount_minor,
    case when t.kind = 'bank_commission' then -d.due_minor else 0 end as bank_commission_minor,
    case when t.kind = 'agent_fee' then -d.due_minor else 0 end as agent_fee_minor,
    case when t.kind = 'kept' then -d.due_minor else 0 end as compensation_minor
  from ledger_entries e
  left join ledger_transfers t on t.entry_id = e.id
  cross join lateral (
    select case when t.credit like 'owner\_payable:%' or t.credit = 'own_revenue' then t.amount_minor
      when t.debit like 'owner\_payable:%' or t.debit = 'own_revenue' then -t.amount_minor else 0 end as due_minor) d;

-- What the sums by day have to be.
create or replace view ledger_total_view as
  select day, location_id, method_type, provider, market_shop_id, sum(order_count)::integer as order_count,
    sum(energy_wh)::bigint as energy_wh, sum(amount_minor)::bigint as amount_minor,
    sum(bank_commission_minor)::bigint as bank_commission_minor, sum(agent_fee_minor)::bigint as agent_fee_minor,
    sum(compensation_minor)::bigint as compensation_minor, owner_id, sum(refunded_minor)::bigint as refunded_minor,
    sum(charged_back_minor)::bigint as charged_back_minor
  from ledger_measure_view where location_id is not null and method_type is not null
  group by day, location_id, method_type, provider, market_shop_id, owner_id;

-- What of the takings of a day went back is told apart: by us, or by a bank.
alter table daily_totals add column charged_back_minor bigint not null default 0;
update daily_totals d set refunded_minor = l.refunded_minor, charged_back_minor = l.charged_back_minor
from ledger_total_view l
where l.charged_back_minor <> 0 and l.day = d.day and l.location_id = d.location_id and l.method_type = d.method_type
  and l.provider = d.provider and l.market_shop_id = d.market_shop_id and l.owner_id = d.owner_id;

-- The measures that reports read: what follows from others is said here alone.
create or replace view daily_total_view as
  select day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor, bank_commission_minor,
    agent_fee_minor, compensation_minor, owner_id, refunded_minor, charged_back_minor,
    amount_minor + refunded_minor + charged_back_minor as captured_minor,
    case when method_type = 'cash' then amount_minor else 0 end as cash_minor,
    case when method_type = 'cash' then 0 else amount_minor end as revenue_minor,
    -- the network owes itself nothing
    case when owner_id = 0 then 0
      else amount_minor - bank_commission_minor - agent_fee_minor - compensation_minor end as to_compensate_minor
  from daily_totals;

create or replace view ledger_hour_view as
  select day, extract(hour from at at time zone network_zone())::smallint as hour, location_id, order_id,
    order_count, energy_wh, amount_minor,
    (case when method_type = 'cash' then amount_minor else 0 end)::bigint as cash_minor
  from ledger_measure_view where order_id is not null and location_id is not null and method_type is not null;

-- Session by session: what each day did to the money of an order.
create index ledger_entries_day_order on ledger_entries (business_day, order_id)
  where order_id is not null and location_id is not null;

create or replace view payment_report_view as
  select order_id, purpose, business_day, location_id, method_type, provider, market_shop_id, document_number, owner_id, energy_wh,
    captured_minor, refunded_minor, bank_commission_minor, agent_fee_minor, charged_back_minor
  from payments;

-- Reservation fees are few among orders.
create index orders_reserved on orders (id) where reservation_price_minor > 0;

-- The same measures of the orders, day by day.
create view ledger_order_day_view as
  select day, order_id, location_id, method_type, order_count, energy_wh, captured_minor, refunded_minor, charged_back_minor,
    amount_minor, case when method_type = 'cash' then 0 else amount_minor end as revenue_minor, bank_commission_minor,
    agent_fee_minor, compensation_minor,
    case when owner_id = 0 then 0
      else amount_minor - bank_commission_minor - agent_fee_minor - compensation_minor end as to_compensate_minor
  from ledger_measure_view where order_id is not null and location_id is not null;
