alter table orders
  -- what of the price is beyond what the driver was promised, and how much of it somebody has taken note of
  add column borne_minor bigint not null default 0,
  add column borne_noted_minor bigint not null default 0;
create index orders_borne on orders (id) where borne_minor > borne_noted_minor;

-- the network pays what it bears of an order's price, under a purpose of its own
alter table payments drop constraint payments_purpose_check, add constraint payments_purpose_check
  check (purpose in ('charging', 'parking', 'borne') or purpose ~ '^service:[1-9][0-9]{0,17}$') not valid;

create or replace view order_view as
  select id, status, location_id, station_id, connector_id, driver_id, rfid, created_at, reservation_start,
    reservation_finish, charging_start, charging_finish, transaction_id, transaction_start, transaction_finish, meter_start,
    meter_stop, meter_start_offset, energy_wh, charging_price_minor, reservation_price_minor, billable, needs_review,
    decided, end_told, warning, ev_connected, marked_wh, borne_minor, borne_noted_minor
  from orders;
