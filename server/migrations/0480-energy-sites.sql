-- works from 0.1.0: the check only lets in one more word, of a station that does not follow; a server of before cannot show that entry
-- How a location's current is shared out: its wiring with fuses, who gets how much, and what was set at stations.
create table energy_sites (
  location_id bigint primary key references locations,
  version integer not null default 1,
  -- false: it is kept and shown, and nothing is sent to stations
  enabled boolean not null,
  -- circuits, outlets, limits by time; in the words of the interface
  body jsonb not null,
  -- of the key with which meters and the grid operator's box call, SHA-256, hexadecimal; null: there is none
  key_hash text unique,
  saved_at timestamptz not null,
  saved_by bigint not null references managers
);

-- Limits that came by call, beside those by time.
create table energy_limits (
  id bigint generated always as identity primary key,
  location_id bigint not null references energy_sites,
  circuit text not null,
  -- of the fuse; null: in amperes
  percent real,
  limit_ma integer,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  -- null: by the site's key
  created_by bigint references managers
);
create index energy_limits_location on energy_limits (location_id, ends_at);

-- What else a circuit carries beside the cars, as a meter said it last.
create table energy_readings (
  location_id bigint not null references energy_sites,
  circuit text not null,
  -- L1, L2 and L3, mA
  others_ma integer[] not null,
  received_at timestamptz not null,
  primary key (location_id, circuit)
);

-- Which server computes a site, and what it knows of it; another goes on with it.
create table energy_control (
  location_id bigint primary key references energy_sites,
  -- a run of a server, and that server's name; null: nobody yet
  holder text,
  node text,
  held_until timestamptz,
  -- grants as stations have accepted or may have received them
  state jsonb not null default '{}',
  looked_at timestamptz
);

-- A site's load, minute by minute; L1, L2 and L3 of the grid connection, mA.
create table energy_samples (
  location_id bigint not null references energy_sites,
  at timestamptz not null,
  limit_ma integer[] not null,
  -- cars and the rest, as measured
  flow_ma integer[] not null,
  others_ma integer[] not null,
  -- what cars may draw
  granted_ma integer[] not null,
  cars integer not null,
  waiting integer not null,
  -- what cars could have taken more in this minute, Wh
  short_wh integer not null,
  primary key (location_id, at)
);
create index energy_samples_by_age on energy_samples (at);

create view running_session_view as
  select id, location_id, station_id, connector_id, transaction_id, transaction_start, energy_wh, power_w, current_a, soc,
    last_sample_at, limit_wh
  from orders where status = 'started';

create view connector_meter_view as
  select connector_id, measured_at, measurements, order_id from connector_meters;

create view station_limit_view as
  select station_id, profile_id, evse, connector, purpose, stack_level, transaction_id, unit, amount, varies, set_at,
    valid_from, until
  from station_limits;

create view station_configuration_view as select station_id, settings from station_configurations;

create view roaming_profile_view as select order_id, body from roaming_profiles;

alter table station_events drop constraint station_events_kind_check, add constraint station_events_kind_check
  check (kind in ('connected', 'disconnected', 'unwatched', 'watched', 'booted', 'status', 'security', 'operation', 'action',
    'firmware', 'maintenance', 'monetization', 'unanswered', 'energy')) not valid;
