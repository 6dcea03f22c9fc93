-- What mends itself: a command for stations of incidents, by rules that a person has turned on.
create table repair_rules (
  id bigint generated always as identity primary key,
  -- whose: a manager's, for their own locations; null: the network's
  owner_id bigint references managers,
  name text not null,
  repair text not null check (repair in ('reset', 'unlock', 'clear_limits', 'trigger_status', 'retry_firmware', 'end_phantom')),
  -- dry_run: it only writes down what it would have done
  mode text not null check (mode in ('off', 'dry_run', 'on')),
  -- words and ids; empty: all
  kinds jsonb not null default '[]',
  location_ids jsonb not null default '[]',
  -- so long something must have gone wrong at a station, and so long after a repair it is looked whether it helped
  after_minutes integer not null,
  helped_minutes integer not null,
  -- so many for a station in a day of the network
  station_most integer not null,
  -- whoever turned it on last: it commands stations in their name
  changed_by bigint not null references managers,
  changed_at timestamptz not null,
  removed_at timestamptz
);

-- One switch for the network; its row is there from the beginning.
create table repair_switch (
  only_row boolean primary key default true check (only_row),
  -- null: repairs may run
  stopped_at timestamptz,
  stopped_by bigint references managers,
  -- so many for the whole network in a day
  network_most integer not null default 50
);
insert into repair_switch default values;

-- How many repairs were begun in a day of the network: of 'network', and of 'station:ID'.
create table repair_counts (
  subject text not null,
  day date not null,
  begun integer not null,
  primary key (subject, day)
);

-- When a rule looks at a station of an incident again: whoever moves it on does the work.
create table repair_turns (
  rule_id bigint not null references repair_rules,
  incident_id bigint not null references incidents,
  station_id text not null references stations,
  due_at timestamptz not null,
  primary key (rule_id, incident_id, station_id)
);

create table repair_attempts (
  id bigint generated always as identity primary key,
  rule_id bigint not null references repair_rules,
  incident_id bigint not null references incidents,
  -- of the incident: the kind of fault
  kind text not null,
  -- of the incident's members
  subject text not null,
  station_id text not null references stations,
  location_id bigint,
  repair text not null,
  -- would: in a dry run; refused: a precondition failed; unknown: the server ended, or no answer came
  state text not null check (state in ('would', 'refused', 'running', 'done', 'failed', 'unknown')),
  -- the precondition, or the error code; null: none
  reason text,
  at timestamptz not null,
  ended_at timestamptz,
  -- when it is looked whether it helped; null: looked, or there is nothing to look for
  check_at timestamptz,
  helped boolean
);
create index repair_attempts_page on repair_attempts (at desc, id desc);
create index repair_attempts_check on repair_attempts (check_at) where check_at is not null;
-- one repair at a time for a station
create unique index repair_attempts_running on repair_attempts (station_id) where state = 'running';
