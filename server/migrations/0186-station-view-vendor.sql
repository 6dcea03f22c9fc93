-- Commands to many stations go by the manufacturer, too.
create or replace view station_view as
  select id, number, location_id, model, protocol, status, monetized, data_transfer, list_order, search_text, created_at,
    deleted_at, firmware_version, vendor_name
  from stations;
