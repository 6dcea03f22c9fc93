-- Payment cards that drivers have saved: what they begin at a station with a card that is paid so is held there at once.

create table saved_cards (
  driver_id bigint primary key references drivers,
  provider text not null,
  method_ref text not null,
  brand text,
  last4 text,
  saved_at timestamptz not null
);
create view saved_card_view as
  select driver_id, provider, brand, last4, saved_at from saved_cards;

-- the driver wants the card kept that this was paid with
alter table provider_payments add column keeps_card boolean not null default false;

-- a session's money is asked for in the transaction that writes its order, and may be before it
alter table provider_payments alter constraint provider_payments_order_id_fkey deferrable initially deferred;
