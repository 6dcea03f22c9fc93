-- works from 0.1.0: it adds tables and views, and triggers that only add rows to one of them; older servers go on comparing everything each minute
-- What partners are shown is reckoned again where something has changed, and nowhere else: whoever changes what stands in a published
-- location, or a price, leaves a mark in the same transaction. Marks are only added and taken, so nobody waits for them.
create table roaming_marks (
  id bigint generated always as identity primary key,
  -- all: everything
  kind text not null check (kind in ('location', 'tariff', 'all')),
  -- of a location or tariff
  object_id bigint
);

-- The tariffs that hold at published locations, published or not.
create table roaming_held (
  location_id bigint not null references locations on delete cascade,
  tariff_id bigint not null references tariffs on delete cascade,
  primary key (location_id, tariff_id)
);
create index roaming_held_by_tariff on roaming_held (tariff_id);

-- Up to when prices that begin and end by the clock are shown.
create table roaming_look (
  single boolean primary key default true check (single),
  looked_at timestamptz not null
);

-- Objects as partners have seen them last: those of everybody, and tariffs of a partner that has agreed on prices.
create view roaming_shown_view as
  select id, version, module, object_id, body, last_updated, removed_at, null::bigint as partner_id from roaming_objects
  union all
  select id, version, 'tariffs', object_id, body, last_updated, removed_at, partner_id from roaming_partner_tariffs;

create view tariff_assignment_view as
  select tariff_id, scope, owner_id, location_id, station_id, connector_id from tariff_assignments;

create function mark_roaming_locations(locations bigint[]) returns void language sql as $$
  insert into roaming_marks (kind, object_id)
  select 'location', p.location_id from roaming_locations p where p.location_id = any(locations)
$$;
create function mark_roaming_stations(stations text[]) returns void language sql as $$
  insert into roaming_marks (kind, object_id)
  select distinct 'location', p.location_id from stations s join roaming_locations p on p.location_id = s.location_id
  where s.id = any(stations)
$$;

create function mark_roaming_all() returns trigger language plpgsql as $$
begin
  insert into roaming_marks (kind) select 'all' where exists (select from roaming_locations);
  return null;
end $$;
create trigger roaming_marks after insert or update or delete on legal_details execute function mark_roaming_all();
create trigger roaming_marks after insert or update or delete on roaming_party execute function mark_roaming_all();
create trigger roaming_marks after insert or update or delete on fleet_contracts execute function mark_roaming_all();
create trigger roaming_marks after insert or update of state, version on roaming_partners execute function mark_roaming_all();

create function mark_roaming_tariff() returns trigger language plpgsql as $$
begin
  insert into roaming_marks (kind, object_id)
  select distinct 'tariff', id from unnest(array[
    case when tg_op <> 'INSERT' then (to_jsonb(old) ->> tg_argv[0])::bigint end,
    case when tg_op <> 'DELETE' then (to_jsonb(new) ->> tg_argv[0])::bigint end
  ]) id
  where id is not null and exists (select from roaming_locations);
  return null;
end $$;
create trigger roaming_marks after update on tariffs for each row
  when (old.* is distinct from new.*) execute function mark_roaming_tariff('id');
create trigger roaming_marks after insert or update or delete on tariff_versions for each row
  execute function mark_roaming_tariff('tariff_id');
create trigger roaming_marks after insert or update or delete on tariff_assignments for each row
  execute function mark_roaming_tariff('tariff_id');

-- of a row: the location that its column names, before and after
create function mark_roaming_location() returns trigger language plpgsql as $$
begin
  perform mark_roaming_locations(array[
    case when tg_op <> 'INSERT' then (to_jsonb(old) ->> tg_argv[0])::bigint end,
    case when tg_op <> 'DELETE' then (to_jsonb(new) ->> tg_argv[0])::bigint end
  ]);
  return null;
end $$;
create trigger roaming_marks after update on locations for each row
  when (old.* is distinct from new.*) execute function mark_roaming_location('id');
create trigger roaming_marks after insert or update or delete on location_photos for each row
  execute function mark_roaming_location('location_id');
create trigger roaming_marks after update of number, location_id, monetized, deleted_at, sales_paused_at, held on stations for each row
  when ((old.number, old.location_id, old.monetized, old.deleted_at, old.sales_paused_at, old.held)
    is distinct from (new.number, new.location_id, new.monetized, new.deleted_at, new.sales_paused_at, new.held))
  execute function mark_roaming_location('location_id');

create function mark_roaming_station() returns trigger language plpgsql as $$
begin
  perform mark_roaming_stations(array[case when tg_op = 'DELETE' then old.station_id else new.station_id end]);
  return null;
end $$;
create trigger roaming_marks after update of operational on evses for each row
  when (old.operational is distinct from new.operational) execute function mark_roaming_station();
create trigger roaming_marks_begun after insert or delete on station_presence for each row execute function mark_roaming_station();
create trigger roaming_marks after update of connection_id on station_presence for each row
  when (old.connection_id is distinct from new.connection_id) execute function mark_roaming_station();
create trigger roaming_marks after insert or update or delete on maintenances for each row execute function mark_roaming_station();
create trigger roaming_marks_begun after insert or delete on station_configurations for each row
  execute function mark_roaming_station();
create trigger roaming_marks after update of abilities, fetched_at on station_configurations for each row
  when (old.abilities is distinct from new.abilities or (old.fetched_at is null) <> (new.fetched_at is null))
  execute function mark_roaming_station();

-- connectors report often, and many at once: once for a statement
create function mark_roaming_connectors() returns trigger language plpgsql as $$
begin
  if not exists (select from roaming_locations) then return null; end if;
  if tg_op = 'UPDATE' then
    perform mark_roaming_stations(array(select distinct c.station_id from changed c join former f on f.id = c.id
      where (c.station_id, c.evse_number, c.number, c.ordinal, c.type, c.current, c.power_w, c.ocpp_status)
        is distinct from (f.station_id, f.evse_number, f.number, f.ordinal, f.type, f.current, f.power_w, f.ocpp_status)));
  elsif tg_op = 'INSERT' then
    perform mark_roaming_stations(array(select distinct station_id from changed));
  else
    perform mark_roaming_stations(array(select distinct station_id from former));
  end if;
  return null;
end $$;
create trigger roaming_marks_new after insert on connectors referencing new table as changed
  for each statement execute function mark_roaming_connectors();
create trigger roaming_marks after update on connectors referencing old table as former new table as changed
  for each statement execute function mark_roaming_connectors();
create trigger roaming_marks_gone after delete on connectors referencing old table as former
  for each statement execute function mark_roaming_connectors();
