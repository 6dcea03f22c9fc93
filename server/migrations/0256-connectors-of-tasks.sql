-- A limit and a reservation are of one connector of an EVSE where the station's version names connectors; null: of the whole EVSE.
alter table station_limits add column connector integer;
alter table station_reservations add column connector integer;

-- until now 1.6 stations were told the first connector of the EVSE
update station_limits l set connector = (
  select c.number from connectors c where c.station_id = l.station_id and c.evse_number = l.evse order by c.ordinal limit 1)
from stations s where s.id = l.station_id and s.protocol = 'ocpp1.6' and l.evse is not null;
update station_reservations r set connector = (
  select c.number from connectors c where c.station_id = r.station_id and c.evse_number = r.evse order by c.ordinal limit 1)
from stations s where s.id = r.station_id and s.protocol = 'ocpp1.6' and r.ended_at is null;
