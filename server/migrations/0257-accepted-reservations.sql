-- When a station last agreed to a reservation: what it can is known then, whatever its settings say.
alter table stations add column reserved_at timestamptz;
update stations s set reserved_at = r.made_at from (
  select station_id, max(made_at) as made_at from station_reservations
  where ended_at is null or ended_at > made_at + interval '1 minute' group by station_id) r where r.station_id = s.id;
