-- Settlement with owners: a statement of an owner's month, made from the ledger and never changed; and how it was paid.

-- an owner's entries by day, for statements and balances
create index ledger_entries_owner on ledger_entries (owner_id, business_day) where owner_id is not null;

-- What the ledger says of an owner, transfer by transfer; an entry that moved nothing has one row too. Sessions and energy stand
-- with the first of an entry's rows, so that they can be added up.
create view ledger_owner_line_view as
  select e.id as entry_id, e.owner_id, e.kind as entry_kind, e.cause, e.business_day, e.order_id, e.location_id, e.method_type,
    case when coalesce(t.leg, 1) = 1 then e.order_count else 0 end as order_count,
    case when coalesce(t.leg, 1) = 1 then e.energy_wh else 0 end as energy_wh,
    t.kind,
    case when t.credit = 'owner_payable:' || e.owner_id then t.amount_minor
      when t.debit = 'owner_payable:' || e.owner_id then -t.amount_minor else 0 end as due_minor,
    -- the day on which the order that it belongs to counts
    coalesce(f.business_day, e.business_day) as order_day
  from ledger_entries e
  left join ledger_transfers t on t.entry_id = e.id
  left join ledger_entries f on f.cause = 'order:' || e.order_id || ':1'
  where e.owner_id is not null;

create table statements (
  id bigint generated always as identity primary key,
  owner_id bigint not null references managers,
  -- its first day
  month date not null check (extract(day from month) = 1),
  year integer not null,
  number integer not null check (number > 0),
  -- what was posted after this entry is of a later statement, whatever its day
  through_entry_id bigint not null,
  issued_at timestamptz not null,
  issued_by bigint references managers,
  -- who the parties were when it was issued
  parties jsonb not null,
  lines jsonb not null,
  session_count integer not null,
  energy_wh bigint not null,
  opening_minor bigint not null,
  amount_minor bigint not null,
  bank_commission_minor bigint not null,
  agent_fee_minor bigint not null,
  compensation_minor bigint not null,
  paid_minor bigint not null,
  due_minor bigint not null generated always as
    (amount_minor - bank_commission_minor - agent_fee_minor - compensation_minor) stored,
  closing_minor bigint not null generated always as
    (opening_minor + amount_minor - bank_commission_minor - agent_fee_minor - compensation_minor - paid_minor) stored,
  unique (owner_id, month),
  unique (year, number)
);

create function refuse_statement_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued statement is not changed: % of % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger statements_unchanged before update or delete or truncate on statements
  for each statement execute function refuse_statement_change();

create table statement_payments (
  id bigint generated always as identity primary key,
  statement_id bigint not null references statements,
  amount_minor bigint not null check (amount_minor <> 0),
  paid_on date not null,
  document_number text not null,
  created_at timestamptz not null,
  created_by bigint references managers,
  undone_at timestamptz,
  undone_by bigint references managers,
  undo_reason text,
  check ((undone_at is null) = (undo_reason is null))
);
-- paid once, until that was undone
create unique index statement_payments_once on statement_payments (statement_id) where undone_at is null;
create index statement_payments_statement on statement_payments (statement_id);
create trigger statement_payments_kept before delete or truncate on statement_payments
  for each statement execute function refuse_statement_change();

-- all that may change of a payment is that it is undone, once
create function refuse_payment_change() returns trigger language plpgsql as $$
begin
  if old.undone_at is not null or new.undone_at is null
    or (new.statement_id, new.amount_minor, new.paid_on, new.document_number, new.created_at)
      is distinct from (old.statement_id, old.amount_minor, old.paid_on, old.document_number, old.created_at)
  then raise exception 'a payment of a statement is only undone, and once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger statement_payments_undone before update on statement_payments
  for each row execute function refuse_payment_change();
