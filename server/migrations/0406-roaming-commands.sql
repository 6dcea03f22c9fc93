-- Commands of partners, until each has its result: the result is sent whatever happens to the server that received it.
create table roaming_commands (
  id bigint generated always as identity primary key,
  partner_id bigint not null references roaming_partners on delete cascade,
  type text not null,
  response_url text not null,
  order_id bigint,
  -- a reservation as the partner names it, and as its station knows it
  reservation_id text,
  station_id text,
  station_reservation_id bigint,
  authorization_reference text,
  -- null: not known yet
  result text,
  created_at timestamptz not null
);
create index roaming_commands_open on roaming_commands (created_at) where result is null;
create index roaming_commands_order on roaming_commands (order_id) where order_id is not null;
create index roaming_commands_reservation on roaming_commands (partner_id, reservation_id) where reservation_id is not null;
create index roaming_commands_by_age on roaming_commands (created_at);
