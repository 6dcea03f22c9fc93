-- A deep page of the station list is found in the index alone.
drop index stations_list;
create index stations_list on stations (list_order) include (id, location_id) where deleted_at is null;
