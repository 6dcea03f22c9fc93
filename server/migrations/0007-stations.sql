-- What the station list sorts, searches and filters by; each EVSE's wish that its station has not taken yet; what stations
-- say of their own configuration.

alter table stations
  -- counts the changes of a station's settings, so that the second of two people who change them at once is told
  add column version integer not null default 1,
  -- owner's names and e-mail, location's name and the station's id, ready to sort by: kept by the triggers below
  add column list_order text collate "C" not null default '',
  -- everything that a search looks at, in lower case: kept by the triggers below
  add column search_text text not null default '',
  -- derived from the connectors by one rule of the program (slices/stations/status.ts), which writes it here for filters
  add column status text not null default 'unconfigured',
  set (fillfactor = 80);
create index stations_list on stations (list_order) where deleted_at is null;

create function write_station_texts() returns trigger language plpgsql as $$
declare
  place record;
  -- sorts behind every name: stations without an owner come last
  none constant text := chr(1114109);
begin
  select l.name, l.city, l.street, m.first_name, m.last_name, m.email into place
    from locations l left join managers m on m.id = l.owner_id where l.id = new.location_id;
  new.list_order := concat_ws(chr(1), coalesce(lower(place.last_name), none), coalesce(lower(place.first_name), none),
    coalesce(lower(place.email), none), lower(place.name), new.id);
  new.search_text := lower(concat_ws(' ', new.id, new.number, new.vendor_name, new.model, new.serial_number, place.name,
    place.city, place.street, place.first_name, place.last_name, place.email));
  return new;
end $$;
create trigger station_texts before insert or update of id, number, location_id, vendor_name, model, serial_number
  on stations for each row execute function write_station_texts();

-- naming location_id in the update is what makes the trigger above run
create function rewrite_texts_of_location() returns trigger language plpgsql as $$
begin
  update stations set location_id = location_id where location_id = new.id;
  return null;
end $$;
create trigger station_texts_of_location after update of name, city, street, owner_id on locations
  for each row execute function rewrite_texts_of_location();

create function rewrite_texts_of_owner() returns trigger language plpgsql as $$
begin
  update stations set location_id = location_id
    where location_id in (select id from locations where owner_id = new.id);
  return null;
end $$;
create trigger station_texts_of_owner after update of first_name, last_name, email on managers
  for each row execute function rewrite_texts_of_owner();

update stations set location_id = location_id;

alter table evses
  -- the wish in `operational` has not been taken by the station: it is sent again after the next boot
  add column availability_pending boolean not null default false,
  -- the station's own word to it, or why there is none
  add column availability_answer text;
create index evses_pending on evses (station_id) where availability_pending;

create table station_configurations (
  station_id text primary key references stations,
  -- of a report that comes in parts; null where the answer holds it all
  request_id integer,
  asked_at timestamptz not null,
  -- when the last whole report was there
  fetched_at timestamptz,
  -- parts of a report that is under way
  incoming jsonb not null default '[]',
  settings jsonb not null default '[]'
);
