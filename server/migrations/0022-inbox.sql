-- What people decide of transactions without an order.

-- an order made out of one is written with the rest of its batch, after the transaction is settled
alter table unmatched_transactions
  alter constraint unmatched_transactions_order_id_fkey deferrable initially deferred;
create index unmatched_waiting on unmatched_transactions (received_at desc, id desc) where resolved_at is null;
