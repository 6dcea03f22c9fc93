-- Cards that drivers are to show at a station, so that they become theirs.
create table tag_proofs (
  token text not null,
  driver_id bigint not null references drivers,
  -- null: at any station
  station_id text references stations,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token, driver_id)
);
create index tag_proofs_driver on tag_proofs (driver_id);
create index tag_proofs_expiry on tag_proofs (expires_at);
