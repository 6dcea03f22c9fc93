-- Captures that brought no money are counted for those who watch the network: there are few of them among very many.
create index payment_operations_failed on payment_operations (asked_at)
  where kind = 'capture' and state in ('refused', 'stuck');
