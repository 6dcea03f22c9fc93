-- What was handed over of a debt, in cash or at a payment terminal: each is a payment of its own, under the purpose that it was owed
-- for and its number here. The provider's own payment is settled again and again by what the provider tells, and leaves it alone.
create table booked_debts (
  id bigint primary key generated always as identity,
  order_id bigint not null references orders,
  purpose text not null check (purpose in ('charging', 'parking')),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  created_by bigint not null references managers
);
create index booked_debts_of_order on booked_debts (order_id);

alter table payments drop constraint payments_purpose_check, add constraint payments_purpose_check
  check (purpose in ('charging', 'parking', 'borne') or purpose ~ '^(service|charging|parking):[1-9][0-9]{0,17}$') not valid;
alter table refunds drop constraint refunds_purpose_check, add constraint refunds_purpose_check
  check (purpose in ('charging', 'parking') or purpose ~ '^(service|charging|parking):[1-9][0-9]{0,17}$') not valid;
