-- What rules have written down of a station of an incident is found by the last of it, not by looking through all.
create index repair_attempts_turn on repair_attempts (incident_id, station_id, rule_id, id desc);
create index repair_attempts_station on repair_attempts (station_id, repair, at desc);

-- How many a rule has notified is counted once a minute.
create index alert_tellings_rule on alert_tellings (rule_id, told_at);
