-- works from 0.1.0: it only adds tables, an index, and a column with a default that servers of before leave alone
-- Root certificates that contracts, stations and cars of ISO 15118 are checked by.
create table plug_and_charge_roots (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('v2g', 'mo', 'oem')),
  -- SHA-256, hexadecimal
  fingerprint text not null,
  subject text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  pem text not null,
  added_at timestamptz not null,
  added_by bigint not null references managers,
  unique (kind, fingerprint)
);

-- What responders said of certificates, as long as it may be believed.
create table certificate_revocations (
  -- of the question and of who was asked, SHA-256, hexadecimal
  key text primary key,
  -- unavailable: the responder gave no answer that can be used
  status text not null check (status in ('good', 'revoked', 'unknown', 'unavailable')),
  -- OCSP, base64; null: unavailable
  response text,
  kept_until timestamptz not null
);
create index certificate_revocations_over on certificate_revocations (kept_until);

-- those that stations show to cars (ISO 15118), beside those by which they connect
alter table station_certificates add column for_cars boolean not null default false;

-- cards that are contracts are found with and without hyphens and check digit
create index id_tokens_contracts on id_tokens (left(replace(token, '-', ''), 14))
  where token ~ '^[A-Z]{2}-?[A-Z0-9]{3}-?C[A-Z0-9]{8}(-?[A-Z0-9])?$';
