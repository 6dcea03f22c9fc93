-- What partners ask about charging profiles, until each request has its result; and the limits that sessions have by it.
create table roaming_profile_requests (
  id bigint generated always as identity primary key,
  partner_id bigint not null references roaming_partners on delete cascade,
  order_id bigint not null,
  station_id text not null,
  -- GET, PUT or DELETE
  method text not null,
  response_url text not null,
  -- null: not known yet
  result text,
  -- the station has no charging profiles at all
  unsupported boolean not null default false,
  created_at timestamptz not null
);
create index roaming_profile_requests_open on roaming_profile_requests (created_at) where result is null;
create index roaming_profile_requests_order on roaming_profile_requests (order_id, created_at);
create index roaming_profile_requests_station on roaming_profile_requests (station_id, id);
create index roaming_profile_requests_by_age on roaming_profile_requests (created_at);

create table roaming_profiles (
  order_id bigint primary key references orders,
  partner_id bigint not null references roaming_partners on delete cascade,
  -- the number that the station knows it by
  profile_number integer not null,
  -- as its partner wants it, in the words of OCPI 2.3.0
  body jsonb not null,
  -- as the station has it, within our own limits
  sent jsonb not null,
  set_at timestamptz not null
);
