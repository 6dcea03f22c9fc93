-- Sums by day tell whose they are, and what went back, so that reports need nothing else.
alter table daily_totals
  -- 0: of a location that had no owner, the network's own
  add column owner_id bigint not null default 0,
  add column refunded_minor bigint not null default 0,
  drop constraint daily_totals_pkey,
  add primary key (day, location_id, method_type, provider, market_shop_id, owner_id);

create or replace view daily_total_view as
  select day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor, bank_commission_minor,
    agent_fee_minor, compensation_minor, owner_id, refunded_minor
  from daily_totals;

-- What the sums by day have to be.
create or replace view ledger_total_view as
  select e.business_day as day, e.location_id, e.method_type, e.provider, e.market_shop_id,
    sum(e.order_count)::integer as order_count, sum(e.energy_wh)::bigint as energy_wh,
    coalesce(sum(t.amount_minor), 0)::bigint as amount_minor,
    coalesce(sum(t.bank_commission_minor), 0)::bigint as bank_commission_minor,
    coalesce(sum(t.agent_fee_minor), 0)::bigint as agent_fee_minor,
    coalesce(sum(t.compensation_minor), 0)::bigint as compensation_minor,
    coalesce(e.owner_id, 0) as owner_id,
    coalesce(sum(t.refunded_minor), 0)::bigint as refunded_minor
  from ledger_entries e left join (
    select entry_id, sum(due_minor) filter (where kind in ('sale', 'refund', 'chargeback')) as amount_minor,
      -sum(due_minor) filter (where kind = 'bank_commission') as bank_commission_minor,
      -sum(due_minor) filter (where kind = 'agent_fee') as agent_fee_minor,
      -sum(due_minor) filter (where kind = 'kept') as compensation_minor,
      -sum(due_minor) filter (where kind in ('refund', 'chargeback')) as refunded_minor
    from ledger_line_view group by entry_id
  ) t on t.entry_id = e.id
  where e.location_id is not null and e.method_type is not null
  group by e.business_day, e.location_id, e.method_type, e.provider, e.market_shop_id, coalesce(e.owner_id, 0);

delete from daily_totals;
insert into daily_totals (day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor,
  bank_commission_minor, agent_fee_minor, compensation_minor, owner_id, refunded_minor)
select day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor, bank_commission_minor,
  agent_fee_minor, compensation_minor, owner_id, refunded_minor
from ledger_total_view;

-- What drivers' balances gained (above zero) and lost, transfer by transfer.
create view ledger_customer_line_view as
  select e.business_day, e.kind as entry_kind, t.kind, e.location_id, split_part(t.credit, ':', 2)::bigint as driver_id, t.amount_minor
  from ledger_transfers t join ledger_entries e on e.id = t.entry_id where t.credit like 'customer\_balance:%'
  union all
  select e.business_day, e.kind, t.kind, e.location_id, split_part(t.debit, ':', 2)::bigint, -t.amount_minor
  from ledger_transfers t join ledger_entries e on e.id = t.entry_id where t.debit like 'customer\_balance:%';

-- What the network spends beside its sessions: cashback, and the bank's commission on top-ups; above zero.
create index ledger_entries_unplaced on ledger_entries (business_day) where location_id is null;
create view ledger_cost_view as
  select e.business_day, t.kind,
    case when t.debit in ('cashback_cost', 'own_revenue') then t.amount_minor else -t.amount_minor end as cost_minor
  from ledger_entries e join ledger_transfers t on t.entry_id = e.id
  where e.location_id is null and (t.kind = 'cashback' and 'cashback_cost' in (t.debit, t.credit)
    or t.kind = 'bank_commission' and 'own_revenue' in (t.debit, t.credit));

create view contract_view as select owner_id, number, inn, valid_from from contracts;

-- Sessions by the day on which they count, for reports and for who charged.
create index orders_reported on orders (business_day, id) include (location_id, driver_id, rfid) where business_day is not null;
-- Money of orders that never became a session: reservation fees, and idle fees by their own day.
create index payments_without_session on payments (business_day, order_id) where energy_wh = 0;

-- What reports tell of sessions and their payments.
create view order_report_view as
  select id, status, business_day, location_id, station_id, connector_id, driver_id, rfid, created_at, transaction_start,
    transaction_finish, meter_start, meter_stop, energy_wh, soc_start, soc, tariff_version_id, discount_percent,
    charging_price_minor, reservation_price_minor
  from orders;

create view payment_report_view as
  select order_id, purpose, business_day, location_id, method_type, provider, market_shop_id, document_number, owner_id, energy_wh,
    captured_minor, refunded_minor + charged_back_minor as refunded_minor, bank_commission_minor, agent_fee_minor
  from payments;
