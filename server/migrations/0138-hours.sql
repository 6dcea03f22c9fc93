-- What the hours of the network's days brought, by connector: kept in the transactions that tell of it, made anew by rebuild-totals.

-- By whose clocks hours are counted: the configuration's zone, which the server notes when it starts.
create table network_zone (
  single boolean primary key default true check (single),
  time_zone text not null
);
insert into network_zone (time_zone) values ('Europe/Moscow');
create function network_zone() returns text language sql stable as $$ select time_zone from network_zone $$;

alter table orders
  -- how its session went; null while it is open
  add column outcome text check (outcome in ('charged', 'authorisation', 'start', 'energy', 'stop', 'given_up')),
  -- what its station ran when it ended
  add column firmware text;

update orders set outcome = case
  when status <> 'completed' then case
    when stop_reason in ('start_rejected', 'connector_taken', 'reservation_refused', 'reservation_unanswered',
      'reservation_removed') then 'start' else 'given_up' end
  when stop_reason = 'DeAuthorized' or warning in ('unowned', 'other_token') then 'authorisation'
  when warning = 'late_start' then 'start'
  when warning in ('implausible_energy', 'energy_unknown') or energy_wh = 0 or energy_wh < 100
    and energy_wh * 3600 < 1000 * extract(epoch from transaction_finish - transaction_start) then 'energy'
  when warning = 'lost' or stop_reason in ('EmergencyStop', 'GroundFault', 'OvercurrentFault', 'PowerQuality', 'PowerLoss',
    'Reboot', 'HardReset', 'SoftReset', 'ImmediateReset', 'Lost') then 'stop'
  else 'charged' end
where status in ('completed', 'canceled', 'expired');

create index orders_failed on orders (created_at desc, id desc)
  where outcome in ('authorisation', 'start', 'energy', 'stop');

-- A stretch of time by the hours of the network's clocks. Ends are cut to seconds, so stretches that follow one another add up.
create function hours_of(from_at timestamptz, to_at timestamptz)
returns table (day date, hour smallint, seconds bigint) language sql stable as $$
  select (h.at at time zone z.zone)::date, extract(hour from h.at at time zone z.zone)::smallint,
    floor(extract(epoch from least(to_at, h.at + interval '1 hour')))::bigint
      - floor(extract(epoch from greatest(from_at, h.at)))::bigint
  from (select network_zone() as zone) z,
    generate_series(date_trunc('hour', from_at, z.zone), to_at, interval '1 hour') h(at)
  where to_at > from_at
$$;

-- What an order that ended adds to the hours: how it went to that of its end, its seconds to those in which they passed.
create function hours_of_order(outcome text, created_at timestamptz, charging_finish timestamptz, transaction_start timestamptz,
  ev_charging_start timestamptz, transaction_finish timestamptz, ev_disconnected_at timestamptz)
returns table (day date, hour smallint, attempts integer, failed_authorisation integer, failed_start integer,
  failed_energy integer, failed_stop integer, charging_seconds bigint, plugged_seconds bigint) language sql stable as $$
  select (e.at at time zone z.zone)::date, extract(hour from e.at at time zone z.zone)::smallint, 1,
    (outcome = 'authorisation')::integer, (outcome = 'start')::integer, (outcome = 'energy')::integer,
    (outcome = 'stop')::integer, 0, 0
  from (select network_zone() as zone) z, (select coalesce(transaction_finish, charging_finish, created_at) as at) e
  where outcome <> 'given_up'
  union all
  select h.day, h.hour, 0, 0, 0, 0, 0, h.seconds, 0
  from hours_of(coalesce(ev_charging_start, transaction_start), transaction_finish) h
  union all
  select h.day, h.hour, 0, 0, 0, 0, 0, 0, h.seconds
  from hours_of(transaction_start, greatest(transaction_finish, ev_disconnected_at)) h
  where transaction_finish is not null
$$;

create table hourly_outcomes (
  day date not null,
  connector_id bigint not null,
  hour smallint not null,
  firmware text not null,
  location_id bigint not null,
  station_id text not null,
  -- sessions that were tried; what people gave up is none
  attempts integer not null,
  failed_authorisation integer not null,
  failed_start integer not null,
  failed_energy integer not null,
  failed_stop integer not null,
  charging_seconds bigint not null,
  plugged_seconds bigint not null,
  primary key (day, connector_id, hour, firmware)
) with (fillfactor = 80);
create index hourly_outcomes_station on hourly_outcomes (station_id, day);

create table hourly_takings (
  day date not null,
  connector_id bigint not null,
  hour smallint not null,
  location_id bigint not null,
  station_id text not null,
  order_count integer not null,
  energy_wh bigint not null,
  -- less what went back; what of it is cash is no revenue
  amount_minor bigint not null,
  cash_minor bigint not null,
  primary key (day, connector_id, hour)
) with (fillfactor = 80);
create index hourly_takings_station on hourly_takings (station_id, day);

-- What the hours have to be.
create view order_hour_view as
  select o.created_at, h.day, o.connector_id, h.hour, coalesce(o.firmware, '') as firmware, o.location_id, o.station_id,
    h.attempts, h.failed_authorisation, h.failed_start, h.failed_energy, h.failed_stop, h.charging_seconds, h.plugged_seconds
  from orders o cross join lateral hours_of_order(o.outcome, o.created_at, o.charging_finish, o.transaction_start,
    o.ev_charging_start, o.transaction_finish, o.ev_disconnected_at) h
  where o.outcome is not null;

create view ledger_hour_view as
  select e.business_day as day, extract(hour from e.at at time zone network_zone())::smallint as hour, e.location_id,
    e.order_id, e.order_count, e.energy_wh, coalesce(t.amount_minor, 0)::bigint as amount_minor,
    (case when e.method_type = 'cash' then coalesce(t.amount_minor, 0) else 0 end)::bigint as cash_minor
  from ledger_entries e left join (
    select entry_id, sum(due_minor) as amount_minor from ledger_line_view
    where kind in ('sale', 'refund', 'chargeback') group by entry_id
  ) t on t.entry_id = e.id
  where e.order_id is not null and e.location_id is not null and e.method_type is not null;

insert into hourly_outcomes
select day, connector_id, hour, firmware, min(location_id), min(station_id), sum(attempts), sum(failed_authorisation),
  sum(failed_start), sum(failed_energy), sum(failed_stop), sum(charging_seconds), sum(plugged_seconds)
from order_hour_view group by day, connector_id, hour, firmware;

insert into hourly_takings
select h.day, o.connector_id, h.hour, min(h.location_id), min(o.station_id), sum(h.order_count), sum(h.energy_wh),
  sum(h.amount_minor), sum(h.cash_minor)
from ledger_hour_view h join orders o on o.id = h.order_id group by h.day, o.connector_id, h.hour;

create view hourly_outcome_view as select * from hourly_outcomes;
create view hourly_taking_view as select * from hourly_takings;

-- What of a station people compare its sessions by.
create or replace view station_view as
  select id, number, location_id, model, protocol, status, monetized, data_transfer, list_order, search_text, created_at,
    deleted_at, firmware_version
  from stations;
