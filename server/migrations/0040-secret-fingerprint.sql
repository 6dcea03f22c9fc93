-- A keyed fingerprint of the SECRET_KEY that this database is used with: another one is noticed at the start.

create table secret_fingerprint (
  -- one row
  single boolean primary key default true check (single),
  fingerprint text not null,
  noted_at timestamptz not null
);
