-- Streams of values that stations of OCPP 2.1 have opened, each with what it brought last.
create table station_streams (
  station_id text not null references stations,
  stream_id bigint not null,
  -- whose values it brings
  monitor_id bigint not null,
  -- it comes at least that often, or with so many values; null: the station does not say
  interval_seconds integer,
  values_most integer,
  opened_at timestamptz not null,
  value text,
  value_at timestamptz,
  heard_at timestamptz,
  -- how many values came
  received bigint not null default 0,
  primary key (station_id, stream_id)
);
