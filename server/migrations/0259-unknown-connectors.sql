-- Connectors that a station has reported since its last boot and that are not set up: '3' counted through the station (1.6), '2/1'
-- by EVSE and number there (2.x).
alter table stations add column unknown_connectors text[] not null default '{}';
