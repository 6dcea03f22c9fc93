-- works from 0.1.0: the view gets a column at its end, which older servers do not read
-- Orders that drivers without an account have begun: a device finds its own again by a key of which only the hash is kept.
create table device_sessions (
  device_hash text not null,
  -- what the device calls its request, so that a repeated one makes no other order
  request_id text not null,
  -- it is written in the transaction of its order, and before it
  order_id bigint not null references orders deferrable initially deferred,
  created_at timestamptz not null,
  primary key (device_hash, request_id)
);
create index device_sessions_newest on device_sessions (device_hash, created_at desc);
create index device_sessions_order on device_sessions (order_id);

create or replace view order_view as
  select id, status, location_id, station_id, connector_id, driver_id, rfid, created_at, reservation_start,
    reservation_finish, charging_start, charging_finish, transaction_id, transaction_start, transaction_finish, meter_start,
    meter_stop, meter_start_offset, energy_wh, charging_price_minor, reservation_price_minor, billable, needs_review,
    decided, end_told, warning, ev_connected, marked_wh, borne_minor, borne_noted_minor, card_free, hold_minor
  from orders;
