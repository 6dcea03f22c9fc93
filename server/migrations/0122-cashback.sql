-- Cashback: promised with what is captured for charging, credited to the driver's balance when the month is over.
create table cashbacks (
  order_id bigint primary key references orders,
  driver_id bigint not null references drivers,
  percent integer not null check (percent between 0 and 100),
  -- part of what is captured that is no charging
  reservation_minor bigint not null,
  amount_minor bigint not null check (amount_minor >= 0),
  business_day date not null,
  -- how often it was posted
  posted integer not null,
  credited_at timestamptz
);
create index cashbacks_uncredited on cashbacks (business_day) where credited_at is null;

create view cashback_view as
  select order_id, driver_id, amount_minor, credited_at from cashbacks;

create or replace view location_view as
  select id, name, country, city, street, time_zone, owner_id, deleted_at, free_parking, cashback_percent from locations;

-- what drivers have paid in and spent; a driver's balance is less than zero by what is the driver's
create view driver_balance_line_view as
  select debit as account, amount_minor from ledger_transfers where debit like 'customer\_balance:%'
  union all
  select credit, -amount_minor from ledger_transfers where credit like 'customer\_balance:%';
