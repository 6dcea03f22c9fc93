-- works from 0.1.0: older servers make no payments of drivers alone, and leave those that they meet to newer ones.
-- Payments at the provider that are of no order: a driver pays into the balance, or has a card checked that is saved.
alter table provider_payments
  alter column order_id drop not null,
  add column driver_id bigint references drivers,
  -- the driver's own for one payment: sent again, it pays nothing more
  add column driver_key text,
  add constraint provider_payments_of_one check ((order_id is null) <> (driver_id is null)) not valid;
alter table provider_payments drop constraint provider_payments_purpose_check, add constraint provider_payments_purpose_check
  check (purpose in ('charging', 'parking', 'check') or (purpose = 'top_up' and driver_id is not null)
    or purpose ~ '^service:[1-9][0-9]{0,17}$') not valid;
create index provider_payments_driver on provider_payments (driver_id, id) where driver_id is not null;
create unique index provider_payments_of_driver_open on provider_payments (driver_id, purpose)
  where driver_id is not null and state in ('created', 'pending', 'action', 'held');
create unique index provider_payments_driver_key on provider_payments (driver_id, driver_key) where driver_key is not null;
