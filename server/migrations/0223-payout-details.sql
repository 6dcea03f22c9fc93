-- Where owners' takings are paid to, as they or an administrator have told.
create table payout_details (
  owner_id bigint primary key references managers,
  holder text not null,
  bank_name text not null,
  -- an IBAN, or 20 digits of an account in Russia
  account_number text not null,
  bic text not null,
  entered_at timestamptz not null,
  entered_by bigint not null references managers
);

create or replace view location_view as
  select id, name, country, city, street, time_zone, owner_id, deleted_at, free_parking, cashback_percent, self_added,
    created_at
  from locations;

create or replace view contract_view as
  select owner_id, number, inn, valid_from, agent_fee_bp from contracts;

create view payment_account_view as
  select manager_id, bank_name from payment_accounts;
