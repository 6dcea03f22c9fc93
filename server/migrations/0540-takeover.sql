-- works from 0.1.0: it adds tables and a column; the check lets in one more word, and the view leaves out what older servers never write
-- What comes from another system: runs, the rows that they have read, and what each record there has become here.
create table takeovers (
  id bigint generated always as identity primary key,
  system text not null check (system in ('steve', 'citrine', 'sap', 'csv')),
  -- the natural key of records begins with it: two systems of one kind have two names
  source text not null,
  state text not null check (state in ('reading', 'checking', 'checked', 'applying', 'done', 'failed', 'stopped')),
  -- of the kind that is being worked on, and after which row
  kind text,
  after_key text,
  rows_read bigint not null default 0,
  counts jsonb not null default '{}',
  faults jsonb not null default '[]',
  error text,
  manager_id bigint not null references managers,
  remote_address text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz
);
-- one run at a time reads, checks or applies
create unique index takeovers_running on takeovers ((true)) where state in ('reading', 'checking', 'checked', 'applying');

create table takeover_rows (
  takeover_id bigint not null references takeovers on delete cascade,
  of text not null,
  key text collate "C" not null,
  body jsonb not null,
  primary key (takeover_id, of, key)
);

create table takeover_records (
  source text not null,
  kind text not null,
  key text collate "C" not null,
  local text not null,
  takeover_id bigint not null references takeovers,
  primary key (source, kind, key)
);
create index takeover_records_of_run on takeover_records (takeover_id, kind);

-- The hash of another system by which a station is recognised until it has connected once.
alter table stations add column former_password text;

alter table orders drop constraint orders_source_check,
  add constraint orders_source_check check (source in ('operator', 'app', 'rfid', 'orphan', 'takeover')) not valid;

-- Between a session of another system and one of ours, energy may have flowed that only the other system knows.
create or replace view order_register_view as
  select id, location_id, station_id, connector_id, transaction_start as started_at, transaction_finish as finished_at,
    coalesce(told_begin, meter_start) + coalesce(meter_start_offset, 0) as begin_wh,
    coalesce(told_end, meter_stop) as end_wh, time_doubtful
  from orders
  where status = 'completed' and transaction_start is not null and transaction_finish is not null
    and coalesce(told_begin, meter_start) is not null and coalesce(told_end, meter_stop) is not null
    -- what was counted from intervals has no register
    and not (told_begin is null and told_end is null and meter_start = 0)
    and source <> 'takeover';
