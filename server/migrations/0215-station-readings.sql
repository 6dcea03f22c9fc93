-- What stations told of what they were asked for. It may come in parts; the last that came whole stays until the next has.
create table station_readings (
  station_id text not null references stations,
  kind text not null check (kind in ('texts', 'report', 'monitors')),
  asked_at timestamptz not null,
  question jsonb not null,
  -- of what is under way; null: nothing is
  request_id bigint,
  incoming jsonb not null default '[]',
  -- when what follows was there, and the question that it answers
  fetched_at timestamptz,
  answered jsonb,
  items jsonb not null default '[]',
  -- of a report: what was there before it, and since when
  earlier jsonb not null default '[]',
  earlier_at timestamptz,
  -- of monitors: the numbers of those that were set from here
  own jsonb not null default '[]',
  primary key (station_id, kind)
);

-- What a station notices of its variables is a line of its log.
alter table controller_logs drop constraint controller_logs_source_check,
  add constraint controller_logs_source_check check (source in ('vendor', 'security', 'upload', 'monitor')) not valid;

-- Numbers of the texts that people have stations show: those of orders' own texts stand below.
create sequence station_text_ids minvalue 2000000001 maxvalue 2147483647 cycle;
