-- Other programs are told what has happened: addresses that people have given us, what each is to be sent, and every attempt.
create table webhook_endpoints (
  id bigint generated always as identity primary key,
  -- whose it is: it is told what this person may see
  manager_id bigint not null references managers,
  name text not null,
  url text not null,
  events text[] not null,
  -- null: all that its owner sees
  location_ids integer[],
  -- it is sent the id and the link of what has changed, not the object
  thin boolean not null default false,
  is_on boolean not null default true,
  -- who or what has switched it off; null: it is on
  off_why text check (off_why in ('person', 'gone', 'failing')),
  off_at timestamptz,
  -- sealed under SECRET_KEY
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  -- since when nothing has arrived; null: the last one has arrived
  failing_since timestamptz,
  delivered_at timestamptz,
  error text,
  created_at timestamptz not null
);
create index webhook_endpoints_on on webhook_endpoints (id) where is_on;

-- How far each kind of row has been read, for those that somebody wants; no row: nobody wants it.
create table webhook_sources (
  source text primary key,
  -- everything up to here has been read, with no transaction open that could add to it
  position bigint not null,
  -- the newest row at an earlier look, and the first transaction that had not begun then
  seen bigint,
  seen_before bigint,
  seen_at timestamptz
);

-- What goes on for a while and has an end that is told: open orders, receipts that are not registered.
create table webhook_watched (
  source text not null,
  id bigint not null,
  told text[] not null default '{}',
  primary key (source, id)
);

create table webhook_events (
  id bigint generated always as identity primary key,
  type text not null,
  -- what it was read from: one row makes one event, however often it is read
  source text not null unique,
  object_id text not null,
  -- what the object is read with: the order of a receipt, the station of a connector
  parent_id text,
  location_id bigint,
  at timestamptz not null,
  created_at timestamptz not null
);
create index webhook_events_created on webhook_events (created_at);

-- In which order the states of objects were read.
create sequence webhook_versions;

create table webhook_messages (
  id bigint generated always as identity primary key,
  -- the receiver knows it by this name: webhook-id
  key text not null unique,
  endpoint_id bigint not null references webhook_endpoints on delete cascade,
  -- null: a test
  event_id bigint references webhook_events on delete cascade,
  type text not null,
  -- such as order/12
  object_id text,
  -- new: its body is not made yet; withheld: its owner does not see it any more
  state text not null default 'new' check (state in ('new', 'waiting', 'delivered', 'dead', 'withheld')),
  -- the server that makes its body has made it by then, or is gone
  taken_until timestamptz,
  body text,
  version bigint,
  attempts integer not null default 0,
  created_at timestamptz not null,
  due_at timestamptz,
  delivered_at timestamptz
);
create index webhook_messages_new on webhook_messages (id) where state = 'new';
create index webhook_messages_page on webhook_messages (endpoint_id, id desc);
create index webhook_messages_object on webhook_messages (endpoint_id, object_id, version desc) where version is not null;
create index webhook_messages_created on webhook_messages (created_at);
create index webhook_messages_event on webhook_messages (event_id);

create table webhook_attempts (
  id bigint generated always as identity primary key,
  message_id bigint not null references webhook_messages on delete cascade,
  at timestamptz not null,
  duration_ms integer not null,
  -- null: there was no answer
  status integer,
  answer text,
  error text
);
create index webhook_attempts_message on webhook_attempts (message_id, id);

-- What webhooks are made of.
create view station_event_view as select id, at, station_id, kind, connector, word, before from station_events;
create view order_log_view as select id, order_id, at, event from order_logs;
create view feedback_view as select id, kind, order_id, location_id, created_at from feedback;
create view statement_view as select id, owner_id, issued_at from statements;
create view price_change_view as select id, location_id, created_at from price_changes;
create view ledger_entry_view as select id, kind, order_id, location_id, at from ledger_entries;
create view new_driver_view as select id, created_at from drivers;
