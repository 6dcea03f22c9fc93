-- Links by which drivers pay for one order each; only their hashes are kept.
create table pay_links (
  token_hash text primary key,
  -- it is written in the transaction of its order, and before it
  order_id bigint not null references orders deferrable initially deferred,
  created_by bigint references managers,
  created_at timestamptz not null
);
create index pay_links_order on pay_links (order_id);
