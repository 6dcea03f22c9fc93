-- Which session a message belongs to.

alter table orders
  -- the station has given this transaction's id to another one since (a factory reset)
  add column name_reused boolean not null default false,
  -- the number of the message whose card the order is on; an earlier one's counts before it
  add column claim_sequence bigint;

drop index orders_transaction;
create unique index orders_transaction on orders (station_id, transaction_id)
  where transaction_id is not null and not name_reused;

-- One row a message, one item a transaction: what a station calls -1 is as many transactions as it has messages.
alter table unmatched_transactions
  drop constraint unmatched_transactions_station_id_transaction_id_key,
  add column session_key text,
  add column event_key text not null default '';
update unmatched_transactions set session_key = transaction_id;
alter table unmatched_transactions
  alter column session_key set not null,
  add constraint unmatched_transactions_key unique (station_id, session_key, event_key);
-- a start that is sent again finds the number that it was answered with
create index unmatched_starts on unmatched_transactions (station_id, event_key);
