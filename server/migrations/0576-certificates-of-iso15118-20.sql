-- works from 0.1.0: it adds a column with a default, and to a view a column at its end that nobody of before reads
-- Certificates that stations show to cars by ISO 15118-20 (OCPP 2.1), beside those by ISO 15118-2.
alter table station_certificates add column iso15118_20 boolean not null default false;

create or replace view station_certificate_view as
  select id, station_id, serial, issued_at, not_after, status, for_cars, iso15118_20 from station_certificates;
