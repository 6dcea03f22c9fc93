-- At places that partners are not shown, their cards begin nothing.
create view roaming_location_view as
  select location_id from roaming_locations;
