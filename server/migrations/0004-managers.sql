-- Files that people upload, and an index for what a person's locations earned.

create table files (
  -- 128 random bits: whoever has the address may read the file, nobody can guess it
  name text primary key,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);

create index daily_totals_location on daily_totals (location_id);
