-- How people look at the list of stations: filters, order and columns under a name of their own.
create table saved_views (
  id bigint generated always as identity primary key,
  manager_id bigint not null references managers,
  name text not null,
  -- filters, as GET stations takes them
  choice jsonb not null,
  order_by text,
  -- null: those that nobody has chosen
  columns text[],
  -- everybody sees it
  shared boolean not null,
  -- the list opens with it, for its owner
  opens boolean not null,
  created_at timestamptz not null
);
create unique index saved_views_name on saved_views (manager_id, lower(name));
create unique index saved_views_opens on saved_views (manager_id) where opens;
create index saved_views_shared on saved_views (id) where shared;
