-- Dearer than that a service is at a location only once an administrator has agreed to its price; kopecks.
alter table locations add column service_price_most integer not null default 500000 check (service_price_most > 0);
-- the price up to which an administrator has agreed; null: to none
alter table location_services add column agreed_minor bigint check (agreed_minor > 0);
