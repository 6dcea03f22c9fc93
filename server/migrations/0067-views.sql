-- What slices show of their tables to others, who join it in their lists. A view holds the columns that are read elsewhere and
-- nothing else, and is as fast as its table: the planner puts the table in its place. Nobody locks rows through one.
-- Who owns which table and view stands in server/src/slices/tables.json.

create view audit_log_view as
  select id, at, manager_id, subject_type, subject_id, before, after from audit_log;

create view manager_view as
  select id, first_name, last_name, email, role from managers;

create view location_view as
  select id, name, country, city, street, time_zone, owner_id, deleted_at from locations;

create view driver_view as
  select id, first_name, last_name, phone, email, avatar_url from drivers;

create view id_token_view as
  select token, driver_id from id_tokens;

create view tariff_version_view as
  select id, elements from tariff_versions;

create view station_view as
  select id, number, location_id, model, protocol, status, monetized, data_transfer, list_order, search_text, created_at,
    deleted_at
  from stations;

create view connector_view as
  select id, station_id, evse_number, number, ordinal, type, current, power_w, ocpp_status, error_code, status_updated_at
  from connectors;

create view station_presence_view as
  select station_id, connection_id, protocol, disconnected_at, last_seen_at from station_presence;

create view refused_handshake_view as
  select station_id, reason, last_at from refused_handshakes;

create view order_view as
  select id, status, location_id, station_id, connector_id, driver_id, rfid, created_at, reservation_start,
    reservation_finish, charging_start, charging_finish, transaction_id, transaction_start, transaction_finish, meter_start,
    meter_stop, meter_start_offset, energy_wh, charging_price_minor, reservation_price_minor, billable, needs_review,
    decided, end_told, warning
  from orders;

create view unmatched_transaction_view as
  select id, station_id, transaction_id, session_key, received_at, event, resolved_at from unmatched_transactions;

create view payment_view as
  select order_id, purpose, status, held_minor, captured_minor, refunded_minor, created_at, updated_at from payments;
