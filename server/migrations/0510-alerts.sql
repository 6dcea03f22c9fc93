-- Where incidents are told beside people: a webhook, or a chat of Telegram.
create table alert_channels (
  id bigint generated always as identity primary key,
  -- whose: a manager's, for their own locations; null: the network's
  owner_id bigint references managers,
  kind text not null check (kind in ('webhook', 'telegram')),
  name text not null,
  -- the webhook's address, or the chat's id
  target text not null,
  -- of its messages
  language text not null,
  -- the webhook's secret or the bot's token, sealed under SECRET_KEY
  sealed text not null,
  created_by bigint not null references managers,
  created_at timestamptz not null,
  removed_at timestamptz
);

-- Who is told of which incidents, when, and who after them if nobody acknowledges.
create table alert_rules (
  id bigint generated always as identity primary key,
  -- whose: a manager's, for their own locations; null: the network's
  owner_id bigint references managers,
  name text not null,
  is_on boolean not null,
  -- incidents of this severity and above
  severity text not null,
  -- words and ids; empty: all
  kinds jsonb not null default '[]',
  location_ids jsonb not null default '[]',
  -- minutes of the day in the network's time zone between which people are told; null: always
  from_minute integer,
  until_minute integer,
  -- outside of that time only of this severity and above; null: of none
  urgent_severity text,
  -- within so many minutes several incidents are one message
  digest_minutes integer not null,
  steps jsonb not null,
  changed_by bigint not null references managers,
  changed_at timestamptz not null,
  removed_at timestamptz
);

-- The step that comes next of a rule for an incident.
create table alert_watches (
  incident_id bigint not null references incidents,
  rule_id bigint not null references alert_rules,
  next_step integer not null default 0,
  -- null: there is no more to do
  due_at timestamptz,
  primary key (incident_id, rule_id)
);
create index alert_watches_due on alert_watches (due_at) where due_at is not null;

-- Who is told of an incident: each receiver once.
create table alert_tellings (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents,
  -- manager:ID or channel:ID
  receiver text not null,
  rule_id bigint not null references alert_rules,
  by_mail boolean not null,
  by_push boolean not null,
  -- by a later step: nobody had acknowledged
  escalated boolean not null,
  -- null: told, or needless by then
  due_at timestamptz,
  told_at timestamptz,
  unique (incident_id, receiver)
);
create index alert_tellings_due on alert_tellings (due_at) where due_at is not null;

-- Browsers that somebody of the staff is told in.
create table staff_devices (
  id bigint generated always as identity primary key,
  manager_id bigint not null references managers,
  endpoint text not null,
  public_key text not null,
  auth_secret text not null,
  user_agent text not null,
  created_at timestamptz not null,
  unique (manager_id, endpoint)
);
