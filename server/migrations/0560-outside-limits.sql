-- What stations report that others allow there: the energy management of a building (EMS), the grid's operator (SO), and so on.
create table station_outside_limits (
  station_id text not null references stations,
  -- 0: all of the station
  evse integer not null,
  source text not null check (source in ('EMS', 'SO', 'CSO', 'Other')),
  -- of the report that it stands in; null: it was noticed without one
  report bigint,
  -- a list of limits, each with unit, times and periods
  body jsonb not null,
  reported_at timestamptz not null,
  primary key (station_id, evse, source)
);

create view station_outside_limit_view as select station_id, evse, source, body, reported_at from station_outside_limits;
