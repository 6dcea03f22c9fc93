-- What locations sell beside charging: kinds of services that administrators name in each language, and where they are sold at which price.

create table service_types (
  id bigint generated always as identity primary key,
  names json not null,
  descriptions json not null,
  icon text not null,
  created_at timestamptz not null
);

create table location_services (
  id bigint generated always as identity primary key,
  location_id bigint not null references locations,
  type_id bigint not null references service_types,
  price_minor bigint not null check (price_minor > 0),
  created_at timestamptz not null,
  unique (location_id, type_id)
);
create index location_services_of_type on location_services (type_id);
