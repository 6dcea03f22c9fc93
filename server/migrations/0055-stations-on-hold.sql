-- Stations can be put on hold: their boots are answered Pending or Rejected until they are let in.

alter table stations
  -- what an administrator wants boots to be answered; null: Accepted
  add column hold text check (hold in ('Pending', 'Rejected')),
  add column hold_interval_seconds integer,
  -- what the last boot was answered; null: Accepted, or there was none
  add column held text check (held in ('Pending', 'Rejected')),
  add constraint stations_hold_whole check ((hold is null) = (hold_interval_seconds is null));
