-- The view of measures tells payouts too, and what each row does to what is due: to the owner of that number, or where there is none
-- to the network itself. Statements, the list of open months and balances read it, and have no sums of their own.
create or replace view ledger_measure_view as
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
    case when t.kind = 'kept' then -d.due_minor else 0 end as compensation_minor,
    case when t.kind = 'payout' then -d.due_minor else 0 end as paid_out_minor,
    d.due_minor, e.owner_id as due_to, e.kind as entry_kind, e.cause
  from ledger_entries e
  left join ledger_transfers t on t.entry_id = e.id
  cross join lateral (
    select case when t.credit like 'owner\_payable:%' or t.credit = 'own_revenue' then t.amount_minor
      when t.debit like 'owner\_payable:%' or t.debit = 'own_revenue' then -t.amount_minor else 0 end as due_minor) d;

drop view ledger_owner_line_view;
create view ledger_owner_line_view as
  select m.entry_id, m.due_to as owner_id, m.entry_kind, m.cause, m.day as business_day, m.order_id, m.location_id, m.method_type,
    m.order_count, m.energy_wh, m.amount_minor, m.bank_commission_minor, m.agent_fee_minor, m.compensation_minor,
    m.paid_out_minor, m.due_minor,
    -- the day on which the order that it belongs to counts
    coalesce(f.business_day, m.day) as order_day
  from ledger_measure_view m left join ledger_entries f on f.cause = 'order:' || m.order_id || ':1'
  where m.due_to is not null;
