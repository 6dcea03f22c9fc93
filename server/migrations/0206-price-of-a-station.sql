-- A price may be one station's own; null: its location's.
alter table price_changes add column station_id text references stations;
