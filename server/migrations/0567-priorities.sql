-- Whose cars come first where a location shares its current out by groups; the lower number, null: as the EVSE says.
alter table tag_groups add column priority smallint check (priority between 0 and 9);
alter table fleets add column priority smallint check (priority between 0 and 9);

-- cards whose group has a priority, and companies that have one
create view card_priority_view as
  select t.token, g.name, g.priority from id_tokens t join tag_groups g on g.key = t.group_id where g.priority is not null;
create view fleet_priority_view as select id, name, priority from fleets where priority is not null;

-- with which card a session was begun, and the company that pays for it
create view session_card_view as select id, rfid, fleet_id from orders;
