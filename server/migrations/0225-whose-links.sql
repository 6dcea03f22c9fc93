-- Whom a link was mailed to: it is good for an order of that driver alone. Null: it is told to whoever made it, and is good while
-- its order is of no driver that is known. Those of known drivers' orders that were made before could be read by the staff: they
-- are good no more.
alter table pay_links add column driver_id bigint references drivers;
