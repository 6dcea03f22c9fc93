-- Roaming: who we are in it, our partners, and what was said between them and us.
create table roaming_party (
  single boolean primary key default true check (single),
  -- ISO 3166-1 alpha-2, and three characters: our party in OCPI
  country_code text not null,
  party_id text not null,
  name text not null,
  website text
);

create table roaming_partners (
  id bigint generated always as identity primary key,
  name text not null,
  state text not null check (state in ('invited', 'connected', 'suspended', 'withdrawn')),
  -- whether we have invited them with a token, or they us
  invited_by text not null check (invited_by in ('us', 'them')),
  -- the version that was agreed
  version text,
  -- [{ role, country_code, party_id, name }]
  roles jsonb not null default '[]',
  -- country code and party id, in one, of the hub that the partner is
  hub_party_id text,
  versions_url text,
  -- [{ module, role, url }] of the version that was agreed
  endpoints jsonb not null default '[]',
  -- SHA-256 of the token that opens our interface to them, and of the one that we have just offered them in its place
  token_hash text unique,
  offered_hash text unique,
  -- until when the token of an invitation is good
  invited_until timestamptz,
  -- how they encode tokens, as it was seen last; null: they have not called yet
  sends_encoded text check (sends_encoded in ('base64', 'plain')),
  -- the token that opens their interface to us, sealed
  partner_token text,
  -- how they want tokens encoded where it is not as they encode them themselves
  wants_encoded text check (wants_encoded in ('base64', 'plain')),
  last_heard_at timestamptz,
  last_answered_at timestamptz,
  created_at timestamptz not null,
  connected_at timestamptz
);

create table partner_messages (
  id bigint generated always as identity primary key,
  partner_id bigint not null references roaming_partners on delete cascade,
  at timestamptz not null,
  direction text not null check (direction in ('in', 'out')),
  version text,
  module text not null,
  method text not null,
  -- with its query; tokens of drivers are in it, secrets are not
  path text not null,
  http_status integer,
  ocpi_status integer,
  -- why there was no answer that could be read
  fault text,
  duration_ms integer not null,
  request_id text,
  correlation_id text,
  request_body text,
  answer_body text
);
create index partner_messages_of on partner_messages (partner_id, id desc);
create index partner_messages_by_age on partner_messages (at);
