-- works from 0.1.0: the views get columns at their end, which older servers do not read, and new columns have defaults
-- Local lists of stations follow the network's cards by themselves where their location asks for it.
alter table locations add column local_lists boolean not null default false;

create or replace view location_view as
  select id, name, country, city, street, time_zone, owner_id, deleted_at, free_parking, cashback_percent, self_added,
    created_at, local_lists
  from locations;

create or replace view station_view as
  select id, number, location_id, model, protocol, status, monetized, data_transfer, list_order, search_text, created_at,
    deleted_at, firmware_version, vendor_name, booted_at
  from stations;

create or replace view station_presence_view as
  select station_id, connection_id, protocol, disconnected_at, last_seen_at, connected_at from station_presence;

-- How far the list of a station that follows is.
create table station_list_states (
  station_id text primary key references stations,
  -- waiting: it was never sent; in_step; part: the station has not room for all cards; failed; unsupported
  state text not null,
  -- what the station said last: its status or error, or why there was no answer; null: it took the list
  answer text,
  -- cards for which it has no room
  left_out integer not null default 0,
  -- the hash of the cards that its list was made of; null: none was
  mark text,
  tried_at timestamptz,
  synced_at timestamptz,
  failures integer not null default 0,
  -- when a server is to send it what has changed; null: nothing is to be sent
  due_at timestamptz
);
create index station_list_states_due on station_list_states (due_at) where due_at is not null;

-- When a server last compared the network's cards with the lists that follow them.
create table local_list_looks (
  id boolean primary key default true check (id),
  looked_at timestamptz not null
);
