-- A local list keeps what was told of each card, not its status alone.

update station_local_lists set entries = (
  select coalesce(jsonb_object_agg(key, jsonb_build_object('status', value)), '{}') from jsonb_each(entries)
);
