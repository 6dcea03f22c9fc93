-- works from 0.1.0: the views only get a column more
-- Keys with which other programs call the interface. Of a key only the hash of its secret is kept.
create table api_keys (
  id bigint generated always as identity primary key,
  -- what stands in clear within the key
  public_id text not null unique,
  -- SHA-256 of the secret, which has 256 random bits
  secret_hash text not null,
  manager_id bigint not null references managers,
  name text not null,
  scopes text[] not null,
  -- null: all locations that its maker sees
  location_ids bigint[],
  -- addresses and networks that it may be used from; none: all
  addresses text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz,
  -- the key that was made in its place
  replaced_by bigint references api_keys,
  -- its maker was mailed that it ends
  warned_at timestamptz
);
create index api_keys_manager_id on api_keys (manager_id);
create index api_keys_replaced_by on api_keys (replaced_by) where replaced_by is not null;

-- The key with which somebody did it; null: a person who was logged in, or the system.
alter table audit_log add column api_key_id bigint;
create or replace view audit_log_view as
  select id, at, manager_id, subject_type, subject_id, before, after, action, api_key_id from audit_log;

create view api_key_view as select id, name, manager_id, expires_at, revoked_at from api_keys;

create or replace view manager_view as
  select id, first_name, last_name, email, role, admitted_at, blocked_at from managers;
