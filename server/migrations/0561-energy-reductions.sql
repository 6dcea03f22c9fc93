-- What the grid operator has taken back at a site (§ 14a EnWG), as it must be shown for two years.
create table energy_reductions (
  id bigint generated always as identity primary key,
  location_id bigint not null references energy_sites,
  received_at timestamptz not null,
  starts_at timestamptz not null,
  -- null: until it is revoked
  ends_at timestamptz,
  -- null: down to what is guaranteed
  requested_w integer,
  -- of that moment, and of how many devices
  guaranteed_w integer not null,
  devices integer not null,
  -- what counts, and what cars may draw of it
  applied_w integer not null,
  cars_w integer not null,
  source text not null,
  reason text not null,
  -- null: by the site's key
  created_by bigint references managers,
  -- what cars drew when it began; null: not seen
  before_w integer,
  -- since when stations have accepted no more than it allows; null: not yet
  effective_at timestamptz,
  -- the most that cars drew since then; null: not measured
  most_w integer
);
create index energy_reductions_location on energy_reductions (location_id, starts_at desc, id desc);
create index energy_reductions_by_age on energy_reductions (ends_at);
