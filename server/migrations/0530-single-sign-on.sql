-- Log-ins by an OpenID Connect provider.

-- how the network's own side of it is set: one row, or none before somebody has set it
create table sso_settings (
  id integer primary key default 1 check (id = 1),
  enabled boolean not null default false,
  issuer text not null,
  client_id text not null,
  -- sealed under SECRET_KEY; null: a public client
  secret_sealed text,
  label text not null,
  scopes text not null,
  groups_claim text not null,
  -- which group has which role and locations, the first that fits first
  rules jsonb not null,
  accounts text not null check (accounts in ('invited', 'first_log_in')),
  email_domains text[] not null,
  verified_email_only boolean not null,
  -- values of amr or acr after which our own second factor is not asked
  trusted_methods text[] not null,
  session_hours integer not null,
  check_minutes integer not null,
  password_log_in boolean not null default true,
  -- the one account that a password still opens
  emergency_manager_id bigint references managers (id),
  -- when a log-in with this issuer and client was tried
  tried_at timestamptz,
  changed_at timestamptz not null
);

-- log-ins that a browser has begun at the provider and not come back from: each row is used once
create table sso_attempts (
  state_hash text primary key,
  -- of what only the browser that began it holds
  browser_hash text not null,
  purpose text not null check (purpose in ('log_in', 'link', 'try', 'code')),
  -- who links or tries; who is asked for a code
  manager_id bigint references managers (id) on delete cascade,
  -- nonce and verifier; after the provider's answer, what the session takes from it
  sealed text not null,
  expires_at timestamptz not null
);
create index sso_attempts_expires on sso_attempts (expires_at);

-- which account somebody at the provider has here
create table sso_identities (
  issuer text not null,
  subject text not null,
  manager_id bigint not null unique references managers (id) on delete cascade,
  linked_at timestamptz not null,
  last_log_in_at timestamptz,
  primary key (issuer, subject)
);

-- what the provider knows of a session here
create table sso_sessions (
  session_id bigint primary key references sessions (id) on delete cascade,
  manager_id bigint not null references managers (id) on delete cascade,
  issuer text not null,
  subject text not null,
  -- the provider's own session
  provider_session text,
  id_token_sealed text not null,
  refresh_token_sealed text
);
create index sso_sessions_subject on sso_sessions (issuer, subject);
create index sso_sessions_manager on sso_sessions (manager_id);

-- logout tokens that were used, each once
create table sso_logout_tokens (
  issuer text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (issuer, jti)
);
create index sso_logout_tokens_expires on sso_logout_tokens (expires_at);

-- since when somebody logs in at the provider
alter table managers add column external_since timestamptz;
-- a session of a provider ends then, however much it is used; null: when it is unused
alter table sessions add column ends_at timestamptz;
-- when the provider is asked again whether the account is still good; null: never
alter table sessions add column check_due_at timestamptz;
-- the provider has asked for a second factor
alter table sessions add column second_factor_elsewhere boolean not null default false;
