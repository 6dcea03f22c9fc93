-- What else the list of stations is sorted by: its firmware's version, since when it is as it is, and its last session.

-- Versions in their order, number by number: 2.9 stands before 2.10.
create function version_order(version text) returns text language sql immutable as $$
  select string_agg(case when part[1] ~ '^[0-9]' then lpad(ltrim(part[1], '0'), greatest(12, length(part[1])), '0')
    else lower(part[1]) end, '' order by nth)
  from regexp_matches(version, '[0-9]+|[^0-9]+', 'g') with ordinality p(part, nth)
$$;

alter table stations
  add column firmware_order text collate "C" generated always as (version_order(firmware_version)) stored,
  -- since when it has its status; kept beside it
  add column status_since timestamptz;

update stations s set status_since = coalesce(
  case when s.status = 'offline' then (select coalesce(p.disconnected_at, p.last_seen_at) from station_presence p
    where p.station_id = s.id) end,
  (select max(c.status_updated_at) from connectors c where c.station_id = s.id), s.created_at);

-- When the newest session of each station began.
create table station_sessions (
  station_id text primary key references stations on delete cascade,
  last_session_at timestamptz not null
) with (fillfactor = 70);
create view station_session_view as select * from station_sessions;

-- a session that a station tells of late does not take the place of a newer one
create function note_station_session() returns trigger language plpgsql as $$
begin
  insert into station_sessions as s (station_id, last_session_at) values (new.station_id, new.transaction_start)
  on conflict (station_id) do update set last_session_at = excluded.last_session_at
    where s.last_session_at < excluded.last_session_at;
  return null;
end $$;
create trigger order_begun after insert on orders
  for each row when (new.transaction_start is not null) execute function note_station_session();
create trigger order_begun_later after update of transaction_start on orders
  for each row when (new.transaction_start is not null and old.transaction_start is distinct from new.transaction_start)
  execute function note_station_session();

insert into station_sessions (station_id, last_session_at)
  select station_id, max(transaction_start) from orders where transaction_start is not null group by station_id;
