-- works from 0.1.0: it only adds, and older servers leave the new columns of their rows empty
-- Cards that a company has given out itself, whose drivers we do not know: those of a roaming partner.
alter table id_tokens
  add column fleet_id bigint references fleets (id),
  -- until when the company has said that the card may charge; null: it answers no questions about it
  add column allowed_until timestamptz,
  add check (driver_id is null or fleet_id is null);
create index id_tokens_fleet on id_tokens (fleet_id, token) where fleet_id is not null;
