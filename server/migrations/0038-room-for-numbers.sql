-- Numbers that stations choose themselves: the standards bound them only by what JSON can say.

alter table orders alter column last_sequence type bigint;
alter table station_configurations alter column request_id type bigint;
