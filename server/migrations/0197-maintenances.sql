-- Planned maintenance of stations: while one runs, the station's time does not count in its uptime, and nobody is alarmed.
create table maintenances (
  id bigint generated always as identity primary key,
  station_id text not null references stations,
  starts_at timestamptz not null,
  -- as planned, or when somebody ended it
  ends_at timestamptz not null,
  note text not null,
  -- the station is to be out of operation meanwhile
  takes_out boolean not null,
  -- EVSEs that it took out of operation, which go back into it at the end
  taken_out jsonb not null default '[]',
  -- withdrawn: taken back before it began
  state text not null check (state in ('planned', 'running', 'over', 'withdrawn')),
  created_by bigint not null references managers,
  created_at timestamptz not null,
  check (ends_at >= starts_at or state = 'withdrawn')
);
create index maintenances_open on maintenances (station_id) where state in ('planned', 'running');

create view maintenance_view as
  select id, station_id, starts_at, ends_at, note, takes_out, state from maintenances where state in ('planned', 'running');

alter table station_events drop constraint station_events_kind_check, add constraint station_events_kind_check
  check (kind in ('connected', 'disconnected', 'unwatched', 'watched', 'booted', 'status', 'security', 'operation', 'action',
    'firmware', 'maintenance')) not valid;
