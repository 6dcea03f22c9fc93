-- What an order that waits for its owner goes back to when a remote start with a price of its own comes to nothing.
alter table orders add column usual_version_id bigint references tariff_versions (id);
