-- What of the network partners are shown: locations and tariffs by switch, and each object as it was shown last.
create table roaming_locations (
  location_id bigint primary key references locations on delete cascade,
  published_at timestamptz not null
);

create table roaming_tariffs (
  tariff_id bigint primary key references tariffs on delete cascade,
  published_at timestamptz not null
);

create table roaming_objects (
  id bigint generated always as identity primary key,
  version text not null,
  module text not null check (module in ('locations', 'tariffs')),
  -- as partners name it
  object_id text not null,
  -- the JSON that they see
  body jsonb not null,
  last_updated timestamptz not null,
  -- of tariffs: it is shown no more
  removed_at timestamptz,
  unique (version, module, object_id)
);
create index roaming_objects_by_change on roaming_objects (version, module, last_updated);
