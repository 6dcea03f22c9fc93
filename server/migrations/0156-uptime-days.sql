-- How much of each day stations could be used, so that a network's uptime costs days and not events; counted when the day is over.
create table uptime_days (
  -- by the network's clocks
  day date not null,
  station_id text not null references stations on delete cascade,
  up_seconds integer not null,
  down_seconds integer not null,
  -- incidents that ended on this day, and how long they lasted together
  repairs integer not null,
  repair_seconds bigint not null,
  -- since when it is down as the day ends
  down_since timestamptz,
  primary key (day, station_id)
);
create index uptime_days_station on uptime_days (station_id, day desc);

create view uptime_day_view as select * from uptime_days;
