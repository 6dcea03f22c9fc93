-- works from 0.1.0: no older server keeps the devices of a driver.
-- What a driver's browser calls itself, so that its owner finds it in the list of devices.
alter table push_subscriptions add column user_agent text not null default '';
