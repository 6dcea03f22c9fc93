-- When a driver leaves and how much energy the car should have by then, while the session runs.
create table energy_needs (
  order_id bigint primary key references orders,
  departs_at timestamptz not null,
  -- of the whole session; null: in percent of the battery, or as much as there is
  energy_wh integer,
  percent integer,
  -- the battery and the session's energy when that was stated: the battery's size is reckoned from there
  soc real,
  begin_wh integer not null,
  stated_at timestamptz not null
);
