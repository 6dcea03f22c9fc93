-- Refused handshakes are counted by address and id, so that one address that knocks with many ids is bounded, and the ids of a station
-- that is refused from several places are told apart.

update refused_handshakes set remote_address = '' where remote_address is null;
alter table refused_handshakes alter column remote_address set not null;
alter table refused_handshakes alter column remote_address set default '';
alter table refused_handshakes drop constraint refused_handshakes_pkey;
alter table refused_handshakes add primary key (station_id, remote_address);
create index refused_handshakes_address on refused_handshakes (remote_address);
create index refused_handshakes_last on refused_handshakes (last_at);
