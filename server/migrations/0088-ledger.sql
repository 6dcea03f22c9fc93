-- The ledger: what happened to money, in double entry, append only. An entry is one cause; its transfers each move an amount from
-- one account (credit) to another (debit), so that none of them can be out of balance. docs/decisions/0011-ledger.md says why.

create sequence ledger_entry_ids as bigint;

create table ledger_entries (
  id bigint primary key,
  -- what was posted: a second posting of the same is refused
  cause text collate "C" not null unique,
  kind text not null check (kind in ('closed', 'corrected', 'booked', 'refunded', 'charged_back', 'recalculated', 'top_up',
    'cashback_earned', 'cashback_credited', 'paid_out')),
  at timestamptz not null,
  business_day date not null,
  -- of rows that are never deleted: checking that for every entry would cost more than writing it
  order_id bigint,
  location_id bigint,
  owner_id bigint,
  method_type text,
  provider text not null default '',
  market_shop_id text not null default '',
  order_count integer not null default 0,
  energy_wh bigint not null default 0
);
alter sequence ledger_entry_ids owned by ledger_entries.id;
-- entries come in the order of their days, nearly: a small index that costs nothing to write
create index ledger_entries_day on ledger_entries using brin (business_day);

create table ledger_transfers (
  entry_id bigint not null,
  leg smallint not null,
  kind text not null check (kind in ('sale', 'refund', 'chargeback', 'agent_fee', 'bank_commission', 'kept', 'top_up',
    'cashback', 'payout')),
  debit text collate "C" not null check (debit ~ '^[a-z_]+(:[A-Za-z0-9_.-]*){0,2}$'),
  credit text collate "C" not null check (credit ~ '^[a-z_]+(:[A-Za-z0-9_.-]*){0,2}$'),
  amount_minor bigint not null check (amount_minor > 0),
  primary key (entry_id, leg),
  check (debit <> credit)
);
-- a driver's balance is asked for before a session begins; all other balances are sums over days
create index ledger_transfers_driver_debit on ledger_transfers (debit) include (amount_minor)
  where debit like 'customer\_balance:%';
create index ledger_transfers_driver_credit on ledger_transfers (credit) include (amount_minor)
  where credit like 'customer\_balance:%';

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only: % of % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();
create trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_ledger_change();

-- The sums of a day now tell who took the money, and what of it is whose.
alter table daily_totals
  add column provider text not null default '',
  add column market_shop_id text not null default '',
  add column bank_commission_minor bigint not null default 0,
  add column agent_fee_minor bigint not null default 0,
  add column compensation_minor bigint not null default 0,
  drop constraint daily_totals_pkey,
  add primary key (day, location_id, method_type, provider, market_shop_id);

alter table payments
  add column market_shop_id text not null default '',
  add column document_number text,
  add column owner_id bigint references managers,
  add column driver_id bigint references drivers,
  add column bank_commission_minor bigint not null default 0,
  add column agent_fee_minor bigint not null default 0,
  add column charged_back_minor bigint not null default 0,
  add constraint payments_given_back check (refunded_minor >= 0 and charged_back_minor >= 0
    and refunded_minor + charged_back_minor <= captured_minor);

update payments p set owner_id = l.owner_id, driver_id = o.driver_id
from orders o, locations l where o.id = p.order_id and l.id = p.location_id;

-- What was there before the ledger: an entry for every session that ended, and its sale.
insert into ledger_entries (id, cause, kind, at, business_day, order_id, location_id, owner_id, method_type, order_count, energy_wh)
select nextval('ledger_entry_ids'), 'order:' || o.id || ':1', 'closed', coalesce(o.stop_tx_status_at, o.created_at),
  coalesce(o.business_day, o.created_at::date), o.id, o.location_id, l.owner_id,
  coalesce(p.method_type, o.payment_method_type, 'account'), 1, o.energy_wh
from orders o join locations l on l.id = o.location_id
left join payments p on p.order_id = o.id and p.purpose = 'charging'
where o.status = 'completed' order by o.id;

with sales as (
  select e.id, e.owner_id, p.captured_minor,
    case e.method_type
      when 'account' then coalesce('customer_balance:' || p.driver_id, 'debt')
      when 'cash' then coalesce('cash:' || e.owner_id, 'cash')
      when 'compensation' then 'compensation_cost'
      when 'terminal' then 'terminal::'
      else 'provider_clearing::' end as source,
    coalesce('owner_payable:' || e.owner_id, 'own_revenue') as due
  from ledger_entries e join payments p on p.order_id = e.order_id and p.purpose = 'charging'
  where p.captured_minor > 0
)
insert into ledger_transfers (entry_id, leg, kind, debit, credit, amount_minor)
select id, 1, 'sale', source, due, captured_minor from sales
union all
select id, 2, 'kept', due, source, captured_minor from sales where source like 'cash:%';

create view ledger_line_view as
  select e.id as entry_id, e.cause, e.kind as entry_kind, e.at, e.business_day, e.order_id, e.location_id, e.owner_id,
    e.method_type, e.provider, e.market_shop_id, t.leg, t.kind, t.debit, t.credit, t.amount_minor,
    -- what it does to what is due to the owner, or to the network's own revenue
    case when t.credit like 'owner\_payable:%' or t.credit = 'own_revenue' then t.amount_minor
      when t.debit like 'owner\_payable:%' or t.debit = 'own_revenue' then -t.amount_minor else 0 end as due_minor
  from ledger_entries e join ledger_transfers t on t.entry_id = e.id;

-- debits less credits of every account; together they are zero
create view ledger_balance_view as
  select account, sum(amount_minor)::bigint as balance_minor from (
    select debit as account, amount_minor from ledger_transfers
    union all
    select credit, -amount_minor from ledger_transfers
  ) sides group by account;

create view daily_total_view as
  select day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor, bank_commission_minor,
    agent_fee_minor, compensation_minor
  from daily_totals;

create or replace view payment_view as
  select order_id, purpose, status, held_minor, captured_minor, refunded_minor, created_at, updated_at, method_type, provider,
    market_shop_id, document_number, bank_commission_minor, agent_fee_minor, charged_back_minor, location_id, owner_id
  from payments;

-- What the sums by day have to be.
create view ledger_total_view as
  select e.business_day as day, e.location_id, e.method_type, e.provider, e.market_shop_id,
    sum(e.order_count)::integer as order_count, sum(e.energy_wh)::bigint as energy_wh,
    coalesce(sum(t.amount_minor), 0)::bigint as amount_minor,
    coalesce(sum(t.bank_commission_minor), 0)::bigint as bank_commission_minor,
    coalesce(sum(t.agent_fee_minor), 0)::bigint as agent_fee_minor,
    coalesce(sum(t.compensation_minor), 0)::bigint as compensation_minor
  from ledger_entries e left join (
    select entry_id, sum(due_minor) filter (where kind in ('sale', 'refund', 'chargeback')) as amount_minor,
      -sum(due_minor) filter (where kind = 'bank_commission') as bank_commission_minor,
      -sum(due_minor) filter (where kind = 'agent_fee') as agent_fee_minor,
      -sum(due_minor) filter (where kind = 'kept') as compensation_minor
    from ledger_line_view group by entry_id
  ) t on t.entry_id = e.id
  where e.location_id is not null and e.method_type is not null
  group by e.business_day, e.location_id, e.method_type, e.provider, e.market_shop_id;

-- The sums by day are those of the ledger from now on: a correction before it counts on the day of its session.
delete from daily_totals;
insert into daily_totals (day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor,
  bank_commission_minor, agent_fee_minor, compensation_minor)
select day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor, bank_commission_minor,
  agent_fee_minor, compensation_minor
from ledger_total_view;
