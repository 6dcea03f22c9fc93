-- Since when a session comes before others at its station (OCPP 2.1), null: it does not; and who has requested that, null: somebody at the station.
alter table orders add column priority_since timestamptz;
alter table orders add column priority_manager_id bigint;

create view session_priority_view as select id from orders where status = 'started' and priority_since is not null;
