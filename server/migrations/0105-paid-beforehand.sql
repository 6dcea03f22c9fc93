-- Orders that a driver pays for before they start, and what was agreed on with the driver.
alter table orders
  -- what is to be held before it starts; null: nobody pays beforehand, 0: nobody does any more
  add column hold_minor bigint check (hold_minor >= 0),
  -- until when it may be paid; null once it is
  add column pay_until timestamptz,
  -- how long the connector is kept once it is paid; null: it is for charging at once
  add column reservation_seconds integer,
  add column reservation_fee_minor bigint,
  -- how long it can be canceled for nothing
  add column reservation_free_seconds integer,
  -- what the station knows the reservation by
  add column reservation_id bigint,
  add column reserve_status text;
