-- Refunds of many payments at once, as of a faulty day: what somebody has asked for, carried out in the background, one payment at a time.
create table refund_runs (
  id bigint primary key generated always as identity,
  reason text not null,
  created_by bigint not null references managers,
  remote_address text not null,
  created_at timestamptz not null,
  canceled_at timestamptz,
  finished_at timestamptz
);

-- One row a payment, which goes back in full; what was given is in refunds, and how that ended.
create table refund_run_payments (
  run_id bigint not null references refund_runs,
  position integer not null,
  order_id bigint not null references orders,
  purpose text not null,
  -- what was left of it when it was asked for
  amount_minor bigint not null check (amount_minor > 0),
  result text not null default 'waiting' check (result in ('waiting', 'given', 'failed', 'canceled')),
  -- why it failed, of the catalogue of errors
  code text,
  at timestamptz,
  primary key (run_id, position),
  unique (run_id, order_id, purpose)
);

alter table refunds add column run_id bigint references refund_runs;
create index refunds_of_run on refunds (run_id) where run_id is not null;
