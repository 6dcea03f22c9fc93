-- Values that meters have signed, as they came: each once, however often its station sends it.
create table signed_values (
  -- of an order, which is never deleted
  order_id bigint not null,
  at timestamptz not null,
  context text not null,
  received_at timestamptz not null,
  -- the number of the message that brought it; 1.6 has none
  sequence bigint,
  data text not null,
  encoding_method text,
  signing_method text,
  public_key text
);
create unique index signed_values_once on signed_values (order_id, md5(data));

-- The keys that stations' meters sign with.
create table meter_keys (
  id bigint generated always as identity primary key,
  station_id text not null references stations,
  -- as 1.6 counts connectors; null: of no certain one
  connector integer,
  public_key text not null,
  -- the same however the key is written
  fingerprint text not null,
  source text not null check (source in ('staff', 'settings', 'vendor', 'message')),
  reported_at timestamptz not null,
  -- a person says that it is the meter's
  confirmed_at timestamptz,
  confirmed_by bigint references managers,
  -- the meter signs with another key since
  retired_at timestamptz,
  unique (station_id, fingerprint)
);
