alter table orders
  -- Wh between the readings that a station marks as begin and end, where they contradict the registers of the session's edges
  add column marked_wh bigint,
  -- the station has said that energy flows, before any register could be read
  add column energy_flowed boolean not null default false;

create or replace view order_view as
  select id, status, location_id, station_id, connector_id, driver_id, rfid, created_at, reservation_start,
    reservation_finish, charging_start, charging_finish, transaction_id, transaction_start, transaction_finish, meter_start,
    meter_stop, meter_start_offset, energy_wh, charging_price_minor, reservation_price_minor, billable, needs_review,
    decided, end_told, warning, ev_connected, marked_wh
  from orders;
