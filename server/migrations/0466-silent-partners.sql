-- works from 0.1.0: the view gets a column at its end, which older servers do not read, and the new column has a default
-- What holds at a location for a card whose partner is asked in real time and does not answer.
alter table locations add column silent_partner text not null default 'whitelist'
  constraint locations_silent_partner check (silent_partner in ('whitelist', 'last_answer', 'refuse'));

create or replace view location_view as
  select id, name, country, city, street, time_zone, owner_id, deleted_at, free_parking, cashback_percent, self_added,
    created_at, local_lists, silent_partner
  from locations;
