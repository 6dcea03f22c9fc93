-- How far the prices are that a station reckons with by itself. Only stations that said at a boot that they can have a row.
create table station_tariffs (
  station_id text primary key references stations,
  -- waiting: none has been sent; in_step; refused: the station does not take one; failed; off: switched off there; unsupported
  state text not null,
  -- what the station said last where it did not take a price, or why there was no answer
  answer text,
  -- what each EVSE has, and what it cannot be told
  evses jsonb not null default '[]',
  -- the hash of all that prices follow from; null: none was sent since the last boot
  mark text,
  tried_at timestamptz,
  -- since when the station has what it should have
  synced_at timestamptz,
  failures integer not null default 0,
  -- when a server is to look at it; null: when something has changed
  due_at timestamptz
);
create index station_tariffs_due on station_tariffs (due_at) where due_at is not null;

-- When a server last looked whether the prices at stations are still those of the network.
create table station_tariff_looks (
  id boolean primary key default true check (id),
  looked_at timestamptz not null
);
