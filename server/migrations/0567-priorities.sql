-- Whose cars come first where a location shares its current out by groups; the lower number, null: as the EVSE says.
alter table tag_groups add column priority smallint check (priority between 0 and 9);
alter table fleets add column priority smallint check (priority between 0 and 9);

-- cards whose group has a priority, and companies that have one
create view card_priority_view as
  select t.token, g.name, g.priority from id_tokens t join tag_groups g on g.key = t.group_id where g.priority is not null;
create view fleet_priority_view as select id, name, priority from fleets where priority is not null;

create or replace view running_session_view as
  select id, location_id, station_id, connector_id, transaction_id, transaction_start, energy_wh, power_w, current_a, soc,
    last_sample_at, limit_wh, rfid, fleet_id
  from orders where status = 'started';

create or replace view session_stay_view as
  select id, location_id, connector_id, created_at, transaction_start as arrived_at,
    greatest(transaction_finish, ev_disconnected_at) as left_at, energy_wh, power_w, soc, rfid, fleet_id
  from orders where status = 'completed' and transaction_start is not null and transaction_finish is not null;
