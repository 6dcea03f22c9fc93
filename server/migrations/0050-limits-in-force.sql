-- A limit is whatever charging profile a station has taken: purpose says whose (the station's, that of every transaction or of
-- one), and a transaction's ends with it. valid_from: it rules from then on; varies: amount is only the first of several.
alter table station_limits
  add column purpose text not null default 'default' check (purpose in ('station', 'default', 'transaction')),
  add column stack_level integer not null default 0,
  add column valid_from timestamptz,
  add column transaction_id text,
  add column varies boolean not null default false;
update station_limits set purpose = 'station' where evse is null;

-- When a reservation was made: a start that happened before used up another one.
alter table station_reservations add column made_at timestamptz;
