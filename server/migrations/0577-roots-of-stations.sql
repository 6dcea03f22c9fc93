-- Whether a station's settings say that it speaks ISO 15118 with cars, and that contracts are not switched off there.
alter table station_configurations add column plugs_and_charges boolean not null generated always as (
  jsonb_path_exists(settings, '$[*] ? (@.component starts with "ISO15118Ctrlr")')
  and not jsonb_path_exists(settings, '$[*] ? (@.component starts with "ISO15118Ctrlr" && @.name == "PnCEnabled"
    && (@.value == "false" || @.value == "False"))')) stored;
create index station_configurations_plugging on station_configurations (station_id) where plugs_and_charges;
create index station_certificates_for_cars on station_certificates (station_id) where for_cars;

-- Stations that do Plug & Charge: their settings say so, or a certificate for cars was signed for them.
create view plugging_station_view as
  select s.id, s.number, s.location_id, s.protocol, s.list_order from stations s where s.deleted_at is null
    and (exists (select from station_configurations c where c.station_id = s.id and c.plugs_and_charges)
      or exists (select from station_certificates c where c.station_id = s.id and c.for_cars));

-- Which of our root certificates a station has, by what it has said or taken.
create table station_roots (
  station_id text primary key references stations,
  -- kind:fingerprint of each
  held text[] not null default '{}',
  -- when it listed them last; null: it has not
  looked_at timestamptz
);
