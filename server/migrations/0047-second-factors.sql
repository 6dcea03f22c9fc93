-- A second factor of log-ins: codes by time (RFC 6238), and recovery codes for when they cannot be had.

create table second_factors (
  manager_id bigint primary key references managers,
  -- encrypted under SECRET_KEY
  secret_sealed text not null,
  created_at timestamptz not null,
  -- null: begun, and not shown to work yet
  confirmed_at timestamptz,
  -- the newest time step whose code was accepted: none is accepted twice
  last_step bigint not null default 0
);

create table recovery_codes (
  manager_id bigint not null references second_factors on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (manager_id, code_hash)
);
