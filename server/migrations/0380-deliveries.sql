-- What other systems are still to be sent: partners' objects by OCPI, and whatever else is pushed. What has arrived is no row any more.
create table deliveries (
  id bigint generated always as identity primary key,
  -- who delivers it, and to whom: "ocpi" and a partner, for instance
  channel text not null,
  target text not null,
  -- what it is about; deliveries of one topic and key arrive in the order of their ids
  topic text not null,
  key text not null,
  payload jsonb not null default '{}',
  -- a later one of the same key replaces it, as long as it waits
  replaceable boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'dead')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null,
  -- when it is tried again; while it is sent: when whoever sends it counts as gone
  due_at timestamptz not null
);
create index deliveries_due on deliveries (channel, target, due_at) where state <> 'dead';
create index deliveries_of_key on deliveries (channel, target, topic, key, id) where state <> 'dead';
create unique index deliveries_waiting on deliveries (channel, target, topic, key) where state = 'waiting' and replaceable;
create index deliveries_dead on deliveries (channel, target, id) where state = 'dead';

-- How it goes with each target: one that is away is not tried again for each of its deliveries.
create table delivery_targets (
  channel text not null,
  target text not null,
  failures integer not null default 0,
  failing_since timestamptz,
  -- not tried before
  due_at timestamptz,
  delivered_at timestamptz,
  error text,
  primary key (channel, target)
);
