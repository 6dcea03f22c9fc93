-- Opening hours; who changes a location second is told; lists in their order without sorting.

alter table locations
  -- counts the changes, so that the second of two people who change a location at once is told
  add column version integer not null default 1,
  -- [{day 0-6 with Sunday first, opens_at, closes_at as HHMM}] in the location's zone; null: open around the clock
  add column opening_hours jsonb;

create index locations_list on locations (name, id) where deleted_at is null;
