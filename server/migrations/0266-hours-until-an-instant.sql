-- A day until an instant is compared with today so far: the entries of an hour tell when they were posted.
create or replace view ledger_hour_view as
  select day, extract(hour from at at time zone network_zone())::smallint as hour, location_id, order_id,
    order_count, energy_wh, amount_minor,
    (case when method_type = 'cash' then amount_minor else 0 end)::bigint as cash_minor, at
  from ledger_measure_view where order_id is not null and location_id is not null and method_type is not null;
