-- Files that are made in the background, all rows of them, and taken once by a mailed link, of which only the hash is kept.
create table exports (
  id bigint generated always as identity primary key,
  manager_id bigint not null references managers,
  -- what the file is made of
  asked jsonb not null,
  format text not null check (format in ('xlsx', 'csv')),
  language text not null,
  created_at timestamptz not null,
  -- null until it is made
  name text,
  made_at timestamptz,
  token_hash text unique,
  expires_at timestamptz,
  taken_at timestamptz
);
create index exports_open on exports (manager_id) where made_at is null;

create table export_parts (
  export_id bigint not null references exports on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (export_id, position)
);
