-- What a kWh costs at a site, hour by hour, as it came by call; beside it a week in the site's settings.
create table energy_prices (
  location_id bigint not null references energy_sites,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  price double precision not null,
  primary key (location_id, starts_at)
);

-- L1, L2 and L3, mA: what the sun gives beyond what others take, as the meter of the grid connection said it last; null: nothing was said
alter table energy_readings add column surplus_ma integer[];
