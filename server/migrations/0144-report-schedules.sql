-- Payment reports that somebody has sent to themselves regularly.
create table report_schedules (
  id bigint generated always as identity primary key,
  manager_id bigint not null references managers,
  mode text not null,
  -- a comma list of ids; null: all
  locations text,
  every text not null check (every in ('day', 'week', 'month')),
  format text not null check (format in ('xlsx', 'csv')),
  language text not null,
  paused boolean not null,
  created_at timestamptz not null,
  -- the next day, by the network's clocks, on which it is due
  next_on date not null
);
create index report_schedules_manager on report_schedules (manager_id);
create index report_schedules_due on report_schedules (next_on) where not paused;

alter table exports
  -- made for a schedule, not asked for by hand
  add column scheduled boolean not null default false;
