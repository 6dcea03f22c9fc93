-- works from 0.1.0: the view gets a column at its end, which older servers do not read
-- Drivers see the picture of the station at which they plug in.
create or replace view station_view as
  select id, number, location_id, model, protocol, status, monetized, data_transfer, list_order, search_text, created_at,
    deleted_at, firmware_version, vendor_name, booted_at, image
  from stations;
