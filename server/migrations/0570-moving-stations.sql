-- works from 0.1.0: a column may be null where older servers see no roll-out, new columns may be null, and the view gets one at its end
-- Roll-outs that move stations to another address of their central system, by the machinery of those of firmware.
alter table firmware_rollouts alter column file_id drop not null;
-- vendor, model, address, whether it is one of ours, security profile, and the key of OCPP 1.6; null: a roll-out of firmware
alter table firmware_rollouts add column move jsonb;
alter table firmware_rollouts add constraint firmware_rollouts_what check (num_nonnulls(file_id, move) = 1) not valid;
-- the socket over which a station was sent a move: another one is the station come back
alter table firmware_rollout_stations add column connection_id text;

-- The address by which a station has connected, as it named it.
alter table station_presence add column host text;
create or replace view station_presence_view as
  select station_id, connection_id, protocol, disconnected_at, last_seen_at, connected_at, host from station_presence;
