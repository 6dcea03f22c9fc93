-- Drivers pay beforehand from their balance, after a code that is mailed to them.

create table balance_codes (
  -- a newer code takes the place of the one before
  order_id bigint primary key references orders,
  code_hash text not null,
  attempts integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- What is kept of balances for orders that are open: it is free again as soon as they are over.
create view balance_hold_view as
  select id as order_id, driver_id, hold_minor from orders
  where driver_id is not null and hold_minor > 0 and pay_until is null and payment_method_type = 'account'
    and status in ('active', 'countdown', 'starting', 'started');
