-- its station seems to have lost it and is away: its driver may charge elsewhere, its connector waits for the station
alter table orders add column card_free boolean not null default false;

drop index orders_open_driver;
create unique index orders_open_driver on orders (driver_id)
  where driver_id is not null and not replayed and not card_free
    and status in ('wait_payment', 'active', 'countdown', 'starting', 'started');

create or replace view order_view as
  select id, status, location_id, station_id, connector_id, driver_id, rfid, created_at, reservation_start,
    reservation_finish, charging_start, charging_finish, transaction_id, transaction_start, transaction_finish, meter_start,
    meter_stop, meter_start_offset, energy_wh, charging_price_minor, reservation_price_minor, billable, needs_review,
    decided, end_told, warning, ev_connected, marked_wh, borne_minor, borne_noted_minor, card_free
  from orders;
