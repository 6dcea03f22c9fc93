-- works from 0.1.0: it only adds a table
-- One-time passwords of the codes that stations show (OCPP 2.1, C25), with which a session was begun.
create table used_codes (
  station_id text not null references stations,
  evse integer not null,
  -- the interval in which the password was shown
  step bigint not null,
  used_at timestamptz not null,
  primary key (station_id, evse, step)
);
create index used_codes_old on used_codes (used_at);
