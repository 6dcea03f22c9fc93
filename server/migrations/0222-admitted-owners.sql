-- Owners whom an administrator has let in, and the locations that wait for it: those that a manager has added by self-service.
-- Locations that exist stay as they are.
alter table managers add column admitted_at timestamptz, add column admitted_by bigint references managers;
alter table locations add column self_added boolean not null default false;

create or replace view manager_view as
  select id, first_name, last_name, email, role, admitted_at from managers;

create or replace view location_view as
  select id, name, country, city, street, time_zone, owner_id, deleted_at, free_parking, cashback_percent, self_added
  from locations;
