-- Screens of control rooms, which read the network with a key of their own and nobody's account.
create table wall_screens (
  id bigint generated always as identity primary key,
  name text not null,
  -- SHA-256, hex
  key_hash text not null unique,
  created_at timestamptz not null,
  created_by bigint not null references managers,
  used_at timestamptz,
  revoked_at timestamptz
);
