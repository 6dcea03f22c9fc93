-- A device's session belongs to the driver who was logged in when it began; another driver of the order ends the device's way to it.
alter table device_sessions add column driver_id bigint references drivers;
create index device_sessions_driver on device_sessions (driver_id) where driver_id is not null;
