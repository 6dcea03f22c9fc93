-- What the settings of a station say of its smart charging and its reservations, beside its thousands of others.
alter table station_configurations add column abilities jsonb not null generated always as (
  jsonb_path_query_array(settings, '$[*] ? (@.name == "SupportedFeatureProfiles" || (@.name == "Available" || @.name == "Enabled")
    && (@.component starts with "SmartChargingCtrlr" || @.component starts with "ReservationCtrlr"))')) stored;
