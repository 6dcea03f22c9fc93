-- What a site carried on a day of its location, by what was measured; added up minute by minute, and kept.
create table energy_days (
  location_id bigint not null references energy_sites,
  day date not null,
  minutes integer not null,
  -- the phase that carried most of what it might, of all circuits
  highest_ma integer not null,
  limit_ma integer not null,
  circuit text not null,
  phase smallint not null,
  -- in which a circuit carried more than it might
  overload_ms integer not null,
  -- of the grid connection: the most loaded phase less the least, added up over the minutes, and the most of it
  unbalance_sum_ma bigint not null,
  unbalance_most_ma integer not null,
  -- the longest time in which a station that had gone away might still draw more than its floor
  safe_ms integer not null,
  primary key (location_id, day)
);
