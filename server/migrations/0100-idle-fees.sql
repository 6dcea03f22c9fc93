-- Cars that stayed connected after their charging had ended, and what that costs: from the order's end until the car has left.
create table idle_fees (
  order_id bigint primary key references orders,
  -- grace: it costs nothing yet; closed: the car has left; captured, debt: what became of the money
  state text not null check (state in ('grace', 'accruing', 'closed', 'captured', 'debt')),
  since timestamptz not null,
  -- when it is looked at again; null once the car has left
  due_at timestamptz,
  idle_seconds integer not null default 0,
  amount_minor bigint not null default 0
);
create index idle_fees_open on idle_fees (due_at) where due_at is not null;

create view idle_fee_view as
  select order_id, idle_seconds, amount_minor from idle_fees;

create or replace view location_view as
  select id, name, country, city, street, time_zone, owner_id, deleted_at, free_parking from locations;

create or replace view order_view as
  select id, status, location_id, station_id, connector_id, driver_id, rfid, created_at, reservation_start,
    reservation_finish, charging_start, charging_finish, transaction_id, transaction_start, transaction_finish, meter_start,
    meter_stop, meter_start_offset, energy_wh, charging_price_minor, reservation_price_minor, billable, needs_review,
    decided, end_told, warning, ev_connected
  from orders;
