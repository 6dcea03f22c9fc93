-- Services that were sold with orders, as they were when they were sold. Each is paid for by itself: a purpose tells which.
create table sold_services (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  type_id bigint not null,
  names json not null,
  icon text not null,
  price_minor bigint not null check (price_minor > 0),
  -- asked: its money is under way; void: it was not paid, and is not given
  state text not null check (state in ('asked', 'sold', 'void')),
  -- until when it may be paid
  due_at timestamptz,
  -- why it is void: the provider's word, or ours
  refusal text,
  -- null: its driver has bought it by the link
  sold_by bigint references managers,
  -- the driver's own for one wish
  wish text,
  created_at timestamptz not null,
  check ((due_at is null) = (state <> 'asked')),
  check ((refusal is null) = (state <> 'void'))
);
create index sold_services_of_order on sold_services (order_id);
create unique index sold_services_asked on sold_services (order_id) where state = 'asked';
create unique index sold_services_wish on sold_services (order_id, wish) where wish is not null;
create index sold_services_due on sold_services (due_at) where due_at is not null;

create view sold_service_view as select id, order_id, names, price_minor, state from sold_services;

alter table payments drop constraint payments_purpose_check, add constraint payments_purpose_check
  check (purpose in ('charging', 'parking') or purpose ~ '^service:[1-9][0-9]{0,17}$') not valid;
alter table provider_payments drop constraint provider_payments_purpose_check, add constraint provider_payments_purpose_check
  check (purpose in ('charging', 'parking', 'check') or purpose ~ '^service:[1-9][0-9]{0,17}$') not valid;
alter table refunds drop constraint refunds_purpose_check, add constraint refunds_purpose_check
  check (purpose in ('charging', 'parking') or purpose ~ '^service:[1-9][0-9]{0,17}$') not valid;
alter table fiscal_receipts drop constraint fiscal_receipts_purpose_check, add constraint fiscal_receipts_purpose_check
  check (purpose in ('charging', 'parking') or purpose ~ '^service:[1-9][0-9]{0,17}$') not valid;
