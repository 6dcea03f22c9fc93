-- Passwords that a station has been sent and has not signed in with yet, as hashes in each way that it may read them: until it
-- does, the one before is good too.
alter table stations
  add column next_password_hashes text[] not null default '{}',
  add column next_password_at timestamptz,
  -- OCPP security profile of the last handshake
  add column security_profile smallint;
