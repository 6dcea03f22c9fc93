-- Full exports that people have ordered, and their parts, each with its files in the file store.
create table full_exports (
  id bigint generated always as identity primary key,
  manager_id bigint not null references managers,
  with_secrets boolean not null default false,
  language text not null,
  created_at timestamptz not null,
  -- who writes it; whoever begins after another has taken long draws a new one, and the other stops
  run text,
  tables_done integer not null default 0,
  tables integer not null default 0,
  rows bigint not null default 0,
  size bigint not null default 0,
  ready_at timestamptz,
  expires_at timestamptz
);
create index full_exports_of_manager on full_exports (manager_id);

create table full_export_parts (
  export_id bigint not null references full_exports on delete cascade,
  position integer not null,
  note jsonb not null,
  -- by path in the export: the names of its files in the file store
  stored jsonb not null,
  primary key (export_id, position)
);
