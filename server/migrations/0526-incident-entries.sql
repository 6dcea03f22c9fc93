-- What has happened to incidents, for those that tell other programs of it.
create view incident_entry_view as select id, incident_id, kind, at from incident_entries;
