-- works from 0.1.0: it only adds, and older servers leave the new columns of their rows empty
-- Whose drivers charge here: the companies that partners are in our books, and the tokens that they have told us of.
create table roaming_contracts (
  partner_id bigint primary key references roaming_partners on delete cascade,
  -- who pays for its drivers' sessions
  fleet_id bigint not null unique references fleets (id),
  -- when its tokens were last read from it, all that had changed up to then
  tokens_read_at timestamptz
);

create table roaming_tokens (
  partner_id bigint not null references roaming_partners on delete cascade,
  country_code text not null,
  party_id text not null,
  uid text not null,
  type text not null,
  contract_id text not null,
  visual_number text,
  issuer text not null,
  group_id text,
  valid boolean not null,
  whitelist text not null,
  language text,
  default_profile_type text,
  energy_contract jsonb,
  -- as the partner says
  last_updated timestamptz not null,
  -- the card of that number; its company is the partner's, unless somebody else had the number first
  token text not null,
  -- the last answer of the partner to whether it may charge, and its reference for the session that follows
  allowed text,
  authorization_reference text,
  answered_at timestamptz,
  -- case-insensitive in the standard: kept in upper case
  primary key (partner_id, country_code, party_id, token, type)
);
create index roaming_tokens_token on roaming_tokens (token);
create index roaming_tokens_changed on roaming_tokens (partner_id, last_updated);

-- Cards that no partner knew when it was shown, so that partners are left alone with them for a while.
create table roaming_strangers (
  token text primary key,
  until timestamptz not null
);
create index roaming_strangers_until on roaming_strangers (until);

-- which orders partners' drivers have
create view partner_company_view as
  select partner_id, fleet_id from roaming_contracts;

create or replace view id_token_view as
  select token, driver_id, fleet_id, allowed_until from id_tokens;
