-- The servers on this database. `run` is drawn anew each time a server begins or comes back after it was taken for dead; `beat_at` is
-- the database's own time, so clocks that differ do not matter.
create table nodes (
  id text primary key,
  run text not null,
  version text not null,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  state text not null check (state in ('up', 'draining', 'dead'))
);

-- Sockets in the order in which their handshakes were looked up: of two servers that both believe to hold a station, the later has it.
create sequence connection_epochs;
alter table station_presence add column epoch bigint not null default 0;
